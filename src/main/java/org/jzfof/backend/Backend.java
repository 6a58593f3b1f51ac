package org.jzfof.backend;

import java.util.Optional;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.BackendException;
import org.jzfof.error.MemoryException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostKernels;
import org.jzfof.groups.GroupKernels;
import org.jzfof.literature.CellKernels;
import org.jzfof.literature.Clover;
import org.jzfof.literature.CloverNearest;
import org.jzfof.literature.Grid;
import org.jzfof.literature.GridNearest;
import org.jzfof.literature.KdTree;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.KdTreeNearest;
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
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.pairs.PairKernels;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.PropertyKernels;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;

/** A compute device: its memory and the operations of every stage on arrays in that memory. */
public interface Backend extends AutoCloseable {
  /** Short name, as in {@code --backend}. */
  String name();

  /** One line on the device for a log. */
  String description();

  /** Most particles that one rank can hold for friends-of-friends. */
  long maxParticles();

  /** Most points that one rank can hold for nearest neighbours. */
  long maxSources();

  /**
   * Refuses more particles than a rank can hold for friends-of-friends.
   *
   * @throws MemoryException naming the limit
   */
  default void requireParticles(long count) {
    require(count, maxParticles());
  }

  /**
   * Refuses more points than a rank can hold for nearest neighbours.
   *
   * @throws MemoryException naming the limit
   */
  default void requireSources(long count) {
    require(count, maxSources());
  }

  private void require(long count, long limit) {
    if (count > limit) {
      throw new MemoryException(
          "%d particles exceed the limit of one rank on the %s backend (%d): use more ranks"
              .formatted(count, name(), limit));
    }
  }

  /** Device bytes per particle that friends-of-friends needs besides the particle columns. */
  long fofBytesPerParticle();

  /**
   * Device bytes per particle that an index for nearest neighbours takes besides the coordinates,
   * while it is made or when it is there, whichever is more.
   *
   * @param coordinates F32 or F64
   */
  long knnBytesPerParticle(ElementType coordinates);

  /**
   * Device bytes that a method takes.
   *
   * @param coordinates F32 or F64
   * @param queries in a block
   * @param k neighbours of each
   */
  default IndexBytes knnBytes(
      NeighbourMethod method, ElementType coordinates, long queries, int k) {
    long tree = knnBytesPerParticle(coordinates);
    return switch (method) {
      case TREE -> new IndexBytes(tree, tree, tree, 0);
      case CLOVER, CLOVER_BITONIC, SCAN ->
          new IndexBytes(
              CloverNearest.bytesToBuild(coordinates),
              CloverNearest.bytesHeld(coordinates),
              Integer.BYTES,
              0);
      case GRID ->
          new IndexBytes(
              GridNearest.bytesToBuild(coordinates),
              GridNearest.bytesHeld(coordinates),
              Integer.BYTES,
              kdTree().bytesToSearch(queries, k));
      case KDTREE ->
          new IndexBytes(
              KdTreeNearest.bytesToBuild(coordinates),
              KdTreeNearest.bytesHeld(coordinates),
              Integer.BYTES,
              kdTree().bytesToSearch(queries, k));
      case BTREE, OCTREE ->
          new IndexBytes(
              BTreeRadius.bytesToBuild(coordinates),
              BTreeRadius.bytesHeld(coordinates),
              Integer.BYTES,
              0);
    };
  }

  /** Device memory there is in all, in bytes. */
  long memoryLimit();

  /** Whether device memory is part of the Java heap. */
  boolean inHeap();

  /**
   * What a user can do when that is not enough.
   *
   * @param bytes that are needed
   */
  String memoryRemedy(long bytes);

  /** Node sizes that are fastest here for friends-of-friends. */
  TreeShape fofShape();

  /** Memory of the device. */
  DeviceMemory memory();

  /**
   * The path on which arrays travel between ranks; every rank calls it, with the same choice.
   *
   * @throws org.jzfof.error.BackendException when a path that was named does not work here
   */
  ArrayExchange exchange(Communicator comm, ExchangeChoice choice);

  /** Fixed-point conversion and Morton order. */
  ParticleKernels particles();

  /** Tree levels. */
  TreeKernels tree();

  /** Friends-of-friends. */
  FofKernels fof();

  /** Secondary particles and their nearest primary ones. */
  AttachKernels attach();

