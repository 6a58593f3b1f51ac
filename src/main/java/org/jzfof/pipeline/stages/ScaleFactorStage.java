package org.jzfof.pipeline.stages;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.threads.Parallel;

/** Averages the scale factors of the members of groups of a light cone, weighted by mass. */
final class ScaleFactorStage {
  private final Backend backend;
  private final MemberTotals totals;
  private final MemberList members;

  /**
   * @param totals sums over the members of the same groups
   */
  ScaleFactorStage(Backend backend, MemberTotals totals, MemberList members) {
    this.backend = backend;
    this.totals = totals;
    this.members = members;
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
    double[] weighted = totals.ofMembers(points, points.particles().column(column));
    weigh(weighted, points);
    double[] scaleFactor = totals.of(catalogue, weighted, null).ofGroups();
    double[] mass = catalogue.sums().mass();
    Arrays.setAll(scaleFactor, g -> mass[g] > 0 ? scaleFactor[g] / mass[g] : Double.NaN);
    return catalogue.withLightcone(new LightconeValues(scaleFactor, repeated));
  }

  /** Multiplies values of the members, in the order of their list, by their masses. */
  private void weigh(double[] values, SphereStage.Points points) {
    Particles particles = points.particles();
    double[] ofType = particles.massOfType();
    double[] own = particles.masses() == null ? null : totals.ofMembers(points, particles.masses());
    byte[] types = particles.types() == null ? null : types(points);
    Parallel.forEach(
        values.length,
        Parallel.GRAIN,
        m -> {
          double common = ofType[types == null ? particles.onlyType() : types[m]];
          values[m] *= common == 0 && own != null ? own[m] : common;
        });
  }

  private byte[] types(SphereStage.Points points) {
    Particles particles = points.particles();
    byte[] types = new byte[Math.toIntExact(members.members().length())];
    try (DeviceArray rows =
            backend.particles().gather(points.points().row(), 1, members.members());
        DeviceArray ofMembers = backend.particles().gather(particles.types(), 1, rows)) {
      backend.memory().read(ofMembers, 0, ByteBuffer.wrap(types));
    }
    return types;
  }
}
