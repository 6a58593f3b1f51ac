package org.jzfof.subhalo.cuda;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.subhalo.density.DensityKernels;

/** Local densities and links of members of groups on the GPU. */
public final class CudaDensityKernels implements DensityKernels {
  private static final String STAGE = "densities";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaDensityKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public long blockBytes() {
    return 1L << 30;
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
  public DeviceArray densities(Neighbours neighbours, DeviceArray mass) {
    DeviceArray densities = memory.allocate(ElementType.F64, neighbours.count());
    kernels
        .launch(STAGE, "densities_of_queries")
        .arg(neighbours.distance())
        .arg(mass)
        .arg(neighbours.count())
        .arg((long) neighbours.k())
        .arg(densities)
        .run(neighbours.count() * Pieces.WARP);
    return densities;
  }

  @Override
  public int[] denser(FixedPoint map, int[] start, int[] position, long[] id, double[] density) {
    return new CudaMemberLinks(kernels, memory, algorithms, map)
        .denser(start, position, id, density);
  }
}
