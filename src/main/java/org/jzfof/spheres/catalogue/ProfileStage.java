package org.jzfof.spheres.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Weight;
import org.jzfof.spheres.properties.CosmologyFactors;
import org.jzfof.spheres.properties.ShellMeasurement;
import org.jzfof.threads.Parallel;

/**
 * Measures radial profiles. The input is the points of all ranks and the spheres around the centres
 * of this rank; the result is the profiles of all groups on all ranks.
 */
final class ProfileStage {
  /** Minimum number of groups per thread. */
  private static final int GRAIN = 1 << 6;

  private final SphereMeasurement spheres;
  private final ShellMeasurement shells;
  private final double toPeculiar;
  private final ResultGather gather;

  /** Every rank creates one. */
  ProfileStage(
      SphereMeasurement spheres,
      ShellMeasurement shells,
      CosmologyFactors background,
      Communicator comm) {
    this.spheres = spheres;
    this.shells = shells;
    this.toPeculiar = background.toPeculiar();
    this.gather = new ResultGather(comm);
  }

  /**
   * Particles of this rank.
   *
   * @param types particle types that any rank has
   */
  record Points(List<SphereMeasurement.ParticleSet> sets, int[] types, boolean velocities) {}

  /**
   * Measures the profiles. Every rank calls this method.
   *
   * @param around centres of this rank with R200c
   * @param mass M200c of the groups of this rank
   */
  ProfileTable measure(Points points, ShellMeasurement.ShellCentres around, double[] mass) {
    double[] edges = around.edges();
    double[] radius = new double[around.radius().length * edges.length];
    Parallel.forEach(
        around.radius().length,
        GRAIN,
        g -> {
          for (int e = 0; e < edges.length; e++) {
            radius[g * edges.length + e] = around.radius()[g] * edges[e];
          }
        });
    List<SphereMeasurement.RadiusSums> within = new ArrayList<>();
    for (int type : points.types) {
      within.add(spheres.within(points.sets, around.centre(), radius, type));
    }
    return points.velocities
        ? spheres.withSums(points.sets, sums -> withMotions(sums, points, around, mass, within))
        : table(points, around, within, null, null);
  }

  private ProfileTable withMotions(
      SphereSums sums,
      Points points,
      ShellMeasurement.ShellCentres around,
      double[] mass,
      List<SphereMeasurement.RadiusSums> within) {
    double[] bulk = shells.bulk(sums, around, mass, Weight.ALL_TYPES);
    int edges = around.edges().length;
    List<ShellMeasurement.ShellMotions> motions = new ArrayList<>();
    for (int t = 0; t < points.types.length; t++) {
      double[] all = within.get(t).mass();
      double[] outermost = new double[around.radius().length];
      Arrays.setAll(outermost, g -> all[(g + 1) * edges - 1]);
      motions.add(
          shells.measure(
              sums, around, new ShellMeasurement.OfType(points.types[t], bulk, outermost)));
    }
    double[] peculiar = Arrays.stream(bulk).map(v -> toPeculiar * v).toArray();
    return table(points, around, within, motions, gather.all(peculiar));
  }

  private ProfileTable table(
      Points points,
      ShellMeasurement.ShellCentres around,
      List<SphereMeasurement.RadiusSums> within,
      List<ShellMeasurement.ShellMotions> motions,
      double[] velocity) {
    List<ProfileTable.OfType> types = new ArrayList<>();
    for (int t = 0; t < points.types.length; t++) {
      types.add(
          new ProfileTable.OfType(
              points.types[t],
              gather.all(within.get(t).mass()),
              gather.all(within.get(t).number()),
              motions == null ? null : gather.all(motions.get(t).dispersion()),
              motions == null ? null : gather.all(motions.get(t).radial())));
    }
    return new ProfileTable(around.edges(), gather.all(around.radius()), types, velocity);
  }
}
