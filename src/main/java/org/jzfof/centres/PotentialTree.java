package org.jzfof.centres;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * Members of groups, and a tree over those of each group, by which their potential is bounded.
 *
 * @param start I64 [G+1] first member of each group; belongs to the member list
 * @param x I32 [m] fixed-point coordinates of the members, group by group in Morton order
 * @param y I32 [m]
 * @param z I32 [m]
 * @param mass F64 [m]
 * @param levels of nodes; level 0 has {@link #FANOUT} members in a node, every other one as many
 *     nodes of the level below; nodes have members of one group, and the last of a group may have
 *     fewer
 */
public record PotentialTree(
    DeviceArray start,
    DeviceArray x,
    DeviceArray y,
    DeviceArray z,
    DeviceArray mass,
    List<Level> levels)
    implements AutoCloseable {
  /** Members of a node of level 0, and children of any other. */
  public static final int FANOUT = 8;

  /** Doubles of a node. */
  public static final int NODE_DOUBLES = 6;

  /**
   * Nodes of one level.
   *
   * @param start I64 [G+1] first node of each group
   * @param anchor I32 [3·nodes] place of the first member
   * @param node F64 [{@link #NODE_DOUBLES}·nodes] centre of mass from there [3], mass M, sum of m
   *     d² and largest d, of the distances d of the members from the centre of mass
   */
  public record Level(DeviceArray start, DeviceArray anchor, DeviceArray node)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(start, anchor, node);
    }
  }

  /**
   * First nodes of the groups on each level, until no group has more than {@link #FANOUT}.
   *
   * @param members first member of each group, and their number [G+1]
   */
  public static List<long[]> levelStarts(long[] members) {
    List<long[]> levels = new ArrayList<>();
    long[] finer = members;
    long longest;
    do {
      longest = 0;
      long[] start = new long[finer.length];
      for (int g = 0; g + 1 < finer.length; g++) {
        long nodes = (finer[g + 1] - finer[g] + FANOUT - 1) / FANOUT;
        longest = Math.max(longest, nodes);
        start[g + 1] = start[g] + nodes;
      }
      levels.add(start);
      finer = start;
    } while (longest > FANOUT);
    return levels;
  }

  /** The same with one more level. */
  public PotentialTree with(Level level) {
    List<Level> more = new ArrayList<>(levels);
    more.add(level);
    return new PotentialTree(start, x, y, z, mass, List.copyOf(more));
  }

  /** Number of groups. */
  public int groups() {
    return (int) start.length() - 1;
  }

  /** Number of members. */
  public long members() {
    return x.length();
  }

  @Override
  public void close() {
    Cleanup.close(x, y, z, mass);
    Cleanup.close(levels.toArray(AutoCloseable[]::new));
  }
}
