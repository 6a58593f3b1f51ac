package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Finds the denser ones of the nearest members of each member on the host ({@link
 * DensityKernels#denser}).
 */
public final class MemberLinks {
  /** Members of a group that is worth several threads. */
  private static final int LONG = 1 << 13;

  private static final int GRAIN = 1 << 10;
  private static final int DENSER = 2;

  /** As {@link DensityKernels#denser}. */
  public int[] denser(FixedPoint map, int[] start, int[] place, long[] id, double[] density) {
    LinkCriterion metric = LinkCriterion.of(map, 1);
    int[] denser = new int[DENSER * start[start.length - 1]];
    Arrays.fill(denser, SubhaloMembers.NONE);
    int[] longest =
        IntStream.range(0, start.length - 1)
            .boxed()
            .sorted(Comparator.comparingInt(g -> start[g] - start[g + 1]))
            .mapToInt(g -> g)
            .toArray();
    int many = (int) Arrays.stream(longest).filter(g -> start[g + 1] - start[g] >= LONG).count();
    for (int i = 0; i < many; i++) {
      Group group = new Group(metric, start[longest[i]], start[longest[i] + 1], place, id, density);
      Parallel.forRange(group.tree.count(), GRAIN, (from, to) -> group.link(denser, from, to));
    }
    Parallel.forRange(
        longest.length - many,
        1,
        (from, to) -> {
          for (int i = many + from; i < many + to; i++) {
            int g = longest[i];
            Group group = new Group(metric, start[g], start[g + 1], place, id, density);
            group.link(denser, 0, group.tree.count());
          }
        });
    return denser;
  }

  /** One group. */
  private static final class Group {
    private final LinkCriterion metric;
    private final int start;
    private final double[] density;
    private final MemberTree tree;

    Group(LinkCriterion metric, int start, int end, int[] place, long[] id, double[] density) {
      this.metric = metric;
      this.start = start;
      this.density = density;
      this.tree = new MemberTree(place, id, start, end);
    }

    void link(int[] denser, int from, int to) {
      NearestMembers nearest = new NearestMembers(tree, metric, SubhaloKernels.LEAST - 1);
      tree.forEachLeaf(
          from,
          to,
          (leaf, start, end) -> {
            nearest.search(leaf, start, end);
            for (int i = start; i < end; i++) {
              link(denser, nearest, i, i - start);
            }
          });
    }

    private void link(int[] denser, NearestMembers nearest, int i, int q) {
      int at = DENSER * (start + tree.member(i));
      int kept = 0;
      for (int n = 0; n < nearest.count(q) && kept < DENSER; n++) {
        if (earlier(nearest.found(q, n), i)) {
          denser[at + kept++] = tree.member(nearest.found(q, n));
        }
      }
    }

    private boolean earlier(int i, int j) {
      int order = Double.compare(density[start + tree.member(j)], density[start + tree.member(i)]);
      return order < 0 || order == 0 && Long.compareUnsigned(tree.id(i), tree.id(j)) < 0;
    }
  }
}
