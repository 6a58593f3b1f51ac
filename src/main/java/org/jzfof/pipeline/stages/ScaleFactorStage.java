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
    double[] masses = masses(points);
    Parallel.forEach(weighted.length, Parallel.GRAIN, m -> weighted[m] *= masses[m]);
    double[] scaleFactor = totals.of(catalogue, weighted, null).ofGroups();
    double[] mass = catalogue.sums().mass();
    Arrays.setAll(scaleFactor, g -> mass[g] > 0 ? scaleFactor[g] / mass[g] : Double.NaN);
    return catalogue.withLightcone(new LightconeValues(scaleFactor, repeated));
  }

  /** Returns the masses of the members, in the order of their list. */
  private double[] masses(SphereStage.Points points) {
    Particles particles = points.particles();
    double[] ofType = particles.massOfType();
    byte[] types = types(points);
    double[] masses =
        particles.masses() == null
            ? new double[types.length]
            : totals.ofMembers(points, particles.masses());
    Parallel.forEach(
        masses.length,
        Parallel.GRAIN,
        m -> {
          double common = ofType[types[m]];
          masses[m] = common == 0 ? masses[m] : common;
        });
    return masses;
  }

  private byte[] types(SphereStage.Points points) {
    Particles particles = points.particles();
    byte[] types = new byte[Math.toIntExact(members.members().length())];
    if (particles.types() == null) {
      Arrays.fill(types, (byte) particles.onlyType());
      return types;
    }
    try (DeviceArray rows =
            backend.particles().gather(points.points().row(), 1, members.members());
        DeviceArray ofMembers = backend.particles().gather(particles.types(), 1, rows)) {
      backend.memory().read(ofMembers, 0, ByteBuffer.wrap(types));
    }
    return types;
  }
}
