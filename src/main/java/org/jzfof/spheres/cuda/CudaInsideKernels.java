package org.jzfof.spheres.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.properties.Ellipsoids;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.MomentFrames;
import org.jzfof.spheres.properties.Moments;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** Sums over the particles inside spheres on the GPU, one warp per sphere. */
public final class CudaInsideKernels implements InsideKernels {
  private static final String STAGE = "inside";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  public CudaInsideKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public long[] moments(Inside points, Spheres spheres, MomentFrames frames) {
    long count = spheres.count();
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    try (Columns columns = Columns.of(points.source().points(), points.particles(), memory);
        DeviceArray rows = memory.upload(frames.toTable());
        DeviceArray squares = memory.upload(spheres.square());
        DeviceArray sums = memory.allocate(ElementType.I64, Moments.LONGS * count)) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "moments_inside", metric)
              .struct(CudaTreeKernels.structOf(points.source().tree()))
              .struct(columns.struct())
              .struct(structOf(rows, points.map()))
              .arg(squares)
              .arg(count)
              .arg(points.types())
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(sums);
    }
  }

  /** Returns the structure {@code Frames} of moments.cuh. */
  static long[] structOf(DeviceArray rows, FixedPoint map) {
    return new long[] {
      CudaArray.address(rows),
      Double.doubleToRawLongBits(map.cell()[0]),
      Double.doubleToRawLongBits(map.cell()[1]),
      Double.doubleToRawLongBits(map.cell()[2])
    };
  }

  @Override
  public long[] shapes(Inside points, Spheres spheres, Ellipsoids ellipsoids) {
    long count = spheres.count();
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    try (Columns columns = Columns.of(points.source().points(), points.particles(), memory);
        DeviceArray centres = memory.upload(spheres.centre());
        DeviceArray squares = memory.upload(spheres.square());
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
