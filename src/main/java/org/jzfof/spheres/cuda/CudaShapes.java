package org.jzfof.spheres.cuda;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.properties.Ellipsoids;
import org.jzfof.spheres.properties.InsideKernels.Inside;
import org.jzfof.spheres.properties.ShapeIteration;
import org.jzfof.spheres.properties.ShapeStarts;
import org.jzfof.tree.cuda.CudaTreeKernels;

/**
 * Shapes of what is inside spheres on the GPU. Iterations run there: the host learns only how many
 * shapes go on after each round.
 */
final class CudaShapes {
  private static final String STAGE = "inside";
  private static final long WARP = 32;

  /** Number of points inside a sphere from which on several warps share its leaves. */
  private static final long LARGE = 2048;

  /** Number of points for each of them. */
  private static final long POINTS_OF_PART = 1024;

  /** Maximum number of warps of a sphere. */
  private static final long PARTS = 64;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaShapes(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /**
   * Spheres and their ellipsoids on the GPU.
   *
   * @param numbers numbers of points inside (I64); null where none counts as large
   * @param large number of large ones
   */
  private record Shapes(
      DeviceArray centres,
      DeviceArray squares,
      DeviceArray ellipsoids,
      DeviceArray numbers,
      long large)
      implements AutoCloseable {
    /**
     * Returns the structure {@code Shapes} of inside.cu.
     *
     * @param which rows (I32) of the spheres that take part; null for all
     */
    long[] structOf(DeviceArray which, long count, long parts) {
      return new long[] {
        CudaArray.address(centres),
        CudaArray.address(squares),
        CudaArray.address(ellipsoids),
        Columns.orNull(numbers),
        Columns.orNull(which),
        count,
        parts
      };
    }

    @Override
    public void close() {
      Cleanup.close(centres, squares, ellipsoids, numbers);
    }
  }

  /**
   * @param numbers numbers of points inside; empty where none counts as large
   */
  private Shapes upload(Spheres spheres, Scope made, long... numbers) {
    long large = 0;
    for (long number : numbers) {
      large += number >= LARGE ? 1 : 0;
    }
    DeviceArray centres = made.add(memory.upload(spheres.centre()));
    DeviceArray squares = made.add(memory.upload(spheres.square()));
    long doubles = (long) Ellipsoids.DOUBLES * spheres.count();
    DeviceArray ellipsoids = made.add(memory.allocate(ElementType.F64, doubles));
    DeviceArray ofPoints = large == 0 ? null : made.add(memory.upload(numbers));
    return made.keep(new Shapes(centres, squares, ellipsoids, ofPoints, large));
  }

  /** Returns the rows of all spheres, with those of the large ones before the others. */
  private static int[] largeFirst(long... numbers) {
    int[] rows = new int[numbers.length];
    int count = 0;
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] >= LARGE) {
        rows[count++] = i;
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] < LARGE) {
        rows[count++] = i;
      }
    }
    return rows;
  }

  /** Points with their columns on the GPU. */
  private record Source(Inside points, Columns columns) {}

  private Source source(Inside points, Scope made) {
    return new Source(
        points, made.add(Columns.of(points.source().points(), points.particles(), memory)));
  }

  /** As {@link org.jzfof.spheres.properties.InsideKernels#shapeSums}. */
  long[] sums(Inside points, Spheres spheres, Ellipsoids ellipsoids) {
    long count = spheres.count();
    try (Scope inputs = new Scope();
        Scope made = new Scope();
        Shapes shapes = upload(spheres, made);
        DeviceArray sums = memory.allocate(ElementType.I64, Ellipsoids.LONGS * count)) {
      memory.write(shapes.ellipsoids, 0, ellipsoids.doubles(), ellipsoids.doubles().length);
      sum(source(points, inputs), shapes, null, count, false, sums);
      return memory.toLongs(sums);
    }
  }

  /**
   * Sums up what is inside ellipsoids.
   *
   * @param which rows (I32) of the spheres, with those of the large ones first; null for all
   * @param more whether to add to the sums that are there
   */
  private void sum(
      Source source, Shapes shapes, DeviceArray which, long count, boolean more, DeviceArray sums) {
    sum(source, shapes.structOf(which, count, 1), count, more, sums);
    long large = Math.min(count, shapes.large);
    if (large > 0) {
      sum(source, shapes.structOf(which, large, PARTS), large * PARTS, more, sums);
    }
  }

  /**
   * Starts the kernel.
   *
   * @param shapes structure {@code Shapes} of inside.cu
   */
  private void sum(Source source, long[] shapes, long warps, boolean more, DeviceArray sums) {
    Inside points = source.points;
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    Launch launch =
        CudaFofKernels.launch(kernels, STAGE, "shapes_inside", metric)
            .struct(CudaTreeKernels.structOf(points.source().tree()))
            .struct(source.columns.struct())
            .struct(points.map().cell())
            .struct(shapes)
            .arg(points.types())
            .arg(more ? 1 : 0)
            .arg(sums);
    CudaFofKernels.criterion(launch, metric).run(warps * WARP);
  }

  /** As {@link org.jzfof.spheres.properties.InsideKernels#shapes}. */
  long[] iterate(List<Inside> points, Spheres spheres, ShapeStarts starts) {
    long count = spheres.count();
    if (count == 0) {
      return new long[0];
    }
    try (Scope inputs = new Scope();
        Scope made = new Scope();
        Shapes shapes = upload(spheres, made, starts.number());
        DeviceArray found = memory.allocate(ElementType.I64, ShapeIteration.LONGS * count);
        DeviceArray sums = memory.allocate(ElementType.I64, Ellipsoids.LONGS * count)) {
      List<Source> sources = new ArrayList<>();
      for (Inside set : points) {
        sources.add(source(set, inputs));
      }
      start(starts, shapes, count);
      rounds(sources, shapes, largeFirst(starts.number()), sums, found);
      return memory.toLongs(found);
    }
  }

  private void start(ShapeStarts starts, Shapes shapes, long count) {
    try (DeviceArray radii = memory.upload(starts.radius());
        DeviceArray units = memory.upload(starts.unit())) {
      kernels
          .launch(STAGE, "start_shapes")
          .arg(radii)
          .arg(units)
          .arg(count)
          .arg(shapes.ellipsoids)
          .run(count);
    }
  }

  private void rounds(
      List<Source> sources, Shapes shapes, int[] rows, DeviceArray sums, DeviceArray found) {
    DeviceArray running = memory.upload(rows);
    try {
      for (int round = 0; round < ShapeIteration.MAX_ROUNDS && running.length() > 0; round++) {
        DeviceArray before = running;
        running = next(sources, shapes, before, sums, found);
        before.close();
      }
    } finally {
      running.close();
    }
  }

  /** Makes a round of the shapes in some rows (I32), and returns the rows of those that go on. */
  private DeviceArray next(
      List<Source> sources,
      Shapes shapes,
      DeviceArray running,
      DeviceArray sums,
      DeviceArray found) {
    long count = running.length();
    for (int s = 0; s < sources.size(); s++) {
      sum(sources.get(s), shapes, running, count, s > 0, sums);
    }
    try (DeviceArray goingOn = algorithms.bits(count)) {
      kernels
          .launch(STAGE, "next_shapes")
          .arg(running)
          .arg(count)
          .arg(sums)
          .arg(shapes.ellipsoids)
          .arg(found)
          .arg(goingOn)
          .run(count);
      try (DeviceArray indices = algorithms.indices(goingOn, 0)) {
        return memory.gather(running, 1, indices);
      }
    }
  }
}
