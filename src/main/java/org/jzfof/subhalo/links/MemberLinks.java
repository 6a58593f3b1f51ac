package org.jzfof.subhalo.links;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Finds the denser members among the nearest members of each member on the host ({@link
 * DensityKernels#denser}).
 */
public final class MemberLinks {
  /** Number of members from which several threads share a group. */
  private static final int LONG = 1 << 13;

  private static final int GRAIN = 1 << 10;
  private static final int DENSER = 2;

  /** Links members as {@link DensityKernels#denser} does. */
  public int[] denser(FixedPoint map, int[] start, int[] position, long[] id, double[] density) {
    LinkCriterion metric = LinkCriterion.of(map, 1);
    int[] denser = new int[DENSER * start[start.length - 1]];
    Arrays.fill(denser, SubhaloMembers.NONE);
    int[] longest =
        IntStream.range(0, start.length - 1)
            .boxed()
            .sorted(Comparator.comparingInt(g -> start[g] - start[g + 1]))
            .mapToInt(g -> g)
            .toArray();
    int longCount =
        (int) Arrays.stream(longest).filter(g -> start[g + 1] - start[g] >= LONG).count();
    for (int i = 0; i < longCount; i++) {
      Group group =
          new Group(metric, start[longest[i]], start[longest[i] + 1], position, id, density);
      Parallel.forRange(group.tree.count(), GRAIN, (from, to) -> group.link(denser, from, to));
    }
    Parallel.forRange(
        longest.length - longCount,
        1,
        (from, to) -> {
          for (int i = longCount + from; i < longCount + to; i++) {
            int g = longest[i];
            Group group = new Group(metric, start[g], start[g + 1], position, id, density);
            group.link(denser, 0, group.tree.count());
          }
        });
    return denser;
  }

  /** The tree and the densities of one group. */
  private static final class Group {
    private final LinkCriterion metric;
    private final int start;
    private final MemberTree tree;
    private final double[] density; // in the order of the tree

    Group(LinkCriterion metric, int start, int end, int[] position, long[] id, double[] density) {
      this.metric = metric;
      this.start = start;
      this.tree = new MemberTree(position, id, start, end);
      this.density = new double[end - start];
      Arrays.setAll(this.density, i -> density[start + tree.member(i)]);
    }

    void link(int[] denser, int from, int to) {
      DenserMembers links =
          new DenserMembers(tree, metric, density, SubhaloKernels.MIN_MEMBERS - 1);
      tree.forEachLeaf(
          from,
          to,
          (leaf, first, end) ->
              links.search(
                  leaf,
                  first,
                  end,
                  (i, nearest, second) -> {
                    int at = DENSER * (start + tree.member(i));
                    denser[at] = nearest < 0 ? SubhaloMembers.NONE : tree.member(nearest);
                    denser[at + 1] = second < 0 ? SubhaloMembers.NONE : tree.member(second);
                  }));
    }
  }
}
