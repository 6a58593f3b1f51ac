package org.jzfof.backend.cuda;

import static org.jzfof.backend.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.properties.Ellipsoids;
import org.jzfof.properties.Frames;
import org.jzfof.properties.InsideKernels;
import org.jzfof.properties.Moments;

/** Sums over what is inside spheres on the GPU, each sphere by one warp. */
final class CudaInsideKernels implements InsideKernels {
  private static final String STAGE = "inside";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  CudaInsideKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public long[] moments(Inside points, Frames frames, long[] square) {
    long count = square.length;
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    try (Columns columns = Columns.of(points.source().points(), points.particles(), memory);
        DeviceArray centre = memory.upload(frames.centre());
        DeviceArray velocity = memory.upload(frames.velocity());
        DeviceArray unit = memory.upload(frames.unit());
        DeviceArray squares = memory.upload(square);
        DeviceArray sums = memory.allocate(ElementType.I64, Moments.LONGS * count)) {
      double[] cell = points.map().cell();
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "moments_inside", metric)
              .struct(CudaTreeKernels.structOf(points.source().tree()))
              .struct(columns.struct())
              .struct(
                  address(centre),
                  address(velocity),
                  address(unit),
                  Double.doubleToRawLongBits(cell[0]),
                  Double.doubleToRawLongBits(cell[1]),
                  Double.doubleToRawLongBits(cell[2]))
              .arg(squares)
              .arg(count)
              .arg(points.types())
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(sums);
    }
  }

  @Override
  public long[] shapes(Inside points, int[] centre, long[] square, Ellipsoids ellipsoids) {
    long count = square.length;
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    try (Columns columns = Columns.of(points.source().points(), points.particles(), memory);
        DeviceArray centres = memory.upload(centre);
        DeviceArray squares = memory.upload(square);
        DeviceArray shapes = memory.upload(ellipsoids.doubles());
        DeviceArray sums = memory.allocate(ElementType.I64, Ellipsoids.LONGS * count)) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "shapes_inside", metric)
              .struct(CudaTreeKernels.structOf(points.source().tree()))
              .struct(columns.struct())
              .struct(points.map().cell())
              .arg(centres)
              .arg(squares)
              .arg(shapes)
              .arg(count)
              .arg(points.types())
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(sums);
    }
  }
}
