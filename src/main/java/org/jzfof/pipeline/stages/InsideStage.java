package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.properties.InsideMeasurement;
import org.jzfof.threads.Parallel;

/**
 * Measures properties of the particles inside spheres. Input: the points of all ranks, and the
 * spheres around the centres of this rank. Output: the requested properties.
 */
public final class InsideStage {
  private final InsideMeasurement measurement;
  private final InsideTypes inside;

  /** Creates the stage; every rank calls it. */
  public InsideStage(Backend backend, Communicator comm, FixedPoint map, SphereSearch search) {
    this.measurement =
        new InsideMeasurement(backend.inside(), comm, map, search.background(), search.options());
    this.inside = search.types();
  }

  /**
   * The centres of the spheres of this rank.
   *
   * @param centre fixed-point coordinates [3G]
   * @param epochs when the groups are
   * @param velocity stored velocities [3G] that are subtracted in the sums of moments; they affect
   *     only the rounding
   */
  public record Centres(
      int[] centre,
      double[] velocity,
      GroupEpochs epochs,
      Map<GroupProperty, double[]> ofGroups,
      int types) {}

  /**
   * Measures the properties; every rank calls it.
   *
   * @param found spheres, with the masses of the {@link InsideTypes#measured measured types}
   */
  public GroupProperties measure(
      SphereSums points, SphereMeasurement.Measured found, Centres groups) {
    Map<SphereProperty, double[]> ofSpheres = new EnumMap<>(SphereProperty.class);
    ofSpheres.putAll(
        measurement.measure(
            points,
            new InsideMeasurement.SphereGroups(
                groups.centre,
                groups.velocity,
                found.masses(),
                found.number(),
                groups.epochs,
                groups.ofGroups)));
    if (inside.contaminants().length > 0) {
      double[] others = sum(found.massOfType(), inside.contaminants());
      double[] dark = sum(found.massOfType(), inside.dark());
      double[] fraction = new double[others.length];
      Parallel.forEach(
          fraction.length,
          Parallel.GRAIN,
          i -> fraction[i] = dark[i] > 0 ? others[i] / dark[i] : 0);
      ofSpheres.put(SphereProperty.CONTAMINATION_MASS, others);
      ofSpheres.put(SphereProperty.CONTAMINATION_FRACTION, fraction);
    }
    return new GroupProperties(
        groups.ofGroups, ofAllTypes(found.massOfType(), groups.types), ofSpheres);
  }

  private double[] sum(double[] masses, int... types) {
    int[] measured = inside.measured();
    double[] sums = new double[masses.length / measured.length];
    for (int type : types) {
      int column = Arrays.binarySearch(measured, type);
      Parallel.forEach(
          sums.length, Parallel.GRAIN, i -> sums[i] += masses[i * measured.length + column]);
    }
    return sums;
  }

  /**
   * Expands rows of the measured types to rows of all types; null if these masses are not
   * requested.
   */
  private double[] ofAllTypes(double[] masses, int types) {
    if (inside.each().length == 0) {
      return null;
    }
    int[] measured = inside.measured();
    double[] rows = new double[masses.length / measured.length * types];
    for (int type : inside.each()) {
      double[] column = sum(masses, type);
      Parallel.forEach(column.length, Parallel.GRAIN, i -> rows[i * types + type] = column[i]);
    }
    return rows;
  }
}
