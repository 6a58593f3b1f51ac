package org.jzfof.spheres.cpu;

import static org.jzfof.device.cpu.CpuArray.bytes;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;
import org.jzfof.threads.Parallel;

/** Spheres on the CPU, one thread per sphere. */
public final class CpuSphereKernels implements SphereKernels {
  private static final int GRAIN = 32;

  private final CpuMemory memory;

  public CpuSphereKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray weightPrefixSums(SortedPoints points, Particles particles, Weight weight) {
    int n = (int) points.count();
    int[] row = ints(points.row());
    RealArray mass = RealArray.orNull(particles.masses());
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
    return sums(SphereTree.of(source), before, spheres, metric, 0);
  }

  @Override
  public long[] upperBounds(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric, int opened) {
    SphereTree tree = SphereTree.of(source);
    int lowestLevel = Math.max(1, tree.count().length - 1 - opened);
    return sums(tree, before, spheres, metric, lowestLevel);
  }

  private long[] sums(
      SphereTree tree, DeviceArray before, Spheres spheres, LinkCriterion metric, int lowestLevel) {
    long[] sums = new long[spheres.count()];
    Parallel.forRange(
        spheres.count(),
        GRAIN,
        (from, to) -> {
          SphereWalk walk = walk(tree, before, metric);
          for (int s = from; s < to; s++) {
            sums[s] = walk.sum(spheres.centre(), 3 * s, spheres.square()[s], lowestLevel);
          }
        });
    return sums;
  }

  private static SphereWalk walk(SphereTree tree, DeviceArray before, LinkCriterion metric) {
    return new SphereWalk(tree, before == NUMBER_OF_POINTS ? null : longs(before), metric);
  }

  @Override
  public long[] lastMasses(
      List<Weighted> points, Limits limits, Spheres outermost, LinkCriterion metric) {
    SphereTree[] trees =
        points.stream().map(run -> SphereTree.of(run.source())).toArray(SphereTree[]::new);
    int densities = limits.density().length;
    long[] masses = new long[outermost.count() * densities];
    Parallel.forRange(
        outermost.count(),
        GRAIN,
        (from, to) -> {
          SphereWalk[] walks = new SphereWalk[trees.length];
          Arrays.setAll(walks, w -> walk(trees[w], points.get(w).before(), metric));
          LastCrossings crossings = new LastCrossings(walks, limits, outermost.centre());
          for (int c = from; c < to; c++) {
            crossings.find(c, outermost.square()[c], masses, c * densities);
          }
        });
    return masses;
  }
}
