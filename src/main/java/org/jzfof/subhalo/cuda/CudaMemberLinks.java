package org.jzfof.subhalo.cuda;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cuda.CudaKnnKernels;
import org.jzfof.subhalo.links.MemberLinks;
import org.jzfof.subhalo.members.GroupMembers;

/**
 * Links group members to denser ones on the GPU: by all pairs in short groups, and by the nearest
 * neighbours of each member, sorted by integer distances, in long groups. If many members are at
 * equal distances, as in a lattice, the host links the group by a tree.
 */
final class CudaMemberLinks {
  private static final String STAGE = "densities";

  /** Number of members from which a group is long. */
  private static final int LONG = 1 << 13;

  /** Number of neighbours of a member of a long group; each lane of a warp has one. */
  private static final int NEAR = 32;

  /** Maximum number of members in a block of the neighbour search. */
  private static final int BLOCK = 1 << 20;

  /** Distance in cells from the first member of a group within which no difference wraps around. */
  private static final int FLAT = 1 << 30;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final CudaKnnKernels knn;
  private final FixedPoint map;
  private final LinkCriterion metric;

  CudaMemberLinks(
      CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms, FixedPoint map) {
    this.kernels = kernels;
    this.memory = memory;
    this.knn = new CudaKnnKernels(kernels, memory, algorithms);
    this.map = map;
    this.metric = LinkCriterion.of(map, 1);
  }

  /** Links members as {@link org.jzfof.subhalo.density.DensityKernels#denser} does. */
  int[] denser(int[] start, int[] position, long[] id, double[] density) {
    if (start[start.length - 1] == 0) {
      return new int[0];
    }
    try (DeviceArray positions = memory.upload(position);
        DeviceArray ids = memory.upload(id);
        DeviceArray densities = memory.upload(density);
        DeviceArray starts = memory.upload(start);
        DeviceArray found = denser(start, starts, positions, ids, densities)) {
      return memory.toInts(found);
    }
  }

  /** Returns the links on the device; there must be members. */
  DeviceArray denser(GroupMembers members, DeviceArray starts) {
    return denser(members.start(), starts, members.position(), members.id(), members.density());
  }

  private DeviceArray denser(
      int[] start,
      DeviceArray starts,
      DeviceArray positions,
      DeviceArray ids,
      DeviceArray densities) {
    int groups = start.length - 1;
    long[] firstWarp = ArrayParts.offsets(groups, g -> warps(start[g + 1] - start[g]));
    try (DeviceArray firstWarps = memory.upload(firstWarp);
        Scope made = new Scope()) {
      DeviceArray found = made.add(memory.allocate(ElementType.I32, 2L * start[groups]));
      long[] members = {
        CudaArray.address(positions),
        CudaArray.address(ids),
        CudaArray.address(densities),
        CudaArray.address(starts),
        CudaArray.address(firstWarps),
        groups
      };
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "find_denser", metric).struct(members).arg(found);
      CudaFofKernels.criterion(launch, metric).run(firstWarp[groups] * Pieces.WARP);
      for (int g = 0; g < groups; g++) {
        boolean isLong = start[g + 1] - start[g] >= LONG;
        if (isLong && !linkNearest(members, positions, start[g], start[g + 1], found)) {
          linkByTree(start[g], start[g + 1], positions, ids, densities, found);
        }
      }
      return made.keep(found);
    }
  }

  /** Returns the number of warps that process all pairs of a group; 0 for long groups. */
  private static long warps(long members) {
    return members < LONG ? (members + Pieces.WARP - 1) / Pieces.WARP : 0;
  }

  /**
   * Links the members of a long group by nearest neighbours; returns false if these do not
   * determine all links.
   *
   * @param members fields of the structure {@code Members} of densities.cu
   */
  private boolean linkNearest(
      long[] members, DeviceArray positions, int from, int to, DeviceArray denser) {
    long count = to - from;
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(memory.allocate(ElementType.F64, 3 * count));
      double largest = fromFirst(positions, from, count, xyz);
      if (largest >= FLAT) {
        return false;
      }
      made.keep(xyz);
      return linkNearest(members, xyz, largest, from, denser);
    }
  }

  /**
   * Writes positions relative to the first member of a group, in units of the largest cell. Returns
   * the largest absolute coordinate.
   */
  private double fromFirst(DeviceArray positions, int from, long count, DeviceArray xyz) {
    double[] size = Arrays.stream(map.cell()).map(cell -> cell / map.largestCell()).toArray();
    try (DeviceArray largest = memory.zeros(ElementType.I64, 1)) {
      kernels
          .launch(STAGE, "places_from_first")
          .arg(CudaArray.address(positions) + 3L * from * Integer.BYTES)
          .arg(count)
          .struct(0, size[0], size[1], size[2])
          .arg(xyz)
          .arg(largest)
          .run(count);
      return Double.longBitsToDouble(memory.get(largest, 0));
    }
  }

  /**
   * @param xyz positions, which are closed
   */
  private boolean linkNearest(
      long[] members, DeviceArray xyz, double largest, int from, DeviceArray denser) {
    long count = xyz.length() / 3;
    Box box = new Box(corner(-largest), corner(2 * largest), false);
    try (Coordinates points = new Coordinates(count, xyz);
        NeighbourIndex index = knn.index(points, box);
        DeviceArray undecided = memory.zeros(ElementType.I32, 1)) {
      for (long first = 0; first < count; first += BLOCK) {
        long batch = Math.min(BLOCK, count - first);
        try (Neighbours found =
            Neighbours.allocate(memory, batch, NEAR, ElementType.I32, ElementType.F64)) {
          knn.searchPoints(index, first, first + batch, found);
          Launch launch =
              CudaFofKernels.launch(kernels, STAGE, "link_nearest", metric)
                  .struct(members)
                  .struct(
                      CudaArray.address(index.order()),
                      CudaArray.address(found.row()),
                      CudaArray.address(found.distance()),
                      first,
                      batch,
                      from,
                      Double.doubleToRawLongBits(metric.isotropic() ? 0 : 0x1p-48 * largest))
                  .arg(denser)
                  .arg(undecided);
          CudaFofKernels.criterion(launch, metric).run(batch * Pieces.WARP);
        }
      }
      return memory.get(undecided, 0) == 0;
    }
  }

  private static double[] corner(double at) {
    return new double[] {at, at, at};
  }

  private void linkByTree(
      int from,
      int to,
      DeviceArray positions,
      DeviceArray ids,
      DeviceArray densities,
      DeviceArray denser) {
    int count = to - from;
    try (DeviceArray position = memory.slice(positions, 3L * from, 3L * count);
        DeviceArray id = memory.slice(ids, from, count);
        DeviceArray density = memory.slice(densities, from, count);
        DeviceArray found =
            memory.upload(
                new MemberLinks()
                    .denser(
                        map,
                        new int[] {0, count},
                        memory.toInts(position),
                        memory.toLongs(id),
                        memory.toDoubles(density)))) {
      memory.copy(found, 0, denser, 2L * from, found.length());
    }
  }
}
