package org.jzfof.pipeline.stages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Appends particles to others. The particles are sorted, so that they have no positions any more.
 */
final class ParticleJoin {
  private final ParticleKernels kernels;
  private final DeviceMemory memory;

  ParticleJoin(ParticleKernels kernels, DeviceMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /**
   * Joins particles: the rows of the first, then those of the second.
   *
   * @param first first particles; closed
   * @param second second particles, with the same columns; closed
   */
  Particles join(Particles first, Particles second) {
    try (first;
        second;
        Scope scope = new Scope()) {
      Map<ParticleColumn, DeviceArray> others = new LinkedHashMap<>();
      first
          .others()
          .forEach(
              (column, array) -> others.put(column, scope.add(join(array, second.column(column)))));
      return scope.keep(
          new Particles(
              first.count() + second.count(),
              first.positions(),
              others,
              scope.add(types(first, second)),
              first.onlyType(),
              first.massOfType(),
              first.magnitudes().and(second.magnitudes())));
    }
  }

  /**
   * Joins points: the first, then the second. The rows of the second points follow those of the
   * first.
   *
   * @param first first points; closed
   * @param second second points; closed
   */
  SortedPoints join(SortedPoints first, SortedPoints second) {
    try (first;
        second;
        Scope scope = new Scope()) {
      DeviceArray rows = scope.add(kernels.joinRows(first, second));
      return scope.keep(
          new SortedPoints(
              first.count() + second.count(),
              scope.add(join(first.x(), second.x())),
              scope.add(join(first.y(), second.y())),
              scope.add(join(first.z(), second.z())),
              rows));
    }
  }

  private DeviceArray join(DeviceArray first, DeviceArray second) {
    return memory.join(first.type(), List.of(first, second));
  }

  private DeviceArray types(Particles first, Particles second) {
    DeviceArray types = memory.allocate(ElementType.U8, first.count() + second.count());
    putTypes(types, 0, first);
    putTypes(types, first.count(), second);
    return types;
  }

  private void putTypes(DeviceArray types, long start, Particles particles) {
    if (particles.types() == null) {
      memory.fill(types, start, start + particles.count(), particles.onlyType());
    } else {
      memory.copy(particles.types(), types, start, particles.count());
    }
  }
}
