package org.jzfof.comm.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.mpi.MpiLoader.Way;
import org.jzfof.error.UsageException;

class MpiLoaderTest {
  private static final Map<String, Way> WAYS =
      Map.of("bindings", Way.OPEN_MPI_BINDINGS, "openmpi", Way.OPEN_MPI, "mpich", Way.MPICH);

  @ParameterizedTest
  @CsvSource({
    "A=b, bindings openmpi mpich",
    "OMPI_COMM_WORLD_SIZE=2, bindings openmpi mpich",
    "OMPI_COMM_WORLD_SIZE=2 PMI_RANK=1, bindings openmpi mpich", // mpirun in a job of another
    "SLURM_STEP_NUM_TASKS=2 PMIX_RANK=1, bindings openmpi mpich",
    "SLURM_STEP_NUM_TASKS=2 PMI_RANK=1, mpich",
    "PMI_RANK=0, mpich",
    "PALS_RANKID=0 PMIX_RANK=0, mpich bindings openmpi",
    "FLUX_TASK_RANK=0 PMIX_RANK=0, mpich bindings openmpi",
    "FLUX_TASK_RANK=0, mpich",
    "JZFOF_MPI=native PMI_RANK=0, mpich openmpi",
    "JZFOF_MPI=native OMPI_COMM_WORLD_SIZE=2, openmpi mpich",
    "JZFOF_MPI=bindings PMI_RANK=0, bindings",
  })
  void theLauncherDecides(String variables, String ways) {
    Map<String, String> environment =
        Arrays.stream(variables.split(" "))
            .map(assignment -> assignment.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    List<Way> expected = Arrays.stream(ways.split(" ")).map(WAYS::get).toList();
    assertEquals(expected, MpiLoader.ways(environment));
  }

  @Test
  void anUnknownDemand() {
    UsageException refused =
        assertThrows(UsageException.class, () -> MpiLoader.ways(Map.of("JZFOF_MPI", "Native")));
    assertTrue(refused.getMessage().contains("JZFOF_MPI is 'Native': give bindings or native"));
  }
}
