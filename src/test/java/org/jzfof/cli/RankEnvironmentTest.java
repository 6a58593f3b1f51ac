package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankEnvironmentTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "HOME=/root, nobody, 0, 1, true",
        "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3, mpirun, 3, 4, true",
        // Slurm's variables are there as well, but of the job or of mpirun's own step.
        "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=1 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1,"
            + " mpirun, 1, 4, true",
        "SLURM_NTASKS=8 SLURM_PROCID=0, nobody, 0, 1, true", // a batch script
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=5 PMIX_RANK=5, srun, 5, 8, true",
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=5, srun, 5, 8, false",
        "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0, srun, 0, 1, false",
        "PMI_SIZE=2 PMI_RANK=1, another MPI's mpiexec, 1, 2, false"
      })
  void launchers(String variables, String launcher, int rank, int size, boolean connected) {
    Map<String, String> environment =
        Arrays.stream(variables.split(" "))
            .map(assignment -> assignment.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    assertEquals(
        new RankEnvironment(launcher, rank, size, connected), RankEnvironment.of(environment));
  }
}
