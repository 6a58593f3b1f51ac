package org.jzfof.backend.cuda;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.Neighbours;
import org.jzfof.subhalo.DensityKernels;
import org.jzfof.subhalo.Loops;
import org.jzfof.subhalo.MemberLinks;

/**
 * Local densities and links of members of groups on the GPU: all pairs of members, but those of
 * long groups, which the host links by a tree.
 */
final class CudaDensityKernels implements DensityKernels {
  private static final String STAGE = "densities";

  /** Members from which on a group is long. */
  private static final int LONG = 1 << 13;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  CudaDensityKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public Coordinates coordinates(SortedPoints points, FixedPoint map) {
    long count = points.count();
    DeviceArray xyz = memory.allocate(ElementType.F64, 3 * count);
    double[] size = Arrays.stream(map.cell()).map(cell -> cell / map.largestCell()).toArray();
    kernels
        .launch(STAGE, "coordinates_of_points")
        .struct(
            CudaArray.address(points.x()),
            CudaArray.address(points.y()),
            CudaArray.address(points.z()))
        .arg(count)
        .struct(map.periodic() ? 0x1p31 : 0, size[0], size[1], size[2])
        .arg(xyz)
        .run(count);
    return new Coordinates(count, xyz);
  }

  @Override
  public DeviceArray masses(SortedPoints points, Particles particles, double unit) {
    DeviceArray masses = memory.allocate(ElementType.F64, points.count());
    try (Columns columns = Columns.of(points, particles, memory)) {
      kernels
          .launch(STAGE, "masses_of_points")
          .struct(columns.struct())
          .arg(points.count())
          .struct(unit)
          .arg(masses)
          .run(points.count());
    }
    return masses;
  }

  @Override
  public DeviceArray densities(Neighbours found, DeviceArray mass) {
    DeviceArray densities = memory.allocate(ElementType.F64, found.count());
    kernels
        .launch(STAGE, "densities_of_queries")
        .arg(found.distance())
        .arg(mass)
        .arg(found.count())
        .arg((long) found.k())
        .arg(densities)
        .run(found.count() * Pieces.WARP);
    return densities;
  }

  @Override
  public int[] denser(FixedPoint map, int[] start, int[] place, long[] id, double[] density) {
    int groups = start.length - 1;
    if (start[groups] == 0) {
      return new int[0];
    }
    LinkCriterion metric = LinkCriterion.of(map, 1);
    long[] firstWarp =
        Parts.starts(
            groups,
            g -> {
              long members = start[g + 1] - start[g];
              return members < LONG ? (members + Pieces.WARP - 1) / Pieces.WARP : 0;
            });
    int[] denser;
    try (DeviceArray places = memory.upload(place);
        DeviceArray ids = memory.upload(id);
        DeviceArray densities = memory.upload(density);
        DeviceArray starts = memory.upload(start);
        DeviceArray warps = memory.upload(firstWarp);
        DeviceArray found = memory.allocate(ElementType.I32, 2L * start[groups])) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "find_denser", metric)
              .struct(
                  CudaArray.address(places),
                  CudaArray.address(ids),
                  CudaArray.address(densities),
                  CudaArray.address(starts),
                  CudaArray.address(warps),
                  groups)
              .arg(found);
      CudaFofKernels.criterion(launch, metric).run(firstWarp[groups] * Pieces.WARP);
      denser = memory.toInts(found);
    }
    IntStream.range(0, groups)
        .filter(g -> start[g + 1] - start[g] >= LONG)
        .forEach(g -> linkLong(map, start[g], start[g + 1], place, id, density, denser));
    return denser;
  }

  private static void linkLong(
      FixedPoint map,
      int from,
      int to,
      int[] place,
      long[] id,
      double[] density,
      int[] denser) {
    int[] found =
        new MemberLinks(Loops.COMMON_POOL)
            .denser(
                map,
                new int[] {0, to - from},
                Arrays.copyOfRange(place, 3 * from, 3 * to),
                Arrays.copyOfRange(id, from, to),
                Arrays.copyOfRange(density, from, to));
    System.arraycopy(found, 0, denser, 2 * from, found.length);
  }
}
