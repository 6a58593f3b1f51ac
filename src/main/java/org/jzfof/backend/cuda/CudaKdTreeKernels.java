package org.jzfof.backend.cuda;

import static org.jzfof.backend.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourLists;
import org.jzfof.knn.Neighbours;
import org.jzfof.methods.KdQueries;
import org.jzfof.methods.KdTree;
import org.jzfof.methods.KdTreeKernels;
import org.jzfof.methods.LeftBalancedShape;
import org.jzfof.methods.Places;

/** The k-d tree on the GPU. */
final class CudaKdTreeKernels implements KdTreeKernels {
  private static final String STAGE = "kdtree";
  private static final int SEARCH_BLOCK = 128;

  /** Most neighbours whose heap a thread has for itself. */
  private static final int MAX_IN_THREAD = 64;

  private static final int LEAST_IN_THREAD = 8;

  /** Bytes for the heaps of queries that are answered at a time, where one is not more. */
  private static final long HEAP_BYTES = 64L << 20;

  private static final int ENTRY_BYTES = Double.BYTES + Integer.BYTES;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaKdTreeKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /** A kernel for the precision of coordinates. */
  private Launch launch(String kernel, DeviceArray xyz) {
    return kernels.launch(STAGE, kernel + "_" + xyz.type().bytes());
  }

  @Override
  public Wrapped wrap(Coordinates points, Box box) {
    if (!box.periodic()) {
      return null;
    }
    DeviceArray xyz = points.xyz();
    try (Scope made = new Scope();
        DeviceArray farthest = memory.zeros(ElementType.I64, 1)) {
      DeviceArray wrapped = made.add(memory.allocate(xyz.type(), xyz.length()));
      launch("wrap_points", xyz)
          .arg(xyz)
          .arg(points.count())
          .struct(new KnnSpace(box).fields(ElementType.F64))
          .arg(wrapped)
          .arg(farthest)
          .run(xyz.length());
      double most = Double.longBitsToDouble(memory.get(farthest, 0));
      return most == 0 ? null : made.keep(new Wrapped(wrapped, most));
    }
  }

  @Override
  public DeviceArray sortByCoordinate(DeviceArray words, Coordinates points, int dimension) {
    DeviceArray xyz = points.xyz();
    long n = words.length();
    if (xyz.type() == ElementType.F32) {
      launch("coordinate_words", xyz).arg(xyz).arg(n).arg(dimension).arg(words).run(n);
      return algorithms.sort(words, Integer.SIZE, Long.SIZE);
    }
    DeviceArray sorted = words;
    for (int upper = 0; upper < 2; upper++) {
      launch("coordinate_words", xyz).arg(xyz).arg(n).arg(dimension).arg(upper).arg(sorted).run(n);
      sorted = algorithms.sort(sorted, Integer.SIZE, Long.SIZE);
    }
    return sorted;
  }

  @Override
  public DeviceArray sortByTag(DeviceArray words, DeviceArray tags, int bits) {
    long n = words.length();
    kernels.launch(STAGE, "tag_words").arg(tags).arg(n).arg(words).run(n);
    return algorithms.sort(words, Integer.SIZE, Integer.SIZE + bits);
  }

  @Override
  public void updateTags(DeviceArray tags, DeviceArray words, LeftBalancedShape shape, int level) {
    long done = LeftBalancedShape.above(level);
    kernels
        .launch(STAGE, "update_tags")
        .arg(tags)
        .arg(words)
        .struct(shape.count(), shape.levels())
        .arg(done)
        .run(shape.count() - done);
  }

  @Override
  public Rows places(DeviceArray words, Coordinates points) {
    long n = points.count();
    try (Scope made = new Scope();
        DeviceArray firsts = memory.zeros(ElementType.I32, (n + 31) / 32 + 1)) {
      DeviceArray next = made.add(memory.allocate(ElementType.I32, n));
      launch("mark_places", points.xyz())
          .arg(points.xyz())
          .arg(n)
          .arg(words)
          .arg(next)
          .arg(firsts)
          .run(n);
      return made.keep(new Rows(algorithms.indices(firsts, 0), next));
    }
  }

