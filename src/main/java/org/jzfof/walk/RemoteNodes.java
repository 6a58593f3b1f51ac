package org.jzfof.walk;

import static org.jzfof.tree.TreePlane.FIRST;
import static org.jzfof.tree.TreePlane.NODE_INTS;
import static org.jzfof.tree.TreePlane.ONE_GROUP;
import static org.jzfof.tree.TreePlane.SIZE;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.IntMessages;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.tree.TreePlane;

/**
 * Copies of nodes of other ranks, grouped by their owners.
 *
 * <p>Each pair of ranks is looked at by one of them: by the lower one if the sum of their numbers
 * is even, by the higher one if it is odd, so that the work is shared out.
 */
public final class RemoteNodes {
  private final Communicator comm;
  private final int[] nodes;
  private final int[] start;

  /**
   * @param nodes as in a {@link TreePlane}; first children are indices on the owner
   * @param start first node of each rank [size+1]
   */
  private RemoteNodes(Communicator comm, int[] nodes, int[] start) {
    this.comm = comm;
    this.nodes = nodes;
    this.start = start;
  }

  /** The top nodes of the ranks that this rank has to look at. */
  static RemoteNodes top(Communicator comm, TreePlane top, DeviceMemory memory) {
    int[] mine = memory.toInts(top.nodes());
    int[][] send = new int[comm.size()][];
    for (int r = 0; r < send.length; r++) {
      send[r] = looksAt(r, comm.rank()) ? mine : new int[0];
    }
    return received(comm, IntMessages.allToAll(comm, send));
  }

  private static boolean looksAt(int rank, int other) {
    return rank != other && (rank < other) == ((rank + other) % 2 == 0);
  }

  private static RemoteNodes received(Communicator comm, int[][] parts) {
    int[] start = new int[parts.length + 1];
    for (int r = 0; r < parts.length; r++) {
      start[r + 1] = start[r] + parts[r].length / NODE_INTS;
    }
    return new RemoteNodes(comm, Parts.join(parts), start);
  }

  /** Number of nodes. */
  public int count() {
    return nodes.length / NODE_INTS;
  }

  /** Whether all points of a node are known to be in one group on their rank. */
  public boolean oneGroup(int node) {
    return nodes[node * NODE_INTS + SIZE] < 0;
  }

  /** First child of a node, as an index on its owner. */
  public int first(int node) {
    return nodes[node * NODE_INTS + FIRST];
  }

  /** Children of a node that are fetched: one where only the first is wanted. */
  public int childrenOf(int node, BitSet firstOnly) {
    return firstOnly.get(node) ? 1 : nodes[node * NODE_INTS + SIZE] & ~ONE_GROUP;
  }

  /**
   * Rows of arrays of the owners.
   *
   * @param perRank values from each rank, array by array [arrays][size][any]
   * @param firstRow where each node's rows begin
   */
  public record Rows(int[][][] perRank, int[] firstRow) {}

  /**
   * Asks the owners for the children of some nodes.
   *
   * @param used nodes whose children are wanted
   * @param firstOnly nodes of which only the first child is wanted
   * @param width elements per row
   * @param arrays of this rank, from which it answers the others: I32 [width·rows]
   * @return the children, and per node the first of its children among them
   */
  public Rows children(
      BitSet used, BitSet firstOnly, DeviceMemory memory, int width, DeviceArray... arrays) {
    int[] firstRow = new int[count()];
    int[][] requests = new int[comm.size()][];
    int rows = 0;
    for (int r = 0; r < comm.size(); r++) {
      int[] request = new int[2 * (start[r + 1] - start[r])];
      int length = 0;
      for (int i = used.nextSetBit(start[r]);
          i >= 0 && i < start[r + 1];
          i = used.nextSetBit(i + 1)) {
        int children = childrenOf(i, firstOnly);
        firstRow[i] = rows;
        rows += children;
        request[length++] = first(i);
        request[length++] = children;
      }
      requests[r] = Arrays.copyOf(request, length);
    }
    int[][] asked = IntMessages.allToAll(comm, requests);
    Arrays.setAll(asked, r -> expand(asked[r]));
    int[][][] answers = new int[arrays.length][comm.size()][];
    for (int a = 0; a < arrays.length; a++) {
      for (int r = 0; r < comm.size(); r++) {
        answers[a][r] = memory.pick(arrays[a], width, asked[r]);
      }
      answers[a] = IntMessages.allToAll(comm, answers[a]);
    }
    return new Rows(answers, firstRow);
  }

  private static int[] expand(int[] ranges) {
    int total = 0;
    for (int i = 1; i < ranges.length; i += 2) {
      total += ranges[i];
    }
    int[] rows = new int[total];
    int at = 0;
    for (int i = 0; i < ranges.length; i += 2) {
      for (int k = 0; k < ranges[i + 1]; k++) {
        rows[at++] = ranges[i] + k;
      }
    }
    return rows;
  }

  /** The children of some nodes as remote nodes of their own. */
  RemoteNodes of(Rows rows) {
    return received(comm, rows.perRank[0]);
  }

  /** A device copy whose first children are rows of what the owners answered. */
  public TreePlane upload(int[] firstRow, DeviceMemory memory) {
    int[] copy = nodes.clone();
    for (int i = 0; i < count(); i++) {
      copy[i * NODE_INTS + FIRST] = firstRow[i];
    }
    return new TreePlane(count(), memory.upload(copy));
  }

  /** A device copy as it is. */
  TreePlane upload(DeviceMemory memory) {
    return new TreePlane(count(), memory.upload(nodes));
  }

  /** First node of each rank [size+1]. */
  public int[] start() {
    return start.clone();
  }

  /** Whether the points of a leaf are all at one place. */
  public boolean isPoint(int node) {
    int at = node * NODE_INTS;
    return Arrays.equals(nodes, at, at + 3, nodes, at + TreePlane.UPPER, at + TreePlane.UPPER + 3);
  }
}
