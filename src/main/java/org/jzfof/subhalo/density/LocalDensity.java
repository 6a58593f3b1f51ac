package org.jzfof.subhalo.density;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;

/**
 * Computes the local densities of group members from their nearest neighbours among the particles
 * of all ranks, including the members themselves.
 */
public final class LocalDensity {
  private static final long NEIGHBOUR_BYTES = 24; // row, distance, mass
  private static final long MEMBER_BYTES = 16; // point, inverse index, density

  private final DensityKernels densities;
  private final DistributedIndex.Context context;
  private final DeviceMemory memory;
  private final Communicator comm;

  /** All kernels and the memory must belong to one backend. */
  public LocalDensity(
      DensityKernels densities,
      KnnKernels knn,
      ParticleKernels particles,
      DeviceMemory memory,
      ArrayExchange arrays) {
    this.densities = densities;
    this.context = new DistributedIndex.Context(knn, particles, memory, arrays);
    this.memory = memory;
    this.comm = arrays.comm();
  }

  /** Returns the maximum number of members in a block of the neighbour search. */
  private long block(int neighbours) {
    return Math.max(1, densities.blockBytes() / (NEIGHBOUR_BYTES * neighbours));
  }

  /** Returns the bytes of device memory that a search of densities needs. */
  public static long memberBytes(DensityKernels densities, long members, int neighbours) {
    return members * MEMBER_BYTES
        + Math.min(densities.blockBytes(), members * NEIGHBOUR_BYTES * neighbours);
  }

  /**
   * Computes densities up to a constant factor, in masses per cube of the largest cell; every rank
   * calls it.
   *
   * @param members I32 indices of the points that are members
   * @param neighbours number of neighbours; all points if there are fewer
   * @return F64 density of each member
   */
  public DeviceArray of(
      SortedPoints points,
      Particles particles,
      FixedPoint map,
      DeviceArray members,
      int neighbours) {
    long[] counts = {points.count(), members.length()};
    comm.sum(counts);
    if (counts[1] == 0) {
      return memory.allocate(ElementType.F64, 0);
    }
    int k = (int) Math.min(neighbours, counts[0]);
    // Particles of a single type without a mass column have equal masses.
    boolean isOneMass = particles.masses() == null && particles.types() == null;
    double largest = particles.magnitudes().largestMass();
    double unit = Math.scalb(1.0, Math.getExponent(largest) + 1);
    try (Coordinates all = densities.coordinates(points, map);
        DeviceArray mass = isOneMass ? null : densities.masses(points, particles, unit)) {
      return find(all, mass, box(map), members, k);
    }
  }

  /**
   * Searches the neighbours of members in the order of the points, which is a spatial order, so
   * that members of one block are near each other, whatever their groups.
   */
  private DeviceArray find(Coordinates all, DeviceArray mass, Box box, DeviceArray members, int k) {
    try (DeviceArray order = context.particles().order(members);
        DeviceArray density = memory.allocate(ElementType.F64, members.length())) {
      try (DeviceArray inOrder = context.particles().gather(members, 1, order)) {
        if (comm.size() == 1) {
          findOnOneRank(all, mass, box, inOrder, k, density);
        } else {
          findOnAllRanks(all, mass, box, inOrder, k, density);
        }
      }
      try (DeviceArray inverse = context.particles().inverse(order)) {
        return context.particles().gather(density, 1, inverse);
      }
    }
  }

  /** Returns the box of {@link DensityKernels#coordinates}. */
  static Box box(FixedPoint map) {
    double[] size = new double[3];
    Arrays.setAll(size, d -> 0x1p32 * (map.cell()[d] / map.largestCell()));
    if (map.periodic()) {
      return Box.periodic(size);
    }
    double[] lower = new double[3];
    Arrays.setAll(lower, d -> -0.375 * size[d]);
    Arrays.setAll(size, d -> 0.5 * size[d]);
    return new Box(lower, size, false);
  }

  private void findOnOneRank(
      Coordinates all, DeviceArray mass, Box box, DeviceArray members, int k, DeviceArray density) {
    try (NeighbourIndex index = context.kernels().index(all, box)) {
      long block = block(k);
      for (long from = 0; from < members.length(); from += block) {
        long count = Math.min(block, members.length() - from);
        try (Coordinates queries = queries(all, members, from, count);
            Neighbours found = context.kernels().searchUnordered(index, queries, k);
            DeviceArray masses =
                mass == null ? null : context.particles().gather(mass, 1, found.row())) {
          store(found, masses, density, from);
        }
      }
    }
  }

  private void findOnAllRanks(
      Coordinates all, DeviceArray mass, Box box, DeviceArray members, int k, DeviceArray density) {
    long[][] counts = comm.allGather(new long[] {all.count()});
    long[] first = ArrayParts.offsets(comm.size(), r -> counts[r][0]);
    double[] localMass = mass == null ? null : memory.toDoubles(mass);
    long block = block(k);
    try (DistributedIndex index = new DistributedIndex(context, all, box)) {
      DistributedIndex.RowRequest request =
          new DistributedIndex.RowRequest(k, ElementType.F64, block);
      SharedBlocks.forEach(
          comm,
          members.length(),
          block,
          (from, count) -> {
            try (Neighbours found = index.search(queries(all, members, from, count), request);
                DeviceArray masses =
                    localMass == null ? null : massesOf(found.row(), first, localMass)) {
              store(found, masses, density, from);
            }
          });
    }
  }

  private Coordinates queries(Coordinates all, DeviceArray members, long from, long count) {
    try (DeviceArray rows = memory.slice(members, from, count)) {
      return new Coordinates(count, context.particles().gather(all.xyz(), 3, rows));
    }
  }

  private void store(Neighbours found, DeviceArray masses, DeviceArray density, long from) {
    try (DeviceArray values = densities.densities(found, masses)) {
      memory.copy(values, 0, density, from, values.length());
    }
  }

  /** Returns the masses of points of any rank; every rank calls it. */
  private DeviceArray massesOf(DeviceArray rows, long[] first, double[] localMass) {
    long[] row = memory.toLongs(rows);
    return memory.upload(RowTransfer.ofRequests(comm, first, row).moved(localMass));
  }
}
