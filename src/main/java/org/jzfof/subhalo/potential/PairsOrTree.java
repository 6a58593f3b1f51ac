package org.jzfof.subhalo.potential;

import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Cleanup;

/** Potentials by sums over all pairs, or by a tree where there are a great many of them. */
public final class PairsOrTree implements PotentialSums {
  private final PotentialSums pairs;
  private final PotentialSums tree;
  private final Limits limits;

  /**
   * What is summed by a tree: the same on all devices, as the sums are not quite those over pairs.
   *
   * @param pairs of a request at least
   * @param sources of a request at least
   * @param piece sources of one tree, at most; more have several
   */
  public record Limits(long pairs, int sources, int piece) {
    /** A set of 32 768, and what is removed from larger ones. */
    public static final Limits STANDARD = new Limits(1L << 30, 1 << 12, 1 << 24);

    /** Whether the potential of so many sources at so many targets is that of trees. */
    public boolean areReachedBy(long sourceCount, long targetCount) {
      return sourceCount * targetCount >= pairs && sourceCount >= sources;
    }

    private boolean areReachedBy(Request request) {
      return areReachedBy(request.sources().count(), request.targets().count());
    }
  }

  /** Chooses between kernels and trees of one backend. */
  public static PotentialSumKernels kernels(
      PotentialSumKernels pairs, PotentialKernels trees, DeviceMemory memory, Limits limits) {
    return (members, softening) ->
        new PairsOrTree(
            pairs.open(members, softening),
            new TreeSums(
                new MassTrees(memory, trees, members.map(), softening), members, limits.piece()),
            limits);
  }

  /** Takes both over, to close them. */
  private PairsOrTree(PotentialSums pairs, PotentialSums tree, Limits limits) {
    this.pairs = pairs;
    this.tree = tree;
    this.limits = limits;
  }

  @Override
  public void add(List<Request> requests) {
    var byTree = requests.stream().collect(Collectors.partitioningBy(limits::areReachedBy));
    pairs.add(byTree.get(false));
    tree.add(byTree.get(true));
  }

  @Override
  public void close() {
    Cleanup.close(tree, pairs);
  }
}
