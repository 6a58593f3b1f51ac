package org.jzfof.backend;

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
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.packing.PackingKernels;
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

  /** One-line description of the device for a log. */
  String description();

  /** Maximum number of particles that one rank can hold for friends-of-friends. */
  long maxParticles();

  /** Maximum number of points that one rank can hold for nearest neighbours. */
  long maxSources();

  /**
   * Checks that a rank can hold a number of particles for friends-of-friends.
   *
   * @throws MemoryException naming the limit if it cannot
   */
  default void requireParticles(long count) {
    requireAtMost(count, maxParticles());
  }

  /**
   * Checks that a rank can hold a number of points for nearest neighbours.
   *
   * @throws MemoryException naming the limit if it cannot
   */
  default void requireSources(long count) {
    requireAtMost(count, maxSources());
  }

  private void requireAtMost(long count, long limit) {
    if (count > limit) {
      throw new MemoryException(
          "%d particles exceed the limit of one rank on the %s backend (%d): use more ranks"
              .formatted(count, name(), limit));
    }
  }

  /** Device bytes per particle that friends-of-friends needs besides the particle columns. */
  long fofBytesPerParticle();

  /**
   * Device bytes per particle that an index for nearest neighbours needs besides the coordinates:
   * the larger of the needs during and after its construction.
   *
   * @param coordinates F32 or F64
   */
  long knnBytesPerParticle(ElementType coordinates);

  /** Total device memory in bytes. */
  long memoryLimit();

  /** Returns whether device memory is part of the Java heap. */
  boolean inHeap();

  /** Advice to a user whose data exceed the device memory. */
  String memoryRemedy(long bytes);

  /** Node sizes of the tree with which friends-of-friends is fastest on this device. */
  TreeShape fofShape();

  /** Memory of the device. */
  DeviceMemory memory();

  /**
   * Opens the path on which arrays travel between ranks; every rank calls it, with the same choice.
   *
   * @throws org.jzfof.error.BackendException when the requested path does not work on this machine
   */
  ArrayExchange exchange(Communicator comm, ExchangeChoice choice);

  /** Kernels for fixed-point conversion and Morton order. */
  ParticleKernels particles();

  /** Kernels that build tree levels. */
  TreeKernels tree();

  /** Kernels of friends-of-friends. */
  FofKernels fof();

  /** Kernels that attach secondary particles to their nearest primary particle. */
  AttachKernels attach();

  /** Kernels for nearest neighbours, by the method that is fastest on this device. */
  KnnKernels knn();

  /** Kernels for neighbours within a radius, by the method that is fastest on this device. */
  RadiusKernels radius();

  /** Kernels that pack lists of neighbours. */
  PackingKernels packing();

  /** Kernels for sums over lists of neighbours. */
  SphKernels sph();

  /** Kernels of the neighbour methods from the literature. */
  MethodKernels methodKernels();

  /** Neighbour searches by any method. */
  default NeighbourMethods methods() {
    return new NeighbourMethods(
        name(),
        new NeighbourMethods.Tree(knn(), radius(), this::knnBytesPerParticle),
        methodKernels(),
        particles(),
        memory());
  }

  /** Kernels that link points within a radius. */
  LinkKernels links();

  /** Kernels that make clusters of points. */
  ClusterKernels clusters();

  /** Kernels that count pairs. */
  PairKernels pairs();

  /** Kernels that find spheres and the points inside them. */
  SphereKernels spheres();

  /** Kernels for the potential of group members. */
  PotentialKernels potential();

  /** Kernels for the properties of groups. */
  PropertyKernels properties();

  /** Kernels for the properties of the particles inside spheres. */
  InsideKernels inside();

  /** Kernels for the local densities of group members. */
  DensityKernels densities();

  /**
   * Kernels for the subhaloes of groups.
   *
   * @param limits numbers of members from which a tree computes the potential
   */
  SubhaloKernels subhaloes(PairsOrTree.Limits limits);

  /** Kernels that sum potentials over all pairs of group members. */
  PotentialSumKernels potentialSums();

  /** Kernels that copy tree nodes for other ranks. */
  GhostKernels ghosts();

  /** Kernels that select and number groups. */
  GroupKernels groups();

  /** Releases the device. */
  @Override
  void close();
}
