package org.jzfof.spheres.cuda;

import java.util.Arrays;
import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.SphereScale;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** Spheres on the GPU, one warp per sphere. */
public final class CudaSphereKernels implements SphereKernels {
  private static final String STAGE = "spheres";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaSphereKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public DeviceArray weightPrefixSums(SortedPoints points, Particles particles, Weight weight) {
    long n = points.count();
    DeviceArray sums = memory.allocate(ElementType.I64, n + 1);
    try (DeviceArray massOfType = memory.upload(particles.massOfType())) {
      kernels
          .launch(STAGE, "weights_of_points")
          .arg(points.row())
          .arg(n)
          .struct(
              Columns.orNull(particles.masses()),
              Columns.orNull(particles.types()),
              CudaArray.address(massOfType),
              particles.onlyType(),
              Columns.isDouble(particles.masses()))
          .arg(weight.types())
          .struct(weight.perMass())
          .arg(sums)
          .run(n + 1);
    }
    algorithms.prefixSumsInPlace(sums);
    return sums;
  }

  @Override
  public long[] within(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric) {
    return sums(source, before, spheres, metric, 0);
  }

  @Override
  public long[] upperBounds(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric, int opened) {
    int lowestLevel = Math.max(1, source.tree().levels().size() - 1 - opened);
    return sums(source, before, spheres, metric, lowestLevel);
  }

  private long[] sums(
      SphereSource source,
      DeviceArray before,
      Spheres spheres,
      LinkCriterion metric,
      int lowestLevel) {
    long count = spheres.count();
    try (DeviceArray centres = memory.upload(spheres.centre());
        DeviceArray squares = memory.upload(spheres.square());
        DeviceArray sums = memory.allocate(ElementType.I64, count)) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "sum_within", metric)
              .struct(structOf(new Weighted(source, before)))
              .arg(centres)
              .arg(squares)
              .arg(count)
              .arg(lowestLevel)
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(sums);
    }
  }

  @Override
  public long[] lastMasses(
      List<Weighted> points, Limits limits, Spheres outermost, LinkCriterion metric) {
    long count = outermost.count();
    SphereScale scale = limits.scale();
    double[] volumeDensity =
        Arrays.stream(limits.density()).map(SphereScale::volumeDensity).toArray();
    long[] structs = points.stream().flatMapToLong(run -> Arrays.stream(structOf(run))).toArray();
    try (DeviceArray sources = memory.upload(structs);
        DeviceArray densities = memory.upload(volumeDensity);
        DeviceArray centres = memory.upload(outermost.centre());
        DeviceArray squares = memory.upload(outermost.square());
        DeviceArray masses = memory.allocate(ElementType.I64, count * volumeDensity.length)) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "last_masses", metric)
              .arg(sources)
              .arg((long) points.size())
              .struct(
                  Double.doubleToRawLongBits(scale.massUnit()),
                  Double.doubleToRawLongBits(scale.map().largestCell()),
                  CudaArray.address(densities),
                  volumeDensity.length)
              .arg(centres)
              .arg(squares)
              .arg(count)
              .arg(masses);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(masses);
    }
  }

  /** Returns the structure {@code Source} of spheres.cu. */
  private static long[] structOf(Weighted run) {
    SortedPoints points = run.source().points();
    long[] levels = CudaTreeKernels.structOf(run.source().tree());
    long[] fields = Arrays.copyOf(levels, levels.length + 4);
    fields[levels.length] = CudaArray.address(points.x());
    fields[levels.length + 1] = CudaArray.address(points.y());
    fields[levels.length + 2] = CudaArray.address(points.z());
    fields[levels.length + 3] = Columns.orNull(run.before());
    return fields;
  }
}
