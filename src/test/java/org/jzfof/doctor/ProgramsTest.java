package org.jzfof.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.doctor.Finding.State;
import org.jzfof.doctor.Programs.Answer;

/** Programs that answer, fail, or never end, and what is said of them. */
class ProgramsTest {
  private static Answer shell(String script) {
    return Programs.ask("sh", "-c", script);
  }

  @Test
  void bothStreamsAreRead() {
    assertEquals(new Answer(true, List.of("a", "b"), ""), shell("echo a; echo b >&2"));
  }

  @Test
  void aProgramThatReadsItsInputGetsNone() {
    assertEquals(new Answer(true, List.of(), ""), Programs.ask("cat"));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertFalse(Programs.ask("no-such-program-of-jzfof").started());
  }

  @Test
  void aFailureIsToldWithItsFirstLine() {
    Answer answer = shell("echo no library; echo more; exit 3");
    assertFalse(answer.succeeded());
    assertEquals("ends with exit status 3: no library", answer.fault());
    Finding mpirun = MpiCheck.launcher(answer);
    assertEquals(State.NOTE, mpirun.state());
    assertEquals("mpirun --version ends with exit status 3: no library", mpirun.text());
  }

  /** Also where the output is held open by what it has started, or closed. */
  @ParameterizedTest
  @ValueSource(strings = {"echo a; sleep 60", "sleep 60 & wait", "exec >&- 2>&-; sleep 60"})
  void whatDoesNotEndIsEnded(String script) {
    Answer answer =
        assertTimeout(
            Duration.ofSeconds(20), () -> Programs.ask(Duration.ofSeconds(1), "sh", "-c", script));
    assertEquals(new Answer(true, List.of(), "does not end within 1 s"), answer);
  }

  @Test
  void theVersionsOfLaunchers() {
    assertEquals(
        Optional.of("Open MPI 4.1.4"), Programs.mpi(shell("echo 'mpirun (Open MPI) 4.1.4'")));
    assertEquals(
        Optional.of("MPICH 4.0.2"),
        Programs.mpi(shell("echo HYDRA build details:; echo '    Version:       4.0.2'")));
    assertEquals(
        Optional.of("Intel MPI 2021.10"),
        Programs.mpi(
            shell("echo 'Intel(R) MPI Library for Linux* OS, Version 2021.10 Build 2023'")));
    assertEquals(Optional.empty(), Programs.mpi(shell("echo HYDRA build details")));
    Finding other = MpiCheck.launcher(shell("echo HYDRA build details"));
    assertEquals("the mpirun on the PATH does not name its MPI", other.text());
  }

  @ParameterizedTest
  @CsvSource({"4.1.4, true", "4.1.40, false", "4.1, false", "4.1.4rc1, false", "1.4, false"})
  void theLibraryIsOfThatVersion(String launcher, boolean same) {
    assertEquals(same, MpiCheck.isOf("Open MPI v4.1.4 (Java bindings)", "Open MPI " + launcher));
    assertTrue(MpiCheck.isOf("MPICH 4.0.2 (native)", "MPICH 4.0.2"));
    assertTrue(MpiCheck.isOf("Open MPI v4.1.40 (native)", "Open MPI 4.1.40"));
    assertFalse(MpiCheck.isOf("Open MPI v4.1.40 (native)", "Open MPI 4.1.4"));
  }

  @Test
  void slurmThatFailsIsNotSlurmWithoutPmix() {
    Answer version = shell("echo slurm-wlm 22.05.8");
    Answer failed = shell("echo no configuration; exit 1");
    String fault = "ends with exit status 1: no configuration";
    assertEquals("sbatch --version " + fault, SlurmCheck.programs(failed, failed).text());
    assertEquals("srun --mpi=list " + fault, SlurmCheck.programs(version, failed).text());
    assertEquals(
        "slurm-wlm 22.05.8, srun has no PMIx", SlurmCheck.programs(version, version).text());
    assertEquals(State.OK, SlurmCheck.programs(version, shell("echo pmix")).state());
  }
}
