package org.jzfof.walk;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.tree.TreePlane;

/**
 * Asks the owners of remote nodes for the children of those that a list still names: each rank is
 * asked once, and then answers for as many arrays as are wanted.
 */
public final class ChildRequest implements AutoCloseable {
  private static final int RANGE_INTS = 2;

  private final Context context;
  private final DeviceArray which;
  private final RangeRows wanted;
  private final long[] wantedStart;
  private final RangeRows asked;
  private final long[] askedStart;

  /**
   * What requests need.
   *
   * @param kernels for requests
   * @param particles to gather what others ask for
   * @param arrays the ranks
   * @param memory of the device
   */
  public record Context(
      RemoteKernels kernels,
      ParticleKernels particles,
      ArrayExchange arrays,
      DeviceMemory memory) {}

  /**
   * Sends the request; every rank calls it.
   *
   * @param list pairs with the nodes as sources
   * @param coincidentOnce of a leaf whose points are all at one place only the first is wanted
   */
  ChildRequest(Context context, RemoteNodes nodes, InteractionList list, boolean coincidentOnce) {
    this.context = context;
    RemoteKernels kernels = context.kernels;
    this.which = kernels.sources(list, nodes.count());
    long[] rangeStart = kernels.lowerBounds(which, nodes.start());
    long[] incoming = context.arrays.announce(rangeStart);
    long comingIn = incoming[incoming.length - 1];
    try (DeviceArray ranges = kernels.childRanges(nodes.plane(), which, coincidentOnce);
        DeviceArray others = context.memory.allocate(ElementType.I32, RANGE_INTS * comingIn)) {
      this.wanted = kernels.rows(ranges);
      context.arrays.exchangeRows(RANGE_INTS, ranges, rangeStart, others, incoming);
      this.asked = kernels.rows(others);
    }
    this.wantedStart = startOfRank(wanted, rangeStart);
    this.askedStart = startOfRank(asked, incoming);
  }

  private long[] startOfRank(RangeRows rows, long[] rangeStart) {
    return Unsigned.toLongs(context.memory.pick(rows.start(), 1, Unsigned.toInts(rangeStart)));
  }

  /** Number of children. */
  public long count() {
    return wanted.rows().length();
  }

  /** First child of each rank [size+1]. */
  public long[] start() {
    return wantedStart.clone();
  }

  /** I32 [m] the nodes whose children were asked for, increasing. */
  public DeviceArray which() {
    return which;
  }

  /** I32 [m+1] the first child of each of them, as an index into what is fetched. */
  public DeviceArray firstChild() {
    return wanted.start();
  }

  /**
   * Fetches a value of every child; every rank calls it.
   *
   * @param array of this rank, from which it answers the others [width·rows]
   * @param width elements per row
   * @return [width·{@link #count()}]
   */
  public DeviceArray fetch(DeviceArray array, int width) {
    DeviceArray fetched = context.memory.allocate(array.type(), width * count());
    try (DeviceArray answers = context.particles.gather(array, width, asked.rows())) {
      context.arrays.exchangeRows(width, answers, askedStart, fetched, wantedStart);
    }
    return fetched;
  }

  /** The children as remote nodes of their own. */
  RemoteNodes nodes(TreePlane children) {
    DeviceArray fetched = fetch(children.nodes(), TreePlane.NODE_INTS);
    return new RemoteNodes(new TreePlane(count(), fetched), start());
  }

  /** A copy of the nodes whose first children are indices into what is fetched. */
  public TreePlane relocated(RemoteNodes nodes) {
    return context.kernels.withFirstChildren(nodes.plane(), which, wanted.start());
  }

  @Override
  public void close() {
    which.close();
    wanted.close();
    asked.close();
  }
}
