package org.jzfof.literature.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.KdTree;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.LeftBalancedShape;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cuda.KnnSpace;

/** The k-d tree on the GPU. */
public final class CudaKdTreeKernels implements KdTreeKernels {
  private static final String STAGE = "kdtree";
  private static final String CLOSEST = "kdtree_closest";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final ThreadSearch threads;

  public CudaKdTreeKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.threads = new ThreadSearch(memory, algorithms);
  }

  /** Prepares a kernel for the precision of coordinates. */
  private Launch launch(String kernel, DeviceArray xyz) {
    return kernels.launch(STAGE, kernel + "_" + xyz.type().bytes());
  }

  @Override
  public WrappedCoordinates wrap(Coordinates points, Box box) {
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
      double largest = Double.longBitsToDouble(memory.get(farthest, 0));
      return largest == 0 ? null : made.keep(new WrappedCoordinates(wrapped, largest));
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
  public Arrangement arrange(DistinctPoints positions, int[] dimensions, boolean widest) {
    return new SubtreeSort(algorithms, positions, dimensions).run(widest);
  }

  @Override
  public long arrangeBytes() {
    return 2L * (Long.BYTES + Integer.BYTES); // keys and indices, twice for the sort
  }

  @Override
  public DeviceArray inOrder(DeviceArray rows) {
    long n = rows.length();
    LeftBalancedShape shape = new LeftBalancedShape(n);
    DeviceArray inOrder = memory.allocate(ElementType.I32, n);
    kernels
        .launch(STAGE, "put_in_order")
        .arg(rows)
        .struct(shape.count(), shape.levels())
        .arg(inOrder)
        .run(n);
    return inOrder;
  }

  @Override
  public Rows findCoincident(DeviceArray words, Coordinates points) {
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

  /** Prepares a kernel with the tree and the queries [from, to). */
  private Launch search(String kernel, KdTree tree, MethodQueries queries, long from, long to) {
    int[] dimensions = tree.dimensions();
    KnnSpace space = new KnnSpace(tree.box());
    DistinctPoints nodes = tree.nodes();
    return kernels
        .launch(
            tree.options().closest() ? CLOSEST : STAGE, kernel + "_" + nodes.xyz().type().bytes())
        .struct(
            address(nodes.xyz()),
            address(nodes.row()),
            nodes.next() == null ? 0 : address(nodes.next()),
            nodes.isWrapped() ? address(tree.points().xyz()) : 0,
            nodes.count(),
            dimensions.length,
            dimensions[0],
            dimensions.length > 1 ? dimensions[1] : 0,
            dimensions.length > 2 ? dimensions[2] : 0,
            space.flat(),
            tree.splits() == null ? 0 : address(tree.splits()))
        .struct(space.fields(ElementType.F64))
        .struct(MethodArguments.slack(nodes))
        .struct(MethodArguments.queries(queries))
        .arg(from)
        .arg(to);
  }

  @Override
  public long searchBytes(long queries, int k) {
    return ThreadSearch.bytes(queries, k);
  }

  @Override
  public void findNearest(KdTree tree, MethodQueries queries, Neighbours found) {
    threads.findNearest(
        (kernel, from, to) -> search(kernel, tree, queries, from, to),
        queries,
        tree.nodes().next() != null,
        found);
  }

  @Override
  public void count(KdTree tree, MethodQueries queries, DeviceArray counts) {
    search("count_ball", tree, queries, queries.from(), queries.to())
        .arg(counts)
        .run(queries.to() - queries.from(), ThreadSearch.BLOCK);
  }

  @Override
  public void list(KdTree tree, MethodQueries queries, NeighbourLists lists) {
    search("list_ball", tree, queries, queries.from(), queries.to())
        .arg(lists.start())
        .arg(lists.row())
        .arg(lists.distance())
        .run(queries.to() - queries.from(), ThreadSearch.BLOCK);
  }
}
