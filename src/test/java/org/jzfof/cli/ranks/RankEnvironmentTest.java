package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
        "HOME=/root, standalone, 0, 1, true",
        "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3, mpirun, 3, 4, true",
        // Slurm's variables are there as well, but of the job or of mpirun's own step.
        "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=1 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1,"
            + " mpirun, 1, 4, true",
        "OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1"
            + " PMIX_RANK=0, mpirun, 0, 1, true",
        "SLURM_NTASKS=8 SLURM_PROCID=0, standalone, 0, 1, true", // a batch script
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=5 PMIX_RANK=5, srun, 5, 8, true",
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=5, srun, 5, 8, false",
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=5 PMI_RANK=5 PMI_SIZE=8, srun, 5, 8, true",
        "PMI_SIZE=2 PMI_RANK=1, mpiexec (PMI_RANK is set), 1, 2, true",
        // mpiexec starts one process of its own on each node by srun.
        "SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1 PMI_SIZE=8 PMI_RANK=5,"
            + " mpiexec (PMI_RANK is set), 5, 8, true",
        // From a shell of one task of Slurm.
        "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 PMI_SIZE=3 PMI_RANK=2,"
            + " mpiexec (PMI_RANK is set), 2, 3, true",
        "PMIX_RANK=3 PMIX_NAMESPACE=prterun-1, PMIx (PMIX_RANK is set), 3, 0, true",
        "PMIX_RANK=0, PMIx (PMIX_RANK is set), 0, 0, true",
        "PALS_RANKID=2, PALS (PALS_RANKID is set), 2, 0, true",
        "PALS_RANKID=2 PMI_RANK=2 PMI_SIZE=4, PALS (PALS_RANKID is set), 2, 4, true",
        "FLUX_TASK_RANK=1 FLUX_JOB_SIZE=4 PMI_RANK=1 PMI_SIZE=4, Flux (FLUX_TASK_RANK is set),"
            + " 1, 4, true",
        "JSM_NAMESPACE_RANK=5 JSM_NAMESPACE_SIZE=6 PMIX_RANK=5, jsrun (JSM_NAMESPACE_RANK is set),"
            + " 5, 6, true",
        "MV2_COMM_WORLD_RANK=1 MV2_COMM_WORLD_SIZE=2, MVAPICH (MV2_COMM_WORLD_RANK is set),"
            + " 1, 2, true",
        "MVP_COMM_WORLD_RANK=1 MVP_COMM_WORLD_SIZE=2, MVAPICH (MVP_COMM_WORLD_RANK is set),"
            + " 1, 2, true",
        "ALPS_APP_PE=7, aprun (ALPS_APP_PE is set), 7, 0, true",
      })
  void severalProcesses(String variables, String launcher, int rank, int size, boolean connected) {
    assertEquals(
        new RankEnvironment(launcher, rank, size, connected),
        RankEnvironment.of(environment(variables)));
  }

  /** A shell in an allocation, or the only process of a launcher. */
  @ParameterizedTest
  @CsvSource({
    "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0",
    "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 PMIX_RANK=0 PMIX_NAMESPACE=slurm.pmix.7.0",
    "SLURM_JOB_ID=7 SLURM_NTASKS=8 SLURM_JOB_NUM_NODES=2", // salloc
    "FLUX_URI=local:///tmp/flux-x/local-0 FLUX_JOB_SIZE=4", // flux alloc
    "FLUX_TASK_RANK=0 FLUX_JOB_SIZE=1 PMI_RANK=0 PMI_SIZE=1",
    "PALS_NODEID=0 PALS_SPOOL_DIR=/var/run/palsd/x",
    "PALS_RANKID=0 PMI_RANK=0 PMI_SIZE=1",
    "JSM_NAMESPACE_RANK=0 JSM_NAMESPACE_SIZE=1 PMIX_RANK=0",
    "MV2_COMM_WORLD_RANK=0 MV2_COMM_WORLD_SIZE=1",
    "PMI_RANK=0 PMI_SIZE=1",
    "PMIX_MCA_gds=hash",
  })
  void oneProcess(String variables) {
    assertFalse(RankEnvironment.of(environment(variables)).hasSeveralProcesses());
  }

  private static Map<String, String> environment(String variables) {
    return Arrays.stream(variables.split(" "))
        .map(assignment -> assignment.split("="))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }
}
