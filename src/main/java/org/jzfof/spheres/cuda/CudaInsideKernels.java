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
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.properties.Ellipsoids;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.MomentFrames;
import org.jzfof.spheres.properties.Moments;
import org.jzfof.spheres.properties.MotionFrames;
import org.jzfof.spheres.properties.Motions;
import org.jzfof.spheres.properties.NfwProfile;
import org.jzfof.spheres.properties.ShapeStarts;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** What is inside spheres on the GPU: sums over particles, one warp per sphere. */
public final class CudaInsideKernels implements InsideKernels {
  private static final String STAGE = "inside";
  private static final long WARP = 32;

  /** Number of longs of a row of frames. */
  private static final long FRAME = MomentFrames.WORDS;

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
    try (DeviceArray rows = memory.upload(frames.toTable());
        DeviceArray squares = memory.upload(spheres.square());
        DeviceArray sums = memory.allocate(ElementType.I64, Moments.LONGS * count)) {
      sum(points, rows, squares, false, sums);
      return memory.toLongs(sums);
    }
  }

  /**
   * Sums up moments.
   *
   * @param rows table of frames (I64)
   * @param squares squares of the radii (I64)
   * @param more whether to add to the sums that are there
   */
  private void sum(
      Inside points, DeviceArray rows, DeviceArray squares, boolean more, DeviceArray sums) {
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    try (Columns columns = Columns.of(points.source().points(), points.particles(), memory)) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "moments_inside", metric)
              .struct(CudaTreeKernels.structOf(points.source().tree()))
              .struct(columns.struct())
              .struct(structOf(rows, points.map()))
              .arg(squares)
              .arg(squares.length())
              .arg(points.types())
              .arg(more ? 1 : 0)
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(squares.length() * WARP);
    }
  }

  @Override
  public long[] motions(
      List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions) {
    double[] factors = factors(motions);
    try (DeviceArray rows = frames(spheres, frames, factors);
        DeviceArray sums = sums(points, spheres, rows);
        DeviceArray flow = memory.upload(frames.flow());
        DeviceArray found = memory.allocate(ElementType.I64, Motions.LONGS * spheres.count())) {
      kernels
          .launch(STAGE, "motions_of_moments")
          .arg(sums)
          .arg(rows)
          .arg((long) spheres.count())
          .struct(factors)
          .arg(flow)
          .arg(found)
          .run(spheres.count());
      return memory.toLongs(found);
    }
  }

  @Override
  public long[] shells(
      List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions, int edges) {
    double[] factors = factors(motions);
    long longs = (long) Motions.SHELL_LONGS * spheres.count();
    try (DeviceArray rows = frames(spheres, frames, factors);
        DeviceArray sums = sums(points, spheres, rows);
        DeviceArray flow = memory.upload(frames.flow());
        DeviceArray found = memory.allocate(ElementType.I64, longs)) {
      kernels
          .launch(STAGE, "shells_of_moments")
          .arg(sums)
          .arg(rows)
          .arg((long) spheres.count())
          .struct(factors)
          .arg(flow)
          .arg((long) edges)
          .arg(found)
          .run(spheres.count());
      return memory.toLongs(found);
    }
  }

  private static double[] factors(Motions motions) {
    return new double[] {motions.speed(), motions.toPeculiar()};
  }

  /** Returns the moments (I64) over all sets of points. */
  private DeviceArray sums(List<Inside> points, Spheres spheres, DeviceArray rows) {
    try (Scope made = new Scope();
        DeviceArray squares = memory.upload(spheres.square())) {
      DeviceArray sums =
          made.add(memory.allocate(ElementType.I64, (long) Moments.LONGS * spheres.count()));
      for (int s = 0; s < points.size(); s++) {
        sum(points.get(s), rows, squares, s > 0, sums);
      }
      return made.keep(sums);
    }
  }

  @Override
  public double[] concentrations(NfwProfile by, double[] values) {
    try (DeviceArray numbers = memory.upload(values)) {
      kernels
          .launch(STAGE, "concentrations")
          .arg(numbers)
          .arg((long) values.length)
          .arg(by == NfwProfile.VMAX ? 1 : 0)
          .run(values.length);
      return memory.toDoubles(numbers);
    }
  }

  /** Returns a table of frames (I64). */
  private DeviceArray frames(Spheres spheres, MotionFrames frames, double... factors) {
    long count = spheres.count();
    try (Scope made = new Scope();
        DeviceArray centres = memory.upload(spheres.centre());
        DeviceArray velocities = memory.upload(frames.velocity());
        DeviceArray masses = memory.upload(frames.mass());
        DeviceArray radii = memory.upload(frames.radius())) {
      DeviceArray rows = made.add(memory.allocate(ElementType.I64, FRAME * count));
      kernels
          .launch(STAGE, "make_frames")
          .arg(centres)
          .arg(velocities)
          .arg(masses)
          .arg(radii)
          .arg(count)
          .struct(factors)
          .arg(rows)
          .run(count);
      return made.keep(rows);
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
}
