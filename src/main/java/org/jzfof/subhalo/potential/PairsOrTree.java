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
   */
  public record Limits(long pairs, int sources) {
    /** A set of 32 768, and what is removed from larger ones. */
    public static final Limits STANDARD = new Limits(1L << 30, 1 << 12);

    boolean areReachedBy(Request request) {
      return request.pairs() >= pairs && request.sources().count() >= sources;
    }
  }

  /** Chooses between kernels and trees of one backend. */
  public static PotentialSumKernels kernels(
      PotentialSumKernels pairs, PotentialKernels trees, DeviceMemory memory, Limits limits) {
    return (members, softening) ->
        new PairsOrTree(
            pairs.open(members, softening),
            new TreeSums(memory, trees, members, softening),
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
