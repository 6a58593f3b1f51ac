package org.jzfof.subhalo.cuda;

import java.util.Arrays;
import java.util.stream.IntStream;
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
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cuda.CudaKnnKernels;
import org.jzfof.subhalo.MemberLinks;
import org.jzfof.threads.Parallel;

/**
 * Links members of groups to denser ones on the GPU: by all pairs, and in long groups by the
 * nearest neighbours of each member, which integers put in order. Where these leave it open who is
 * near, as in a lattice, the host links the group by a tree.
 */
final class CudaMemberLinks {
  private static final String STAGE = "densities";

  /** Members from which on a group is long. */
  private static final int LONG = 1 << 13;

  /** Neighbours of a member of a long group that are looked at: a lane each. */
  private static final int NEAR = 32;

  /** Members of a long group whose neighbours are looked for at once. */
  private static final int BLOCK = 1 << 20;

  /** Cells from the first member of a group within which no difference wraps around. */
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

  /** As {@link org.jzfof.subhalo.density.DensityKernels#denser}. */
  int[] denser(int[] start, int[] place, long[] id, double[] density) {
    int groups = start.length - 1;
    if (start[groups] == 0) {
      return new int[0];
    }
    int[] longGroups =
        IntStream.range(0, groups).filter(g -> start[g + 1] - start[g] >= LONG).toArray();
    int[] denser;
    int[] open;
    long[] firstWarp = ArrayParts.starts(groups, g -> warps(start[g + 1] - start[g]));
    try (DeviceArray places = memory.upload(place);
        DeviceArray ids = memory.upload(id);
        DeviceArray densities = memory.upload(density);
        DeviceArray starts = memory.upload(start);
        DeviceArray firstWarps = memory.upload(firstWarp);
        DeviceArray found = memory.allocate(ElementType.I32, 2L * start[groups])) {
      long[] members = {
        CudaArray.address(places),
        CudaArray.address(ids),
        CudaArray.address(densities),
        CudaArray.address(starts),
        CudaArray.address(firstWarps),
        groups
      };
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "find_denser", metric).struct(members).arg(found);
      CudaFofKernels.criterion(launch, metric).run(firstWarp[groups] * Pieces.WARP);
      open =
          Arrays.stream(longGroups)
              .filter(g -> !linkNearest(members, place, start[g], start[g + 1], found))
              .toArray();
      denser = memory.toInts(found);
    }
    for (int g : open) {
      linkByTree(start[g], start[g + 1], place, id, density, denser);
    }
    return denser;
  }

  /** Warps that look at all pairs of a group. */
  private static long warps(long members) {
    return members < LONG ? (members + Pieces.WARP - 1) / Pieces.WARP : 0;
  }

  /**
   * Returns whether the nearest neighbours tell the links of all members of a group.
   *
   * @param members as the structure {@code Members} of densities.cu
   */
  private boolean linkNearest(long[] members, int[] place, int from, int to, DeviceArray denser) {
    double[] xyz = fromFirst(place, from, to);
    double largest =
        Parallel.indices(xyz.length, Parallel.MANY)
            .mapToDouble(k -> Math.abs(xyz[k]))
            .max()
            .orElse(0);
    if (largest >= FLAT) {
      return false;
    }
    Box box = new Box(corner(-largest), corner(2 * largest), false);
    long count = to - from;
    try (Coordinates points = new Coordinates(count, memory.upload(xyz));
        NeighbourIndex index = knn.index(points, box);
        DeviceArray undecided = memory.zeros(ElementType.I32, 1)) {
      for (long first = 0; first < count; first += BLOCK) {
        long some = Math.min(BLOCK, count - first);
        try (Neighbours found =
            Neighbours.allocate(memory, some, NEAR, ElementType.I32, ElementType.F64)) {
          knn.searchPoints(index, first, first + some, found);
          Launch launch =
              CudaFofKernels.launch(kernels, STAGE, "link_nearest", metric)
                  .struct(members)
                  .struct(
                      CudaArray.address(index.order()),
                      CudaArray.address(found.row()),
                      CudaArray.address(found.distance()),
                      first,
                      some,
                      from,
                      Double.doubleToRawLongBits(metric.isotropic() ? 0 : 0x1p-48 * largest))
                  .arg(denser)
                  .arg(undecided);
          CudaFofKernels.criterion(launch, metric).run(some * Pieces.WARP);
        }
      }
      return memory.get(undecided, 0) == 0;
    }
  }

  /** Places from the first member of a group, in largest cells. */
  private double[] fromFirst(int[] place, int from, int to) {
    double[] size = Arrays.stream(map.cell()).map(cell -> cell / map.largestCell()).toArray();
    double[] xyz = new double[3 * (to - from)];
    Parallel.forEach(
        xyz.length,
        Parallel.GRAIN,
        k -> xyz[k] = (place[3 * from + k] - place[3 * from + k % 3]) * size[k % 3]);
    return xyz;
  }

  private static double[] corner(double at) {
    return new double[] {at, at, at};
  }

  private void linkByTree(
      int from, int to, int[] place, long[] id, double[] density, int[] denser) {
    int[] found =
        new MemberLinks()
            .denser(
                map,
                new int[] {0, to - from},
                Arrays.copyOfRange(place, 3 * from, 3 * to),
                Arrays.copyOfRange(id, from, to),
                Arrays.copyOfRange(density, from, to));
    System.arraycopy(found, 0, denser, 2 * from, found.length);
  }
}
