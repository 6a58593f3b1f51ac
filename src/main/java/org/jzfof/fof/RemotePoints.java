package org.jzfof.fof;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.links.GlobalIndex;
import org.jzfof.walk.RemoteNodes;
import org.jzfof.walk.RemoteWalk;

/**
 * Copies of the points of remote leaves.
 *
 * @param points their coordinates, in the order of the leaves; without rows
 * @param firstOfLeaf first point of each remote leaf
 * @param origin each point on its own rank, as a {@link GlobalIndex}
 * @param leader for each point of a leaf that is one group the first point of the leaf, for others
 *     the point itself
 */
record RemotePoints(SortedPoints points, int[] firstOfLeaf, long[] origin, int[] leader)
    implements AutoCloseable {

  /** Asks the owners for the points of all leaves that the walk has left; every rank calls it. */
  static RemotePoints fetch(
      RemoteWalk.Result walk, SortedPoints own, Communicator comm, DeviceMemory memory) {
    RemoteNodes leaves = walk.leaves();
    BitSet used = walk.used(memory);
    BitSet coincident = new BitSet();
    used.stream().filter(leaves::isPoint).forEach(coincident::set);
    RemoteNodes.Rows rows = leaves.children(used, coincident, memory, 1, own.x(), own.y(), own.z());
    int[][] xyz = Arrays.stream(rows.perRank()).map(Parts::join).toArray(int[][]::new);
    int count = xyz[0].length;
    long[] origin = new long[count];
    int[] leader = new int[count];
    int[] start = leaves.start();
    for (int r = 0; r < comm.size(); r++) {
      for (int leaf = used.nextSetBit(start[r]);
          leaf >= 0 && leaf < start[r + 1];
          leaf = used.nextSetBit(leaf + 1)) {
        int first = rows.firstRow()[leaf];
        for (int k = 0; k < leaves.childrenOf(leaf, coincident); k++) {
          origin[first + k] = GlobalIndex.of(r, leaves.first(leaf) + k);
          leader[first + k] = leaves.oneGroup(leaf) ? first : first + k;
        }
      }
    }
    SortedPoints points =
        new SortedPoints(
            count,
            memory.upload(xyz[0]),
            memory.upload(xyz[1]),
            memory.upload(xyz[2]),
            memory.upload(new int[0]));
    return new RemotePoints(points, rows.firstRow(), origin, leader);
  }

  int count() {
    return origin.length;
  }

  /** Places of the remote points behind n points. */
  int[] places(long n) {
    int[] places = new int[count()];
    for (int j = 0; j < places.length; j++) {
      places[j] = (int) n + j;
    }
    return places;
  }

  /** Pointers of the remote points before any link, behind n points. */
  int[] initialPointers(long n) {
    int[] pointers = leader.clone();
    for (int j = 0; j < pointers.length; j++) {
      pointers[j] += (int) n;
    }
    return pointers;
  }

  /** Pairs of a root among the n points of this rank and a point of another rank. */
  long[] edges(int[] roots, long n, int rank) {
    long[] edges = new long[2 * count()];
    int length = 0;
    for (int j = 0; j < roots.length; j++) {
      if (leader[j] == j && roots[j] < n) {
        edges[length++] = GlobalIndex.of(rank, roots[j]);
        edges[length++] = origin[j];
      }
    }
    return Arrays.copyOf(edges, length);
  }

  @Override
  public void close() {
    points.close();
  }
}
