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
 * Friends-of-friends of the points of all ranks, with distances in double precision. Each rank
 * links the points of its domain and copies of nearby points of other domains. Every copy that is
 * linked to a point of this domain is an edge between two ranks, and all edges are resolved at
 * once.
 */
public final class CoreLinks {
  private static final int NONE = -1;

  private final LinkKernels links;
  private final FofKernels fof;
  private final DistributedIndex.Context context;
  private final DeviceMemory memory;
  private final Communicator comm;

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
   * @param read points that this rank has read; kept open by the caller
   * @param eps largest distance of points that are linked
   * @return a {@link GlobalIndex} for each of these points, in their order, that is the same for
   *     all points of a group and differs between groups
   */
  public long[] labels(Coordinates read, Box box, double eps) {
    try (DistributedPoints shared = new DistributedPoints(context, read, box, null)) {
      long[] labels = labels(shared, box, eps);
      return sendHome(shared, labels, read.count());
    }
  }

  /** Labels of the points of this rank's domain. */
  private long[] labels(DistributedPoints shared, Box box, double eps) {
    Coordinates points = shared.points();
    int count = Math.toIntExact(points.count());
    int[] root;
    long[] copied;
    try (DeviceArray searchRadius = memory.uploadSame(eps, points.count());
        DeviceArray numbers = numbers(points.count());
        Redistribution redistribution =
            shared.redistribution(shared.near(points, searchRadius, comm.rank()));
        DeviceArray copies = redistribution.sendCopy(points.xyz(), 3);
        DeviceArray number = redistribution.sendCopy(numbers, 1);
        Coordinates all = append(points, copies)) {
      copied = memory.toLongs(number);
      root = roots(all, box, eps);
    }
    long[] edges = edges(root, count, copied);
    EdgeResolver resolver = new EdgeResolver(comm, requested -> rootsOf(requested, root));
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

  /** Global indices of the points of this domain. */
  private DeviceArray numbers(long count) {
    return memory.range(ElementType.I64, GlobalIndex.of(comm.rank(), 0), count);
  }

  /** Appends copies to the points of this domain. */
  private Coordinates append(Coordinates points, DeviceArray copies) {
    long local = points.xyz().length();
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(memory.allocate(points.xyz().type(), local + copies.length()));
      memory.copy(points.xyz(), xyz, local);
      memory.copy(copies, xyz, local, copies.length());
      return made.keep(new Coordinates(xyz.length() / 3, xyz));
    }
  }

  /** The row of each point's root. */
  private int[] roots(Coordinates points, Box box, double eps) {
    try (NeighbourIndex index = context.kernels().index(points, box);
        DeviceArray pointers = links.link(index, eps)) {
      fof.contract(pointers);
      int[] parent = memory.toInts(pointers);
      int[] order = memory.toInts(index.order());
      int[] root = new int[order.length];
      for (int i = 0; i < order.length; i++) {
        root[order[i]] = order[parent[i]];
      }
      return root;
    }
  }

  /**
   * Edges between groups of this domain and copies.
   *
   * @param root row of the root of each point and copy, which may be a copy; replaced for the
   *     points of this domain by the first point of this domain in the same group
   * @param count number of points of this domain
   * @param copied global indices of the copies
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
      int local = first[root[i]];
      if (local != NONE) {
        edges.add(GlobalIndex.of(comm.rank(), local));
        edges.add(copied[i - count]);
      }
    }
    return edges.toArray();
  }

  private static long[] rootsOf(long[] points, int[] root) {
    return Arrays.stream(points).map(point -> root[(int) point]).toArray();
  }

  /**
   * Sends labels to the ranks that have read the points, and returns those of this rank in the
   * order of its points.
   */
  private long[] sendHome(DistributedPoints shared, long[] labels, long count) {
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
