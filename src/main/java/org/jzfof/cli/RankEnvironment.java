package org.jzfof.cli;

import java.util.Map;

/**
 * What the program that started this process says about it.
 *
 * @param launcher name of that program
 * @param rank of this process, from 0
 * @param size number of processes
 * @param connected whether Open MPI can connect the processes
 */
record RankEnvironment(String launcher, int rank, int size, boolean connected) {
  /** A process of its own. */
  static final RankEnvironment ALONE = new RankEnvironment("nobody", 0, 1, true);

  /**
   * @param variables environment of the process
   */
  static RankEnvironment of(Map<String, String> variables) {
    if (variables.containsKey("OMPI_COMM_WORLD_SIZE")) {
      int rank = number(variables, "OMPI_COMM_WORLD_RANK", 0);
      return new RankEnvironment(
          "mpirun", rank, number(variables, "OMPI_COMM_WORLD_SIZE", 1), true);
    }
    if (variables.containsKey("SLURM_STEP_NUM_TASKS")) { // not in a batch script itself
      int rank = number(variables, "SLURM_PROCID", 0);
      int size = number(variables, "SLURM_STEP_NUM_TASKS", 1);
      return new RankEnvironment("srun", rank, size, variables.containsKey("PMIX_RANK"));
    }
    if (variables.containsKey("PMI_SIZE")) { // MPICH and its relatives
      int rank = number(variables, "PMI_RANK", 0);
      return new RankEnvironment(
          "another MPI's mpiexec", rank, number(variables, "PMI_SIZE", 1), false);
    }
    return ALONE;
  }

  /** Whether this is one of several processes. */
  boolean several() {
    return size > 1;
  }

  private static int number(Map<String, String> variables, String name, int otherwise) {
    String value = variables.getOrDefault(name, "");
    return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : otherwise;
  }
}
