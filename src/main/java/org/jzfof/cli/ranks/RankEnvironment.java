package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jzfof.comm.mpi.Launcher;

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
    Launcher.ALL.stream()
        .filter(launcher -> launcher.hasStarted(variables))
        .forEach(launcher -> launchers.add(describe(launcher, variables)));
    return Stream.<IntPredicate>of(size -> size > 1, size -> size == 1, size -> true)
        .flatMap(sizes -> launchers.stream().filter(launcher -> sizes.test(launcher.size)))
        .findFirst()
        .orElse(ALONE);
  }

  private static RankEnvironment describe(Launcher launcher, Map<String, String> variables) {
    return new RankEnvironment(
        launcher.name() + " (" + launcher.rank() + " is set)",
        number(variables, launcher.rank(), 0),
        number(variables, launcher.size(), 0),
        true);
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
