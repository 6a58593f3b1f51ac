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

/**
 * Measures radial profiles: needs the points of all ranks and the spheres around the centres of
 * this rank, leaves the profiles of all groups on all ranks.
 */
final class ProfileStage {
  private final SphereMeasurement spheres;
  private final ShellMeasurement shells;
  private final double toPeculiar;
  private final Gathering gathering;

  /** Every rank makes one. */
  ProfileStage(
      SphereMeasurement spheres,
      ShellMeasurement shells,
      CosmologyFactors background,
      Communicator comm) {
    this.spheres = spheres;
    this.shells = shells;
    this.toPeculiar = background.toPeculiar();
    this.gathering = new Gathering(comm);
  }

  /**
   * Particles of this rank.
   *
   * @param runs of points
   * @param types that there are anywhere
   * @param velocities whether they have any
   */
  record Points(List<SphereMeasurement.Run> runs, int[] types, boolean velocities) {}

  /**
   * Every rank calls it.
   *
   * @param around the centres of this rank, with R200c
   * @param mass M200c of these
   */
  ProfileTable measure(Points points, ShellMeasurement.Around around, double[] mass) {
    double[] edges = around.edges();
    double[] radius = new double[around.radius().length * edges.length];
    Arrays.setAll(radius, i -> around.radius()[i / edges.length] * edges[i % edges.length]);
    List<SphereMeasurement.Within> within = new ArrayList<>();
    for (int type : points.types) {
      within.add(spheres.within(points.runs, around.centre(), radius, type));
    }
    return points.velocities
        ? spheres.with(points.runs, sums -> moving(sums, points, around, mass, within))
        : table(points, around, within, null, null);
  }

  private ProfileTable moving(
      SphereSums sums,
      Points points,
      ShellMeasurement.Around around,
      double[] mass,
      List<SphereMeasurement.Within> within) {
    double[] bulk = shells.bulk(sums, around, mass, Weight.ALL_TYPES);
    int edges = around.edges().length;
    List<ShellMeasurement.Motions> motions = new ArrayList<>();
    for (int t = 0; t < points.types.length; t++) {
      double[] all = within.get(t).mass();
      double[] outermost = new double[around.radius().length];
      Arrays.setAll(outermost, g -> all[(g + 1) * edges - 1]);
      motions.add(
          shells.measure(
              sums, around, new ShellMeasurement.OfType(points.types[t], bulk, outermost)));
    }
    double[] peculiar = Arrays.stream(bulk).map(v -> toPeculiar * v).toArray();
    return table(points, around, within, motions, gathering.all(peculiar));
  }

  private ProfileTable table(
      Points points,
      ShellMeasurement.Around around,
      List<SphereMeasurement.Within> within,
      List<ShellMeasurement.Motions> motions,
      double[] velocity) {
    List<ProfileTable.OfType> types = new ArrayList<>();
    for (int t = 0; t < points.types.length; t++) {
      types.add(
          new ProfileTable.OfType(
              points.types[t],
              gathering.all(within.get(t).mass()),
              gathering.all(within.get(t).number()),
              motions == null ? null : gathering.all(motions.get(t).dispersion()),
              motions == null ? null : gathering.all(motions.get(t).radial())));
    }
    return new ProfileTable(around.edges(), gathering.all(around.radius()), types, velocity);
  }
}
