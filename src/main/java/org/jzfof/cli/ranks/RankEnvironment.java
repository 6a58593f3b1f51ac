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
 * @param connected whether an MPI may connect the processes
 */
public record RankEnvironment(String launcher, int rank, int size, boolean connected) {
  /** The environment of a single process. */
  public static final RankEnvironment ALONE = new RankEnvironment("standalone", 0, 1, true);

  /**
   * Launchers beside mpirun and srun, with variables that their processes have, but not a shell in
   * an allocation.
   */
  private static final List<OtherLauncher> OTHERS =
      List.of(
          new OtherLauncher("PALS", "PALS_RANKID", "PMI_SIZE"),
          new OtherLauncher("Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
          new OtherLauncher("jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"),
          new OtherLauncher("MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
          new OtherLauncher("MVAPICH", "MVP_COMM_WORLD_RANK", "MVP_COMM_WORLD_SIZE"),
          new OtherLauncher("mpiexec", "PMI_RANK", "PMI_SIZE"),
          new OtherLauncher("aprun", "ALPS_APP_PE", ""),
          new OtherLauncher("PMIx", "PMIX_RANK", ""));

  /**
   * A launcher.
   *
   * @param rank variable with the rank
   * @param size variable with the number of processes; empty if there is none
   */
  private record OtherLauncher(String name, String rank, String size) {
    private RankEnvironment describe(Map<String, String> variables) {
      return new RankEnvironment(
          name + " (" + rank + " is set)",
          number(variables, rank, 0),
          number(variables, size, 0),
          true);
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
      int connected = number(variables, "PMI_SIZE", size);
      if (connected == size || connected <= 1) { // else these are mpiexec's, which srun has started
        boolean known = Stream.of("PMIX_RANK", "PMI_RANK").anyMatch(variables::containsKey);
        launchers.add(new RankEnvironment("srun", rank, size, known));
      }
    }
    OTHERS.stream()
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