  /** A kernel with the tree and the queries of a range of places. */
  private Launch search(String kernel, KdTree tree, KdQueries queries, long from, long to) {
    int[] dimensions = tree.dimensions();
    KnnSpace space = new KnnSpace(tree.box());
    DeviceArray places = queries.places().xyz();
    return launch(kernel, tree.nodes().xyz())
        .struct(
            address(tree.nodes().xyz()),
            address(tree.nodes().row()),
            tree.nodes().next() == null ? 0 : address(tree.nodes().next()),
            tree.nodes().isWrapped() ? address(tree.points().xyz()) : 0,
            tree.nodes().count(),
            dimensions.length,
            dimensions[0],
            dimensions.length > 1 ? dimensions[1] : 0,
            dimensions.length > 2 ? dimensions[2] : 0,
            space.flat())
        .struct(space.fields(ElementType.F64))
        .struct(
            tree.nodes().slack()[0],
            tree.nodes().slack()[1],
            tree.nodes().slack()[2],
            Places.ROUNDING)
        .struct(
            address(places),
            places.type() == ElementType.F64 ? 1 : 0,
            address(queries.order()),
            queries.reach() == null ? 0 : address(queries.reach()))
        .arg(from)
        .arg(to);
  }

  /** Queries that are answered at a time with heaps in device memory. */
  private static long block(long queries, int k) {
    return Math.min(queries, Math.max(1, HEAP_BYTES / (ENTRY_BYTES * (long) k)));
  }

  @Override
  public long bytesToSearch(long queries, int k) {
    return k <= MAX_IN_THREAD ? queries / Byte.SIZE : block(queries, k) * k * ENTRY_BYTES;
  }

  @Override
  public void nearest(KdTree tree, KdQueries queries, Neighbours found) {
    if (found.k() > MAX_IN_THREAD || tree.nodes().next() != null) {
      nearest(tree, queries, null, found);
      return;
    }
    long count = queries.to() - queries.from();
    try (DeviceArray bits = memory.zeros(ElementType.I32, (count + 31) / 32 + 1)) {
      int capacity = Math.max(LEAST_IN_THREAD, Integer.highestOneBit(2 * found.k() - 1));
      answers(
              search("find_nearest_" + capacity, tree, queries, queries.from(), queries.to()),
              queries,
              found)
          .arg(bits)
          .run(count, SEARCH_BLOCK);
      try (DeviceArray undecided = algorithms.indices(bits, 0)) {
        nearest(tree, queries, undecided, found);
      }
    }
  }

  /** With heaps in device memory. */
  private void nearest(KdTree tree, KdQueries queries, DeviceArray chosen, Neighbours found) {
    long first = chosen == null ? queries.from() : 0;
    long end = chosen == null ? queries.to() : chosen.length();
    long block = block(end - first, found.k());
    try (DeviceArray distances = memory.allocate(ElementType.F64, block * found.k());
        DeviceArray rows = memory.allocate(ElementType.I32, block * found.k())) {
      for (long from = first; from < end; from += block) {
        long to = Math.min(from + block, end);
        Launch launch =
            search("find_nearest", tree, queries, from, to)
                .arg(chosen)
                .arg(distances)
                .arg(rows)
                .arg(queries.from());
        answers(launch, queries, found).run(to - from, SEARCH_BLOCK);
      }
    }
  }

  private static Launch answers(Launch launch, KdQueries queries, Neighbours found) {
    return launch.struct(
        address(found.row()),
        address(found.distance()),
        found.distance().type() == ElementType.F64 ? 1 : 0,
        found.k(),
        queries.byPlace() ? 1 : 0);
  }

  @Override
  public void count(KdTree tree, KdQueries queries, DeviceArray counts) {
    search("count_ball", tree, queries, queries.from(), queries.to())
        .arg(counts)
        .run(queries.to() - queries.from(), SEARCH_BLOCK);
  }

  @Override
  public void list(KdTree tree, KdQueries queries, NeighbourLists lists) {
    search("list_ball", tree, queries, queries.from(), queries.to())
        .arg(lists.start())
        .arg(lists.row())
        .arg(lists.distance())
        .run(queries.to() - queries.from(), SEARCH_BLOCK);
  }
}
