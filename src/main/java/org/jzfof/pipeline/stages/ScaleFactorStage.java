package org.jzfof.pipeline.stages;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.threads.Parallel;

/** Averages the scale factors of the members of groups of a light cone, weighted by mass. */
final class ScaleFactorStage {
  private final Backend backend;
  private final MemberTotals totals;

  /**
   * @param totals sums over the members of the same groups
   */
  ScaleFactorStage(Backend backend, MemberTotals totals) {
    this.backend = backend;
    this.totals = totals;
  }

  /**
   * Adds the scale factors to a catalogue; every rank calls it.
   *
   * @param catalogue catalogue of this rank's range
   * @param points points that include the members
   * @param repeated number of particles that count once, as in {@link LightconeValues}
   */
  GroupCatalogue measure(
      GroupCatalogue catalogue, SphereStage.Points points, Lightcone options, long repeated) {
    ParticleColumn column = ParticleColumn.scaleFactors(options.scaleFactors());
    MemberTotals.Values weighted = weighted(points, points.particles().column(column));
    double[] scaleFactor = totals.of(catalogue, weighted, null).ofGroups();
    double[] mass = catalogue.sums().mass();
    Arrays.setAll(scaleFactor, g -> mass[g] > 0 ? scaleFactor[g] / mass[g] : Double.NaN);
    return catalogue.withLightcone(new LightconeValues(scaleFactor, repeated));
  }

  /** The values of a column for the members, times their masses. */
  private MemberTotals.Values weighted(SphereStage.Points points, DeviceArray column) {
    Particles particles = points.particles();
    double[] ofType = particles.massOfType();
    MemberTotals.Values values = totals.ofColumn(points, column);
    MemberTotals.Values masses =
        particles.masses() == null ? null : totals.ofColumn(points, particles.masses());
    double[] own = masses == null ? null : totals.block();
    return (from, count, value) -> {
      values.read(from, count, value);
      if (own != null) {
        masses.read(from, count, own);
      }
      byte[] types = particles.types() == null ? null : types(points, from, count);
      Parallel.forEach(
          count,
          Parallel.GRAIN,
          m -> {
            double common = ofType[types == null ? particles.onlyType() : types[m]];
            value[m] *= common == 0 && own != null ? own[m] : common;
          });
    };
  }

  private byte[] types(SphereStage.Points points, long from, int count) {
    byte[] types = new byte[count];
    try (DeviceArray ofMembers = totals.gather(points, points.particles().types(), from, count)) {
      backend.memory().read(ofMembers, 0, ByteBuffer.wrap(types));
    }
    return types;
  }
}
