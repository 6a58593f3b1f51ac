package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of GPUs before a command line is understood. */
class DeviceWarmUpTest {
  private static final Map<String, String> ALONE = Map.of();

  private static int[] ranks(Map<String, String> variables, String line) {
    return DeviceWarmUp.localRanks(variables, line.split(" ")).orElseThrow();
  }

  @Test
  void everyRankOfAProcessTakesAGpu() {
    assertArrayEquals(new int[] {0}, ranks(ALONE, "run snapshot.hdf5"));
    assertArrayEquals(new int[] {0, 1}, ranks(ALONE, "run snapshot.hdf5 --ranks 2 -o out"));
    assertArrayEquals(new int[] {0, 1, 2}, ranks(ALONE, "knn --ranks=3 snapshot.hdf5"));
    assertArrayEquals(new int[] {0}, ranks(ALONE, "run snapshot.hdf5 --ranks two"));
    assertArrayEquals(new int[] {0}, ranks(ALONE, "run snapshot.hdf5 --ranks"));
  }

  @Test
  void aProcessOfSeveralTakesTheOneOfItsPlaceOnTheHost() {
    Map<String, String> mpirun =
        Map.of(
            "OMPI_COMM_WORLD_SIZE", "8",
            "OMPI_COMM_WORLD_RANK", "6",
            "OMPI_COMM_WORLD_LOCAL_RANK", "2");
    assertArrayEquals(new int[] {2}, ranks(mpirun, "run snapshot.hdf5"));
    Map<String, String> srun =
        Map.of("SLURM_STEP_NUM_TASKS", "8", "SLURM_PROCID", "5", "SLURM_LOCALID", "1");
    assertArrayEquals(new int[] {1}, ranks(srun, "run snapshot.hdf5"));
    Map<String, String> unknown = Map.of("PMI_RANK", "1", "PMI_SIZE", "2");
    assertArrayEquals(new int[0], ranks(unknown, "run snapshot.hdf5"));
  }

  @Test
  void aGpuThatIsNamedIsLeftToTheCommand() {
    assertArrayEquals(new int[0], ranks(ALONE, "run snapshot.hdf5 --device 3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info snapshot.hdf5",
        "run snapshot.hdf5 --backend cpu",
        "knn --backend=cpu",
        "run --help",
        "bench run snapshot.hdf5",
        "--version"
      })
  void withoutNeedOfAGpu(String line) {
    assertTrue(DeviceWarmUp.localRanks(ALONE, line.split(" ")).isEmpty());
  }
}
