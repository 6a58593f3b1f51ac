package org.jzfof.pipeline.stages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.spheres.SphereMeasurement;

/**
 * Measures the masses of all particles within given radii of subhaloes: needs the subhaloes of this
 * rank's range of the catalogue and the particles of all ranks, leaves the masses in the table of
 * the subhaloes.
 */
record ApertureStage(Backend backend, Communicator comm, FixedPoint map, SubhaloTarget target) {
  /** Whether there are any radii; the same on all ranks. */
  boolean wanted() {
    return !target.physics().apertures().isEmpty();
  }

  /**
   * Every rank calls it.
   *
   * @param table of the subhaloes; receives the masses
   * @param linked the points that the members are of
   * @param around other points; null where there are none
   */
  void measure(SubhaloTable table, SphereStage.Points linked, SphereStage.Points around) {
    double[] radius = target.physics().apertures().stream().mapToDouble(r -> r).toArray();
    int[] centre = new int[3 * table.count()];
    Arrays.setAll(
        centre, i -> map.toFixed(table.real(SubhaloColumn.POSITION, i / 3, i % 3), i % 3));
    double[] found;
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereMeasurement.ParticleSet> runs = linked.runs(backend.memory(), open);
      if (around != null) {
        runs.addAll(around.runs(backend.memory(), open));
      }
      found =
          new SphereMeasurement(SphereStage.device(backend), comm, map, null)
              .massesWithin(runs, centre, radius, table.types(), target.inApertures());
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
    int width = radius.length * (1 + table.types());
    for (int s = 0; s < table.count(); s++) {
      double[] ofOne = Arrays.copyOfRange(found, s * width, (s + 1) * width);
      table.put(SubhaloColumn.MASS_OF_ALL_IN_APERTURES, s, ofOne);
    }
  }
}
