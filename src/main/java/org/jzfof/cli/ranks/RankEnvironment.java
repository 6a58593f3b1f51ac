package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * The rank and the number of ranks of this process, as its launcher states them in environment
 * variables.
 *
 * @param launcher name of that program
 * @param rank of this process, from 0
 * @param size number of processes; 0 if that is not said
 * @param connected whether Open MPI can connect the processes
 */
public record RankEnvironment(String launcher, int rank, int size, boolean connected) {
  /** A process of its own. */
  public static final RankEnvironment ALONE = new RankEnvironment("standalone", 0, 1, true);

  /** Known by the variable that each of their processes has, but not a shell in an allocation. */
  private static final List<Foreign> FOREIGN =
      List.of(
          new Foreign("PALS", "PALS_RANKID", "PMI_SIZE"),
          new Foreign("Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
          new Foreign("jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"),
          new Foreign("MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
          new Foreign("MVAPICH", "MVP_COMM_WORLD_RANK", "MVP_COMM_WORLD_SIZE"),
          new Foreign("another MPI's mpiexec", "PMI_RANK", "PMI_SIZE"),
          new Foreign("aprun", "ALPS_APP_PE", ""),
          new Foreign("PMIx", "PMIX_RANK", ""));

  /**
   * A launcher whose processes Open MPI cannot connect.
   *
   * @param rank variable with the rank
   * @param size variable with the number of processes; empty where there is none
   */
  private record Foreign(String name, String rank, String size) {
    private RankEnvironment describe(Map<String, String> variables) {
      return new RankEnvironment(
          name + " (" + rank + " is set)",
          number(variables, rank, 0),
          number(variables, size, 0),
          false);
    }
  }

  /**
   * Where several launchers have left variables, one that started several processes counts; one
   * that says that there is a single process goes before those that say no number.
   *
   * @param variables environment of the process
   */
  public static RankEnvironment of(Map<String, String> variables) {
    if (variables.containsKey("OMPI_COMM_WORLD_SIZE")) { // the innermost where there are others
      int rank = number(variables, "OMPI_COMM_WORLD_RANK", 0);
      return new RankEnvironment(
          "mpirun", rank, number(variables, "OMPI_COMM_WORLD_SIZE", 1), true);
    }
    List<RankEnvironment> launchers = new ArrayList<>();
    if (variables.containsKey("SLURM_STEP_NUM_TASKS")) { // not in a batch script itself
      int rank = number(variables, "SLURM_PROCID", 0);
      int size = number(variables, "SLURM_STEP_NUM_TASKS", 1);
      launchers.add(new RankEnvironment("srun", rank, size, variables.containsKey("PMIX_RANK")));
    }
    FOREIGN.stream()
        .filter(launcher -> variables.containsKey(launcher.rank))
        .forEach(launcher -> launchers.add(launcher.describe(variables)));
    return Stream.<IntPredicate>of(size -> size > 1, size -> size == 1, size -> true)
        .flatMap(sizes -> launchers.stream().filter(launcher -> sizes.test(launcher.size)))
        .findFirst()
        .orElse(ALONE);
  }

  /** Whether this is one of several processes. */
  boolean several() {
    return size != 1;
  }

  private static int number(Map<String, String> variables, String name, int otherwise) {
    String value = variables.getOrDefault(name, "");
    return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : otherwise;
  }
}
