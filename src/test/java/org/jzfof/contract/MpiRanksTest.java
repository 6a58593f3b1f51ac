package org.jzfof.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.contract.MpiJob.Mpi;

class MpiRanksTest {
  /** Seconds within which an end is no wait, on a loaded machine either. */
  private static final double PROMPT = 60;

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "BINDINGS, 1, 0",
    "BINDINGS, 2, 0",
    "BINDINGS, 3, 0",
    "BINDINGS, 5, 0",
    "BINDINGS, 2, 104",
    "BINDINGS, 3, 1024",
    "NATIVE, 3, 0",
    "NATIVE, 2, 104",
    "MPICH, 1, 0",
    "MPICH, 5, 0",
    "MPICH, 2, 104",
    "MPICH, 3, 1024"
  })
  void contract(Mpi mpi, int ranks, int messageLimit) throws Exception {
    MpiJob.Outcome job = run(mpi, ranks, "contract", messageLimit);
    assertEquals(0, job.code(), job.output());
    for (int r = 0; r < ranks; r++) {
      String line = "rank " + r + " of " + ranks + ": contract holds";
      assertTrue(job.output().contains(line), job.output());
    }
  }

  /** All ranks agree that the one that failed reports, and end with its code. */
  @ParameterizedTest
  @CsvSource({"BINDINGS, 0", "BINDINGS, 2", "NATIVE, 1", "MPICH, 0", "MPICH, 2"})
  void oneFailureEndsAll(Mpi mpi, int bad) throws Exception {
    MpiJob.Outcome job = run(mpi, 3, "fail", bad);
    assertEquals(40 + bad, job.code(), job.output());
    String verdict = "Verdict[reporter=" + bad + ", code=" + (40 + bad);
    assertEquals(3, count(job.output(), verdict + ", alike=false, complete=true]"), job.output());
    assertTrue(job.seconds() < PROMPT, job.seconds() + " s");
  }

  /** Failures of several ranks at once are one report, by the lowest of them. */
  @ParameterizedTest
  @EnumSource(Mpi.class)
  void failuresOfAllAreOneReport(Mpi mpi) throws Exception {
    MpiJob.Outcome job = run(mpi, 3, "fail-all", 0);
    assertEquals(40, job.code(), job.output());
    assertEquals(3, count(job.output(), "Verdict[reporter=0, code=40"), job.output());
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void failureEndsRanksThatCompute(Mpi mpi) throws Exception {
    MpiJob.Outcome job = run(mpi, 2, "fail-busy", 1);
    assertEquals(43, job.code(), job.output());
    assertTrue(job.output().contains("complete=false"), job.output());
    assertTrue(job.seconds() < PROMPT, job.seconds() + " s");
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void killedRankEndsTheJob(Mpi mpi) throws Exception {
    MpiJob.Outcome job = run(mpi, 3, "die", 1);
    assertNotEquals(0, job.code(), job.output());
    assertFalse(job.output().contains("the sum of a lost rank"), job.output());
    assertTrue(job.seconds() < PROMPT, job.seconds() + " s");
  }

  private MpiJob.Outcome run(Mpi mpi, int ranks, String what, int number) throws Exception {
    mpi.assume();
    return MpiJob.run(scratch, mpi, ranks, MpiProgram.class, what, String.valueOf(number));
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }
}
