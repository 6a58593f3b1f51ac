package org.jzfof.walk;

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
  /** The top nodes of the ranks that this rank has to look at. */
  static RemoteNodes top(TreePlane top, ChildRequest.Context context) {
    Communicator comm = context.arrays().comm();
    int size = comm.size();
    int n = Math.toIntExact(top.count());
    long[] sendStart = new long[size + 1];
    for (int r = 0; r < size; r++) {
      sendStart[r + 1] = sendStart[r] + (looksAt(r, comm.rank()) ? n : 0);
    }
    long[] start = context.arrays().announce(sendStart);
    int[] again = IntStream.range(0, (int) sendStart[size]).map(i -> i % n).toArray();
    DeviceArray received =
        context.memory().allocate(ElementType.I32, start[size] * TreePlane.NODE_INTS);
    try (DeviceArray rows = context.memory().upload(again);
        DeviceArray send = context.particles().gather(top.nodes(), TreePlane.NODE_INTS, rows)) {
      context.arrays().exchangeRows(TreePlane.NODE_INTS, send, sendStart, received, start);
    }
    return new RemoteNodes(new TreePlane(start[size], received), start);
  }

  private static boolean looksAt(int rank, int other) {
    return rank != other && (rank < other) == ((rank + other) % 2 == 0);
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
