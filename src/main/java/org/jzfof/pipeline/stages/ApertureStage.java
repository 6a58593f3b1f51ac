package org.jzfof.pipeline.stages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.spheres.SphereMeasurement;

/**
 * Measures the masses of all particles within given radii of subhaloes. Input: the subhaloes in
 * this rank's range of the catalogue, and the particles of all ranks. Output: the masses in the
 * table of the subhaloes.
 */
record ApertureStage(Backend backend, Communicator comm, FixedPoint map, SubhaloTarget target) {
  /** Returns whether there are any radii; the answer is the same on all ranks. */
  boolean enabled() {
    return !target.options().apertures().isEmpty();
  }

  /**
   * Measures the masses; every rank calls it.
   *
   * @param catalogue groups with the table of subhaloes, which receives the masses
   * @param linked points that include the members
   * @param others other points, or null
   */
  void measure(GroupCatalogue catalogue, SphereStage.Points linked, SphereStage.Points others) {
    SubhaloTable table = catalogue.subhaloes();
    int each = target.options().apertures().size();
    GroupEpochs epochs = catalogue.lightcone().epochs();
    double[] radius =
        IntStream.range(0, table.count())
            .mapToDouble(s -> epochs.at((int) table.integer(SubhaloColumn.GROUP, s)))
            .boxed()
            .flatMap(a -> target.physics().apply(a).apertures().stream())
            .mapToDouble(r -> r)
            .toArray();
    int[] centre = new int[3 * table.count()];
    Arrays.setAll(
        centre, i -> map.toFixed(table.real(SubhaloColumn.POSITION, i / 3, i % 3), i % 3));
    double[] masses;
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereMeasurement.ParticleSet> particleSets =
          linked.particleSets(backend.memory(), open);
      if (others != null) {
        particleSets.addAll(others.particleSets(backend.memory(), open));
      }
      masses =
          new SphereMeasurement(SphereStage.device(backend), comm, map, null)
              .massesWithin(particleSets, centre, radius, table.types(), target.inApertures());
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
    int width = each * (1 + table.types());
    for (int s = 0; s < table.count(); s++) {
      double[] row = Arrays.copyOfRange(masses, s * width, (s + 1) * width);
      table.put(SubhaloColumn.MASS_OF_ALL_IN_APERTURES, s, row);
    }
  }
}
