package org.jzfof.literature.choice;

import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.MethodParameter;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.BackendException;
import org.jzfof.literature.CellKernels;
import org.jzfof.literature.Clover;
import org.jzfof.literature.CloverNearest;
import org.jzfof.literature.Grid;
import org.jzfof.literature.GridNearest;
import org.jzfof.literature.GridShape;
import org.jzfof.literature.KdTree;
import org.jzfof.literature.KdTreeNearest;
import org.jzfof.literature.KdTreeOptions;
import org.jzfof.literature.KdTreeRadius;
import org.jzfof.literature.MethodIndex;
import org.jzfof.literature.MethodKnn;
import org.jzfof.literature.MethodRadius;
import org.jzfof.literature.NearestMethod;
import org.jzfof.literature.RadiusMethod;
import org.jzfof.literature.btree.BTree;
import org.jzfof.literature.btree.BTreeKernels;
import org.jzfof.literature.btree.BTreeRadius;
import org.jzfof.literature.btree.BTreeShape;
import org.jzfof.neighbours.IndexBytes;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.progress.StageClock;

/**
 * All methods that find neighbours on one device.
 *
 * @param tree kernels of the tree, the method of this program
 */
public record NeighbourMethods(
    String backend,
    Tree tree,
    MethodKernels kernels,
    ParticleKernels particles,
    DeviceMemory memory) {
  /**
   * Kernels of the tree, which is the fastest method.
   *
   * @param bytes device bytes per particle of an index besides the coordinates, by their type
   */
  public record Tree(KnnKernels knn, RadiusKernels radius, ToLongFunction<ElementType> bytes) {}

  /**
   * Device bytes that a method takes.
   *
   * @param coordinates type of coordinates, F32 or F64
   */
  public IndexBytes bytes(SearchMethod method, ElementType coordinates, long queries, int k) {
    return switch (method.kind()) {
      case TREE -> {
        long tree = this.tree.bytes.applyAsLong(coordinates);
        yield new IndexBytes(tree, tree, tree, 0);
      }
      case CLOVER, CLOVER_BITONIC, SCAN ->
          new IndexBytes(
              CloverNearest.buildBytes(coordinates),
              CloverNearest.indexBytes(coordinates),
              Integer.BYTES,
              0);
      case GRID ->
          new IndexBytes(
              GridNearest.buildBytes(coordinates, pointsPerCell(method)),
              GridNearest.indexBytes(coordinates, pointsPerCell(method)),
              Integer.BYTES,
              kernels.kdTree().searchBytes(queries, k));
      case KDTREE ->
          new IndexBytes(
              kdTree(method).buildBytes(coordinates, kernels.kdTree()),
              kdTree(method).indexBytes(coordinates),
              Integer.BYTES,
              kernels.kdTree().searchBytes(queries, k));
      case BTREE, OCTREE ->
          new IndexBytes(
              BTreeRadius.buildBytes(coordinates),
              BTreeRadius.indexBytes(coordinates),
              Integer.BYTES,
              0);
    };
  }

  /**
   * Kernels of a method for nearest neighbours.
   *
   * @throws org.jzfof.error.UsageException if the method finds neighbours within a radius only
   * @throws BackendException if the method does not run on this device
   */
  public KnnKernels knn(SearchMethod method) {
    return knn(method, null);
  }

  /**
   * Kernels of a method for nearest neighbours, like {@link #knn(SearchMethod)}.
   *
   * @param clock clock that times the parts of building an index, if the method has several; null
   *     for none
   */
  public KnnKernels knn(SearchMethod method, StageClock clock) {
    return switch (method.kind()) {
      case TREE -> tree.knn;
      case KDTREE ->
          nearestKernels(
              new KdTreeNearest(kernels.kdTree(), kdTree(method), particles, memory), KdTree.class);
      case CLOVER -> clover(method, CellKernels.Queue.WARP_SELECT, hubs(method), clock);
      case CLOVER_BITONIC -> clover(method, CellKernels.Queue.BITONIC, hubs(method), clock);
      case SCAN -> clover(method, CellKernels.Queue.WARP_SELECT, OptionalInt.of(1), clock);
      case GRID ->
          nearestKernels(
              new GridNearest(
                  cells(method), kernels.kdTree(), particles, memory, pointsPerCell(method)),
              Grid.class);
      case BTREE, OCTREE -> throw method.kind().refusal(NeighbourMethod.Search.NEAREST);
    };
  }

  /**
   * Kernels of a method for neighbours within a radius.
   *
   * @throws org.jzfof.error.UsageException if the method finds nearest neighbours only
   * @throws BackendException if the method does not run on this device
   */
  public RadiusKernels radius(SearchMethod method) {
    return switch (method.kind()) {
      case TREE -> tree.radius;
      case KDTREE ->
          radiusKernels(
              new KdTreeRadius(kernels.kdTree(), kdTree(method), particles, memory), KdTree.class);
      case BTREE -> bTree(method, BTreeShape.B_TREE);
      case OCTREE -> bTree(method, BTreeShape.OCTREE);
      case CLOVER, CLOVER_BITONIC, GRID, SCAN ->
          throw method.kind().refusal(NeighbourMethod.Search.RADIUS);
    };
  }

  private <I extends MethodIndex> KnnKernels nearestKernels(
      NearestMethod<I> method, Class<I> index) {
    return new MethodKnn<>(method, index, particles, memory, tree.knn.rows());
  }

  private <I extends MethodIndex> RadiusKernels radiusKernels(
      RadiusMethod<I> method, Class<I> index) {
    return new MethodRadius<>(method, index, particles, memory, tree.knn.rows());
  }

  private static KdTreeOptions kdTree(SearchMethod method) {
    return new KdTreeOptions(
        method.has(MethodParameter.SPLIT, "widest"), method.has(MethodParameter.WALK, "closest"));
  }

  private KnnKernels clover(
      SearchMethod method, CellKernels.Queue queue, OptionalInt hubs, StageClock clock) {
    return nearestKernels(
        new CloverNearest(cells(method), kernels.kdTree(), particles, memory, queue, hubs, clock),
        Clover.class);
  }

  /** Returns the number of hubs that was given; empty for the choice of {@link CloverNearest}. */
  private static OptionalInt hubs(SearchMethod method) {
    int hubs = method.number(MethodParameter.HUBS, 0);
    return hubs == 0 ? OptionalInt.empty() : OptionalInt.of(hubs);
  }

  private static double pointsPerCell(SearchMethod method) {
    return method.number(MethodParameter.POINTS, GridShape.POINTS_PER_CELL);
  }

  private CellKernels cells(SearchMethod method) {
    return kernels
        .cells()
        .orElseThrow(
            () ->
                new BackendException(
                    "--method %s runs on GPUs only, and the backend is %s: use --backend cuda, or tree or kdtree"
                        .formatted(method.kind().optionName(), backend)));
  }

  private RadiusKernels bTree(SearchMethod method, BTreeShape published) {
    BTreeShape shape =
        new BTreeShape(
            method.number(MethodParameter.BUCKET, published.bucket()),
            method.number(MethodParameter.ALPHA, published.alpha()),
            method.number(MethodParameter.BETA, published.beta()),
            published.maxBranches());
    BTreeKernels found =
        kernels
            .bTree()
            .orElseThrow(
                () ->
                    new BackendException(
                        "--method %s runs on CPUs only, and the backend is %s: use --backend cpu, or tree or kdtree"
                            .formatted(method.kind().optionName(), backend)));
    return radiusKernels(
        new BTreeRadius(found, shape, kernels.kdTree(), particles, memory), BTree.class);
  }
}
