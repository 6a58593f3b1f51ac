package org.jzfof.walk;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.tree.TreePlane;

/**
 * Copies of nodes of other ranks, grouped by their owners.
 *
 * <p>Each pair of ranks is looked at by one of them: by the lower one if the sum of their numbers
 * is even, by the higher one if it is odd, so that the work is shared out.
 *
 * @param plane the nodes; first children are indices on the owner
 * @param start first node of each rank [size+1]
 */
public record RemoteNodes(TreePlane plane, long[] start) implements AutoCloseable {
  private static final int NODE_BYTES = TreePlane.NODE_INTS * Integer.BYTES;

  /** The top nodes of the ranks that this rank has to look at. */
  static RemoteNodes top(TreePlane top, ChildRequest.Context context) {
    Communicator comm = context.arrays().comm();
    int size = comm.size();
    int n = Math.toIntExact(top.count());
    long[] sendStart = new long[size + 1];
    long[] counts = new long[size];
    for (int r = 0; r < size; r++) {
      counts[r] = looksAt(r, comm.rank()) ? n : 0;
      sendStart[r + 1] = sendStart[r] + counts[r];
    }
    long[] start = incoming(comm, counts);
    int[] again = IntStream.range(0, (int) sendStart[size]).map(i -> i % n).toArray();
    DeviceArray received =
        context.memory().allocate(ElementType.I32, start[size] * TreePlane.NODE_INTS);
    try (DeviceArray rows = context.memory().upload(again);
        DeviceArray send = context.particles().gather(top.nodes(), TreePlane.NODE_INTS, rows)) {
      context.arrays().exchange(send, bytes(sendStart), received, bytes(start));
    }
    return new RemoteNodes(new TreePlane(start[size], received), start);
  }

  private static boolean looksAt(int rank, int other) {
    return rank != other && (rank < other) == ((rank + other) % 2 == 0);
  }

  /** Tells every rank how much it gets; returns where each rank's share begins here. */
  static long[] incoming(Communicator comm, long[] counts) {
    long[][] send = new long[counts.length][];
    Arrays.setAll(send, r -> new long[] {counts[r]});
    long[][] received = comm.allToAll(send);
    long[] start = new long[counts.length + 1];
    for (int r = 0; r < counts.length; r++) {
      start[r + 1] = start[r] + received[r][0];
    }
    return start;
  }

  private static long[] bytes(long[] nodes) {
    return Arrays.stream(nodes).map(n -> n * NODE_BYTES).toArray();
  }

  /** Number of nodes. */
  public long count() {
    return plane.count();
  }

  @Override
  public void close() {
    plane.close();
  }
}
