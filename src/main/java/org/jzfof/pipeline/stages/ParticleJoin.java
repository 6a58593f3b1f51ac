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

/** Puts particles that are sorted, and so have no positions any more, behind others. */
final class ParticleJoin {
  private final ParticleKernels kernels;
  private final DeviceMemory memory;

  /**
   * @param kernels of the backend that holds the particles
   */
  ParticleJoin(ParticleKernels kernels, DeviceMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /**
   * The rows of the first particles, then those of the second.
   *
   * @param first closed
   * @param second closed; has the columns of the first
   */
  Particles join(Particles first, Particles second) {
    try (first;
        second;
        Scope joined = new Scope()) {
      Map<ParticleColumn, DeviceArray> others = new LinkedHashMap<>();
      first
          .others()
          .forEach(
              (column, array) ->
                  others.put(column, joined.add(join(array, second.column(column)))));
      return joined.keep(
          new Particles(
              first.count() + second.count(),
              first.positions(),
              others,
              joined.add(types(first, second)),
              first.onlyType(),
              first.massOfType(),
              first.magnitudes().and(second.magnitudes())));
    }
  }

  /**
   * The first points, then the second ones, which belong to the rows behind those of the first.
   *
   * @param first closed
   * @param second closed
   */
  SortedPoints join(SortedPoints first, SortedPoints second) {
    try (first;
        second;
        Scope joined = new Scope()) {
      DeviceArray rows = joined.add(kernels.joinRows(first, second));
      return joined.keep(
          new SortedPoints(
              first.count() + second.count(),
              joined.add(join(first.x(), second.x())),
              joined.add(join(first.y(), second.y())),
              joined.add(join(first.z(), second.z())),
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

  private void putTypes(DeviceArray types, long at, Particles particles) {
    if (particles.types() == null) {
      memory.fill(types, at, at + particles.count(), particles.onlyType());
    } else {
      memory.copy(particles.types(), types, at, particles.count());
    }
  }
}
