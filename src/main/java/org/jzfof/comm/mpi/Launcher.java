package org.jzfof.comm.mpi;

import java.util.List;
import java.util.Map;

/**
 * A launcher beside Open MPI's mpirun and Slurm's srun, with variables that its processes have, but
 * not a shell in an allocation.
 *
 * @param rank variable with the rank
 * @param size variable with the number of processes; empty if there is none
 * @param pmi whether MPICH and its relatives connect the processes, by the interfaces PMI-1 and
 *     PMI-2
 */
public record Launcher(String name, String rank, String size, boolean pmi) {
  /** Variable with the rank of a process that can be connected by PMIx, as Open MPI does. */
  static final String PMIX_RANK = "PMIX_RANK";

  /** All of them; one that uses another comes before that. */
  public static final List<Launcher> ALL =
      List.of(
          new Launcher("PALS", "PALS_RANKID", "PMI_SIZE", true),
          new Launcher("Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE", true),
          new Launcher("jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", false),
          new Launcher("MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", true),
          new Launcher("MVAPICH", "MVP_COMM_WORLD_RANK", "MVP_COMM_WORLD_SIZE", true),
          new Launcher("mpiexec", "PMI_RANK", "PMI_SIZE", true),
          new Launcher("aprun", "ALPS_APP_PE", "", true),
          new Launcher("PMIx", PMIX_RANK, "", false));

  /** Returns whether the process with these variables is one of this launcher. */
  public boolean hasStarted(Map<String, String> variables) {
    return variables.containsKey(rank);
  }
}
