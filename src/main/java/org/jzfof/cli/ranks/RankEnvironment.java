package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * The rank and the number of ranks of this process, according to the environment variables of its
 * launcher.
 *
 * @param rank rank of this process, from 0
 * @param size number of processes; 0 if unknown
 * @param connected whether Open MPI can connect the processes
 */
public record RankEnvironment(String launcher, int rank, int size, boolean connected) {
  /** The environment of a single process. */
  public static final RankEnvironment ALONE = new RankEnvironment("standalone", 0, 1, true);

  /**
   * Launchers that Open MPI cannot use, with variables that their processes have, but not a shell
   * in an allocation.
   */
  private static final List<UnsupportedLauncher> UNSUPPORTED =
      List.of(
          new UnsupportedLauncher("PALS", "PALS_RANKID", "PMI_SIZE"),
          new UnsupportedLauncher("Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
          new UnsupportedLauncher("jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"),
          new UnsupportedLauncher("MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
          new UnsupportedLauncher("MVAPICH", "MVP_COMM_WORLD_RANK", "MVP_COMM_WORLD_SIZE"),
          new UnsupportedLauncher("another MPI's mpiexec", "PMI_RANK", "PMI_SIZE"),
          new UnsupportedLauncher("aprun", "ALPS_APP_PE", ""),
          new UnsupportedLauncher("PMIx", "PMIX_RANK", ""));

  /**
   * A launcher whose processes Open MPI cannot connect.
   *
   * @param rank variable with the rank
   * @param size variable with the number of processes; empty if there is none
   */
  private record UnsupportedLauncher(String name, String rank, String size) {
    private RankEnvironment describe(Map<String, String> variables) {
      return new RankEnvironment(
          name + " (" + rank + " is set)",
          number(variables, rank, 0),
          number(variables, size, 0),
          false);
    }
  }

  /**
   * Determines the environment. If several launchers have set variables, the order of precedence
   * is: a launcher of several processes, a launcher of a single process, a launcher without a
   * number.
   */
  public static RankEnvironment of(Map<String, String> variables) {
    if (variables.containsKey("OMPI_COMM_WORLD_SIZE")) { // the innermost of several launchers
      int rank = number(variables, "OMPI_COMM_WORLD_RANK", 0);
      return new RankEnvironment(
          "mpirun", rank, number(variables, "OMPI_COMM_WORLD_SIZE", 1), true);
    }
    List<RankEnvironment> launchers = new ArrayList<>();
    if (variables.containsKey("SLURM_STEP_NUM_TASKS")) { // absent in a batch script itself
      int rank = number(variables, "SLURM_PROCID", 0);
      int size = number(variables, "SLURM_STEP_NUM_TASKS", 1);
      launchers.add(new RankEnvironment("srun", rank, size, variables.containsKey("PMIX_RANK")));
    }
    UNSUPPORTED.stream()
        .filter(launcher -> variables.containsKey(launcher.rank))
        .forEach(launcher -> launchers.add(launcher.describe(variables)));
    return Stream.<IntPredicate>of(size -> size > 1, size -> size == 1, size -> true)
        .flatMap(sizes -> launchers.stream().filter(launcher -> sizes.test(launcher.size)))
        .findFirst()
        .orElse(ALONE);
  }

  /** Returns whether this is one of several processes. */
  boolean hasSeveralProcesses() {
    return size != 1;
  }

  private static int number(Map<String, String> variables, String name, int defaultValue) {
    String value = variables.getOrDefault(name, "");
    return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : defaultValue;
  }
}
