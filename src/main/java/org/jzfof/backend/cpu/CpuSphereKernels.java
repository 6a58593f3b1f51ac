package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.bytes;
import static org.jzfof.backend.cpu.CpuArray.ints;
import static org.jzfof.backend.cpu.CpuArray.longs;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.so.SphereKernels;
import org.jzfof.so.SphereSource;
import org.jzfof.so.Spheres;
import org.jzfof.so.Weight;

/** Spheres on the CPU, each by one thread. */
final class CpuSphereKernels implements SphereKernels {
  private static final int GRAIN = 32;

  private final Workers workers;
  private final CpuMemory memory;

  CpuSphereKernels(Workers workers, CpuMemory memory) {
    this.workers = workers;
    this.memory = memory;
  }

  @Override
  public DeviceArray weightsBefore(SortedPoints points, Particles particles, Weight weight) {
    int n = (int) points.count();
    int[] row = ints(points.row());
    Values mass = Values.orNull(particles.masses());
    byte[] types = particles.types() == null ? null : bytes(particles.types());
    double[] massOfType = particles.massOfType();
    DeviceArray sums = memory.allocate(ElementType.I64, n + 1L);
    long[] before = longs(sums);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      before[i] = sum;
      int type = types == null ? particles.onlyType() : types[row[i]];
      double ofType = massOfType[type];
      sum += weight.of(type, mass == null || ofType != 0 ? ofType : mass.get(row[i]));
    }
    before[n] = sum;
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
    long[] sums = new long[spheres.count()];
    long[] weightBefore = before == NUMBER_OF_POINTS ? null : longs(before);
    SphereTree tree = SphereTree.of(source);
    workers.forRange(
        spheres.count(),
        GRAIN,
        (from, to) -> {
          SphereWalk walk = new SphereWalk(tree, weightBefore, metric, lowestLevel);
          for (int s = from; s < to; s++) {
            sums[s] = walk.sum(spheres.centre(), 3 * s, spheres.square()[s]);
          }
        });
    return sums;
  }
}
