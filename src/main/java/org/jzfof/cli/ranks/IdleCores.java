package org.jzfof.cli.ranks;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;

/** Warns of cores that stay idle because a launcher has bound each rank to a single core. */
final class IdleCores {
  /** Maximum number of hardware threads of one core. */
  private static final int ONE_CORE = 2;

  private IdleCores() {}

  /**
   * Returns a sentence about idle cores of this node, or null; all ranks call it together. The
   * cores of the launcher are assumed to be those of the job. If the launcher is not the parent of
   * the ranks, or belongs to another user, the result is null.
   */
  static String warning(Communicator comm, String launcher) {
    BitSet[] ranks = CoreShare.ofNode(NodeRanks.of(comm), comm);
    return ProcessHandle.current()
        .parent()
        .flatMap(CoreShare::cores)
        .map(cores -> warning(ranks, cores, launcher))
        .orElse(null);
  }

  /**
   * @param ranks cores of each rank of the node
   * @param launcherCores cores of the launcher
   */
  static String warning(BitSet[] ranks, BitSet launcherCores, String launcher) {
    BitSet usedCores = new BitSet();
    Arrays.stream(ranks).forEach(usedCores::or);
    BitSet idle = (BitSet) launcherCores.clone();
    idle.andNot(usedCores);
    boolean bound = Arrays.stream(ranks).allMatch(cores -> cores.cardinality() <= ONE_CORE);
    if (!bound || idle.isEmpty()) {
      return null;
    }
    return ("%s has bound each rank to a single core, so that %d of %d cores stay idle: run it with --bind-to none")
        .formatted(launcher, idle.cardinality(), launcherCores.cardinality());
  }
}
