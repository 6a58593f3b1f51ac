package org.jzfof.centres;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Bisection;
import org.jzfof.error.Cleanup;

/**
 * Members of groups, and trees over the members of part of the groups, for bounds of their
 * potential.
 *
 * @param start I64 [G+1] first member of each group; owned by the member list
 * @param softening F64 [G] length of the {@link Softening} of each group
 * @param x I32 [m] fixed-point coordinates of the members, group by group in Morton order
 * @param y I32 [m], as x
 * @param z I32 [m], as x
 * @param mass F64 [m] masses of the members
 * @param levels levels of nodes: a node of level 0 has the members of a group in one cell, a node
 *     of a higher level the nodes of the level below in a cell of twice the side
 */
public record PotentialTree(
    DeviceArray start,
    DeviceArray softening,
    DeviceArray x,
    DeviceArray y,
    DeviceArray z,
    DeviceArray mass,
    List<Level> levels)
    implements AutoCloseable {
  /** Maximum number of nodes of a group on the highest level, and of children of a node. */
  public static final int FANOUT = 8;

  /** Mean number of members per node of level 0; larger for very many members, to save memory. */
  private static final int LEAF = 2;

  private static final int LARGE_LEAF = 8;
  private static final long VERY_MANY = 1L << 24;

  /** Number of bits of a coordinate. */
  public static final int BITS = 32;

  /** Number of doubles per node. */
  public static final int NODE_DOUBLES = 11;

  /**
   * Nodes of one level.
   *
   * @param start I64 [G+1] first node of each group
   * @param first I32 [nodes+1] first part of each node: a member, or a node of the level below; the
   *     members of a node end at the end of their group at the latest
   * @param anchor I32 [3·nodes] position of the first member
   * @param node F64 [{@link #NODE_DOUBLES}·nodes] centre of mass relative to the anchor [3], mass,
   *     largest distance of a member from the centre of mass, and second moments about it: xx, yy,
   *     zz, xy, xz, yz
   */
  public record Level(DeviceArray start, DeviceArray first, DeviceArray anchor, DeviceArray node)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(start, first, anchor, node);
    }
  }

  /**
   * Returns the number of bits of the side of the smallest cells that have nodes.
   *
   * @param members number of members of the groups
   * @param nodes number of nodes on level 0 as a function of the bits of a side
   */
  public static int smallestCell(long members, IntToLongFunction nodes) {
    int leaf = members > VERY_MANY ? LARGE_LEAF : LEAF;
    return Bisection.countBelow(BITS, bits -> leaf * nodes.applyAsLong(bits) > members);
  }

  /**
   * Returns whether no group has more than {@link #FANOUT} nodes.
   *
   * @param start first node of each group, and the number of nodes [G+1]
   */
  public static boolean isHighest(long[] start) {
    for (int g = 0; g + 1 < start.length; g++) {
      if (start[g + 1] - start[g] > FANOUT) {
        return false;
      }
    }
    return true;
  }

  /** Returns a tree with one more level. */
  public PotentialTree with(Level level) {
    List<Level> more = new ArrayList<>(levels);
    more.add(level);
    return new PotentialTree(start, softening, x, y, z, mass, List.copyOf(more));
  }

  /** Returns the number of groups. */
  public int groups() {
    return (int) start.length() - 1;
  }

  /** Returns the number of members. */
  public long members() {
    return x.length();
  }

  @Override
  public void close() {
    Cleanup.close(softening, x, y, z, mass);
    Cleanup.close(levels.toArray(AutoCloseable[]::new));
  }
}