  /** Nearest neighbours, by the method that is fastest here. */
  KnnKernels knn();

  /** Nearest neighbours by a method. */
  default KnnKernels knn(NeighbourMethod method) {
    return switch (method) {
      case TREE -> knn();
      case KDTREE -> method(new KdTreeNearest(kdTree(), particles(), memory()), KdTree.class);
      case CLOVER -> clover(method, CellKernels.Queue.WARP_SELECT, CloverNearest.HUBS);
      case CLOVER_BITONIC -> clover(method, CellKernels.Queue.BITONIC, CloverNearest.HUBS);
      case SCAN -> clover(method, CellKernels.Queue.WARP_SELECT, 1);
      case GRID ->
          method(new GridNearest(cells(method), kdTree(), particles(), memory()), Grid.class);
      case BTREE, OCTREE -> throw method.refusal(NeighbourMethod.Search.NEAREST);
    };
  }

  private <I extends MethodIndex> KnnKernels method(NearestMethod<I> method, Class<I> index) {
    return new MethodKnn<>(method, index, particles(), memory(), knn().rows());
  }

  private KnnKernels clover(NeighbourMethod method, CellKernels.Queue queue, int hubs) {
    return method(
        new CloverNearest(cells(method), kdTree(), particles(), memory(), queue, hubs),
        Clover.class);
  }

  private CellKernels cells(NeighbourMethod method) {
    return cells()
        .orElseThrow(
            () ->
                new BackendException(
                    "--method %s runs on GPUs only, and the backend is %s: use --backend cuda, or tree or kdtree"
                        .formatted(method.optionName(), name())));
  }

  /** Methods with cells, where they belong on the device. */
  default Optional<CellKernels> cells() {
    return Optional.empty();
  }

  /** The k-d tree. */
  KdTreeKernels kdTree();

  /** Neighbours within a radius, by the method that is fastest here. */
  RadiusKernels radius();

  /**
   * Neighbours within a radius by a method.
   *
   * @throws org.jzfof.error.UsageException if it does not find them
   */
  default RadiusKernels radius(NeighbourMethod method) {
    return switch (method) {
      case TREE -> radius();
      case KDTREE -> method(new KdTreeRadius(kdTree(), particles(), memory()), KdTree.class);
      case BTREE -> bTree(method, BTreeShape.B_TREE);
      case OCTREE -> bTree(method, BTreeShape.OCTREE);
      case CLOVER, CLOVER_BITONIC, GRID, SCAN ->
          throw method.refusal(NeighbourMethod.Search.RADIUS);
    };
  }

  private <I extends MethodIndex> RadiusKernels method(RadiusMethod<I> method, Class<I> index) {
    return new MethodRadius<>(method, index, particles(), memory(), knn().rows());
  }

  private RadiusKernels bTree(NeighbourMethod method, BTreeShape shape) {
    BTreeKernels kernels =
        bTree()
            .orElseThrow(
                () ->
                    new BackendException(
                        "--method %s runs on CPUs only, and the backend is %s: use --backend cpu, or tree or kdtree"
                            .formatted(method.optionName(), name())));
    return method(new BTreeRadius(kernels, shape, kdTree(), particles(), memory()), BTree.class);
  }

  /** The b-tree, where it belongs on the device. */
  default Optional<BTreeKernels> bTree() {
    return Optional.empty();
  }

  /** Links between points within a radius. */
  LinkKernels links();

  /** Counts of pairs. */
  PairKernels pairs();

  /** Spheres and the points inside them. */
  SphereKernels spheres();

  /** Potential of members of groups. */
  PotentialKernels potential();

  /** Properties of groups. */
  PropertyKernels properties();

  /** Properties of what is inside spheres. */
  InsideKernels inside();

  /** Local densities of members of groups, where they are found on the device. */
  default Optional<DensityKernels> densities() {
    return Optional.empty();
  }

  /** Subhaloes of groups, where they are found on the device. */
  default Optional<SubhaloKernels> subhaloes() {
    return Optional.empty();
  }

  /** Sums over all pairs of members of groups. */
  PotentialSumKernels potentialSums();

  /** Copies of nodes of other ranks. */
  GhostKernels ghosts();

  /** Groups and their properties. */
  GroupKernels groups();

  /** Gives the device back. */
  @Override
  void close();
}
