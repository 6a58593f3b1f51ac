package org.jzfof.subhalo.potential;

import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Cleanup;

/** Potentials by sums over all pairs, or by trees for requests with many pairs. */
public final class PairsOrTree implements PotentialSums {
  private final PotentialSums pairs;
  private final PotentialSums tree;
  private final Limits limits;

  /**
   * Limits from which requests are summed up by trees. They are the same on all devices, as the
   * sums of trees differ slightly from those over pairs.
   *
   * @param pairs minimum number of pairs of such a request
   * @param sources minimum number of sources of such a request
   * @param piece maximum number of sources of one tree; more sources are split among several trees
   */
  public record Limits(long pairs, int sources, int piece) {
    /**
     * Limits that a complete set of 32 768 members reaches, and the members removed from larger
     * sets.
     */
    public static final Limits STANDARD = new Limits(1L << 30, 1 << 12, 1 << 24);

    /** Returns whether a request is summed up by trees. */
    public boolean areReachedBy(long sourceCount, long targetCount) {
      return sourceCount * targetCount >= pairs && sourceCount >= sources;
    }

    private boolean areReachedBy(Request request) {
      return areReachedBy(request.sources().count(), request.targets().count());
    }
  }

  /** Returns kernels that choose between pairs and trees of one backend. */
  public static PotentialSumKernels kernels(
      PotentialSumKernels pairs, PotentialKernels trees, DeviceMemory memory, Limits limits) {
    return members ->
        new PairsOrTree(
            pairs.open(members),
            new TreeSums(new MassTrees(memory, trees, members.map()), members, limits.piece()),
            limits);
  }

  /** Takes ownership of both sums. */
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
