package org.jzfof.cluster;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Scope;
import org.jzfof.fof.EdgeResolver;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.LabelTable;
import org.jzfof.fof.LongList;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.DistributedPoints;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * Friends-of-friends of the points of all ranks, by distances in double. Each rank links the points
 * of its domain and copies of those of other domains that are near; every copy that has been linked
 * to a point here is an edge between two ranks, and all edges are resolved at once.
 */
public final class CoreLinks {
  private static final int NONE = -1;

  private final LinkKernels links;
  private final FofKernels fof;
  private final DistributedIndex.Context context;
  private final DeviceMemory memory;
  private final Communicator comm;

  /**
   * @param links links points within a radius
   * @param fof follows pointers to their ends
   * @param context with the ranks
   */
  public CoreLinks(LinkKernels links, FofKernels fof, DistributedIndex.Context context) {
    this.links = links;
    this.fof = fof;
    this.context = context;
    this.memory = context.memory();
    this.comm = context.arrays().comm();
  }

  /**
   * Links points; every rank calls it.
   *
   * @param read points that this rank has; kept open by the caller
   * @param eps largest distance of points that are linked
   * @return for each of them, in their order, a {@link GlobalIndex} that is the same for all points
   *     of a group and for no other
   */
  public long[] labels(Coordinates read, Box box, double eps) {
    try (DistributedPoints shared = new DistributedPoints(context, read, box, null)) {
      long[] labels = labels(shared, box, eps);
      return sentHome(shared, labels, read.count());
    }
  }

  /** Of the points of this rank's domain. */
  private long[] labels(DistributedPoints shared, Box box, double eps) {
    Coordinates points = shared.points();
    int count = Math.toIntExact(points.count());
    int[] root;
    long[] copied;
    try (DeviceArray searchRadius = memory.uploadSame(eps, points.count());
        DeviceArray numbers = numbers(points.count());
        Redistribution way = shared.way(shared.near(points, searchRadius, comm.rank()));
        DeviceArray copies = way.sendCopy(points.xyz(), 3);
        DeviceArray number = way.sendCopy(numbers, 1);
        Coordinates all = joined(points, copies)) {
      copied = memory.toLongs(number);
      root = roots(all, box, eps);
    }
    long[] edges = edges(root, count, copied);
    EdgeResolver resolver = new EdgeResolver(comm, asked -> rootsOf(asked, root));
    LabelTable outer = resolver.resolve(edges).labels();
    long[] labels = new long[count];
    Arrays.setAll(
        labels,
        i -> {
          long label = outer.get(root[i]);
          return label == LabelTable.NONE ? GlobalIndex.of(comm.rank(), root[i]) : label;
        });
    return labels;
  }

  /** The numbers of the points of this domain among those of all ranks. */
  private DeviceArray numbers(long count) {
    return memory.range(ElementType.I64, GlobalIndex.of(comm.rank(), 0), count);
  }

  /** Copies stand behind the points of this domain. */
  private Coordinates joined(Coordinates points, DeviceArray copies) {
    long own = points.xyz().length();
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(memory.allocate(points.xyz().type(), own + copies.length()));
      memory.copy(points.xyz(), xyz, own);
      memory.copy(copies, xyz, own, copies.length());
      return made.keep(new Coordinates(xyz.length() / 3, xyz));
    }
  }

  /** The row of each point's root. */
  private int[] roots(Coordinates points, Box box, double eps) {
    try (NeighbourIndex index = context.kernels().index(points, box);
        DeviceArray pointers = links.link(index, eps)) {
      fof.contract(pointers);
      int[] place = memory.toInts(pointers);
      int[] order = memory.toInts(index.order());
      int[] root = new int[order.length];
      for (int i = 0; i < order.length; i++) {
        root[order[i]] = order[place[i]];
      }
      return root;
    }
  }

  /**
   * Edges between groups of this domain and copies.
   *
   * @param root row of the root of each point and copy, which may be a copy; becomes the first
   *     point of this domain in each group, where there is one
   * @param count points of this domain
   * @param copied numbers of the copies
   * @return pairs of {@link GlobalIndex}
   */
  private long[] edges(int[] root, int count, long[] copied) {
    int[] first = new int[root.length];
    Arrays.fill(first, NONE);
    for (int i = 0; i < count; i++) {
      if (first[root[i]] == NONE) {
        first[root[i]] = i;
      }
      root[i] = first[root[i]];
    }
    LongList edges = new LongList();
    for (int i = count; i < root.length; i++) {
      int here = first[root[i]];
      if (here != NONE) {
        edges.add(GlobalIndex.of(comm.rank(), here));
        edges.add(copied[i - count]);
      }
    }
    return edges.toArray();
  }

  private static long[] rootsOf(long[] points, int[] root) {
    return Arrays.stream(points).map(point -> root[(int) point]).toArray();
  }

  /** Labels of the points that this rank has read, in their order. */
  private long[] sentHome(DistributedPoints shared, long[] labels, long count) {
    long first = comm.exclusiveScan(count);
    try (Redistribution home = shared.home();
        DeviceArray rows = home.sendCopy(shared.rows(), 1);
        DeviceArray values = home.send(memory.upload(labels), 1)) {
      long[] row = memory.toLongs(rows);
      long[] label = memory.toLongs(values);
      long[] inOrder = new long[row.length];
      for (int i = 0; i < row.length; i++) {
        inOrder[(int) (row[i] - first)] = label[i];
      }
      return inOrder;
    }
  }
}
