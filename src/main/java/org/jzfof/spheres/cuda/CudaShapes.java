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

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaShapes(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  /** Spheres and their ellipsoids on the GPU. */
  private record Shapes(DeviceArray centres, DeviceArray squares, DeviceArray ellipsoids)
      implements AutoCloseable {
    /**
     * Returns the structure {@code Shapes} of inside.cu.
     *
     * @param which rows (I32) of the spheres that take part; null for all
     */
    long[] structOf(DeviceArray which, long count) {
      return new long[] {
        CudaArray.address(centres),
        CudaArray.address(squares),
        CudaArray.address(ellipsoids),
        Columns.orNull(which),
        count
      };
    }

    @Override
    public void close() {
      centres.close();
      squares.close();
      ellipsoids.close();
    }
  }

  private Shapes upload(Spheres spheres, Scope made) {
    DeviceArray centres = made.add(memory.upload(spheres.centre()));
    DeviceArray squares = made.add(memory.upload(spheres.square()));
    long doubles = (long) Ellipsoids.DOUBLES * spheres.count();
    DeviceArray ellipsoids = made.add(memory.allocate(ElementType.F64, doubles));
    return made.keep(new Shapes(centres, squares, ellipsoids));
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
      sum(source(points, inputs), shapes.structOf(null, count), count, false, sums);
      return memory.toLongs(sums);
    }
  }

  /**
   * Sums up what is inside ellipsoids.
   *
   * @param shapes structure {@code Shapes} of inside.cu
   * @param more whether to add to the sums that are there
   */
  private void sum(Source source, long[] shapes, long count, boolean more, DeviceArray sums) {
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
    CudaFofKernels.criterion(launch, metric).run(count * WARP);
  }

  /** As {@link org.jzfof.spheres.properties.InsideKernels#shapes}. */
  long[] iterate(List<Inside> points, Spheres spheres, ShapeStarts starts) {
    long count = spheres.count();
    if (count == 0) {
      return new long[0];
    }
    try (Scope inputs = new Scope();
        Scope made = new Scope();
        Shapes shapes = upload(spheres, made);
        DeviceArray found = memory.allocate(ElementType.I64, ShapeIteration.LONGS * count);
        DeviceArray sums = memory.allocate(ElementType.I64, Ellipsoids.LONGS * count)) {
      List<Source> sources = new ArrayList<>();
      for (Inside set : points) {
        sources.add(source(set, inputs));
      }
      start(starts, shapes, count);
      rounds(sources, shapes, sums, found);
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

  private void rounds(List<Source> sources, Shapes shapes, DeviceArray sums, DeviceArray found) {
    DeviceArray running = memory.range(ElementType.I32, 0, shapes.squares.length());
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
      sum(sources.get(s), shapes.structOf(running, count), count, s > 0, sums);
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
      try (DeviceArray places = algorithms.indices(goingOn, 0)) {
        return memory.gather(running, 1, places);
      }
    }
  }
}
