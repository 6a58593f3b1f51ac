package org.jzfof.backend;

import java.util.Optional;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.MemoryException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostKernels;
import org.jzfof.groups.GroupKernels;
import org.jzfof.literature.choice.MethodKernels;
import org.jzfof.literature.choice.NeighbourMethods;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.pairs.PairKernels;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.PropertyKernels;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.potential.PairsOrTree;
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

  /** Neighbours within a radius, by the method that is fastest here. */
  RadiusKernels radius();

  /** What the methods of the literature need. */
  MethodKernels methodKernels();

  /** Neighbours by any method. */
  default NeighbourMethods methods() {
    return new NeighbourMethods(
        name(),
        new NeighbourMethods.Tree(knn(), radius(), this::knnBytesPerParticle),
        methodKernels(),
        particles(),
        memory());
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

  /**
   * Subhaloes of groups, where they are found on the device.
   *
   * @param limits from which on potentials are those of trees
   */
  default Optional<SubhaloKernels> subhaloes(PairsOrTree.Limits limits) {
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
