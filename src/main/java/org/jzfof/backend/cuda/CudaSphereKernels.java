package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.so.SphereKernels;
import org.jzfof.so.SphereSource;
import org.jzfof.so.Spheres;
import org.jzfof.so.Weight;

/** Spheres on the GPU, each by one warp. */
final class CudaSphereKernels implements SphereKernels {
  private static final String STAGE = "spheres";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaSphereKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public DeviceArray weightsBefore(SortedPoints points, Particles particles, Weight weight) {
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
          .arg(weight.type())
          .struct(weight.perMass())
          .arg(sums)
          .run(n + 1);
    }
    algorithms.addUp(sums);
    return sums;
  }

  @Override
  public long[] within(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric) {
    return sums(source, before, spheres, metric, 0);
  }

  @Override
  public long[] atMost(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric) {
    return sums(source, before, spheres, metric, 1);
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
              .struct(CudaTreeKernels.structOf(source.tree()))
              .arg(source.points().x())
              .arg(source.points().y())
              .arg(source.points().z())
              .arg(before)
              .arg(centres)
              .arg(squares)
              .arg(count)
              .arg(lowestLevel)
              .arg(sums);
      CudaFofKernels.criterion(launch, metric).run(count * WARP);
      return memory.toLongs(sums);
    }
  }
}
