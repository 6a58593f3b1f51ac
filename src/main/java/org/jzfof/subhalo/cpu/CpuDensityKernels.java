package org.jzfof.subhalo.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cpu.RowColumns;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.density.SplineSum;
import org.jzfof.subhalo.links.MemberLinks;
import org.jzfof.threads.Parallel;

/** Local densities and links of members of groups on the CPU. */
public final class CpuDensityKernels implements DensityKernels {
  private static final int GRAIN = 1 << 12;

  private final CpuMemory memory;

  public CpuDensityKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public long blockBytes() {
    return 1L << 27;
  }

  @Override
  public Coordinates coordinates(SortedPoints points, FixedPoint map) {
    DeviceArray coordinates = memory.allocate(ElementType.F64, 3 * points.count());
    double[] xyz = CpuArray.doubles(coordinates);
    DeviceArray[] columns = {points.x(), points.y(), points.z()};
    double shift = map.periodic() ? 0x1p31 : 0;
    for (int d = 0; d < 3; d++) {
      int[] cells = CpuArray.ints(columns[d]);
      double size = map.cell()[d] / map.largestCell();
      int at = d;
      Parallel.forRange(
          (int) points.count(),
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              xyz[3 * i + at] = (cells[i] + shift) * size;
            }
          });
    }
    return new Coordinates(points.count(), coordinates);
  }

  @Override
  public DeviceArray masses(SortedPoints points, Particles particles, double unit) {
    DeviceArray masses = memory.allocate(ElementType.F64, points.count());
    double[] mass = CpuArray.doubles(masses);
    int[] row = CpuArray.ints(points.row());
    RowColumns columns = new RowColumns(particles);
    Parallel.forRange(
        (int) points.count(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            mass[i] = columns.mass(row[i]) / unit;
          }
        });
    return masses;
  }

  @Override
  public DeviceArray densities(Neighbours neighbours, DeviceArray mass) {
    int k = neighbours.k();
    DeviceArray densities = memory.allocate(ElementType.F64, neighbours.count());
    double[] density = CpuArray.doubles(densities);
    double[] distance = CpuArray.doubles(neighbours.distance());
    double[] masses = mass == null ? null : CpuArray.doubles(mass);
    Parallel.forRange(
        (int) neighbours.count(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            double h = distance[(i + 1) * k - 1];
            long sum = 0;
            for (int j = i * k; h > 0 && j < (i + 1) * k; j++) {
              sum += SplineSum.term(masses == null ? 1 : masses[j], distance[j], h);
            }
            density[i] = SplineSum.density(sum, h);
          }
        });
    return densities;
  }

  @Override
  public int[] denser(FixedPoint map, int[] start, int[] position, long[] id, double[] density) {
    return new MemberLinks().denser(map, start, position, id, density);
  }
}
