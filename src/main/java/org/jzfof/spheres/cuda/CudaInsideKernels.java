package org.jzfof.spheres.cuda;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
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
import org.jzfof.spheres.properties.ShapeStarts;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** What is inside spheres on the GPU: sums over particles, one warp per sphere. */
public final class CudaInsideKernels implements InsideKernels {
  private static final String STAGE = "inside";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaInsideKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
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
  public long[] shapeSums(Inside points, Spheres spheres, Ellipsoids ellipsoids) {
    return new CudaShapes(kernels, memory, algorithms).sums(points, spheres, ellipsoids);
  }

  @Override
  public long[] shapes(List<Inside> points, Spheres spheres, ShapeStarts starts) {
    return new CudaShapes(kernels, memory, algorithms).iterate(points, spheres, starts);
  }

  @Override
  public double[] concentrationsByMeanRadius(double[] mean) {
    return forEach("concentrations_by_mean_radius", mean);
  }

  @Override
  public double[] concentrationsByVmax(double[] ratio) {
    return forEach("concentrations_by_vmax", ratio);
  }

  /** Runs a kernel that replaces each of some values. */
  private double[] forEach(String kernel, double[] values) {
    try (DeviceArray array = memory.upload(values)) {
      kernels.launch(STAGE, kernel).arg(array).arg(array.length()).run(array.length());
      return memory.toDoubles(array);
    }
  }
}
