package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.config.Centre;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupProperties;
import org.jzfof.groups.GroupProperty;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.GroupSpheres;
import org.jzfof.groups.MemberList;
import org.jzfof.progress.StageClock;
import org.jzfof.properties.GroupMeasurement;
import org.jzfof.properties.InsideMeasurement;
import org.jzfof.so.GroupCentres;
import org.jzfof.so.PotentialKernels;
import org.jzfof.so.PotentialMinimum;
import org.jzfof.so.Softening;
import org.jzfof.so.SphereMeasurement;

/**
 * Measures the spheres around groups: needs the catalogue and the particles of all ranks, leaves
 * the centres of the groups of this rank's range of the catalogue, and what is inside their
 * spheres.
 */
final class SphereStage {
  /** Longs of a centre that travels: place in the range, x and y, z. */
  private static final int CENTRE = 3;

  private final Backend backend;
  private final Communicator comm;
  private final StageClock clock;
  private final FixedPoint map;
  private final SphereSearch search;

  SphereStage(
      Backend backend, Communicator comm, StageClock clock, FixedPoint map, SphereSearch search) {
    this.backend = backend;
    this.comm = comm;
    this.clock = clock;
    this.map = map;
    this.search = search;
  }

  /**
   * Points of this rank with their particles.
   *
   * @param ends end of each run of points that is in Morton order, increasing
   */
  record Points(SortedPoints points, Particles particles, long... ends) {}

  /** The members of the groups of this rank. */
  record Groups(MemberList members, GroupSegments segments, GroupPlaces places) {}

  /**
   * Every rank calls it.
   *
   * @param catalogue of this rank's range
   * @param linked the points that the members are of
   * @param around other points that spheres may hold; null where there are none
   */
  GroupCatalogue measure(GroupCatalogue catalogue, Groups groups, Points linked, Points around) {
    int[] centre =
        search.options().centre() == Centre.POTENTIAL
            ? clock.time("centres", () -> deepest(catalogue, groups, linked))
            : ofMass(catalogue);
    Map<GroupProperty, double[]> ofGroups =
        search.membersWanted()
            ? clock.time("properties", () -> properties(catalogue, centre, groups, linked))
            : Map.of();
    return clock.time("spheres", () -> spheres(catalogue, centre, ofGroups, linked, around));
  }

  /** Rows of the types that are there become rows of all types; null where there are none. */
  private double[] ofAllTypes(double[] masses, int types) {
    int[] there = search.types();
    if (there.length == 0) {
      return null;
    }
    double[] rows = new double[masses.length / there.length * types];
    for (int i = 0; i < masses.length; i++) {
      rows[i / there.length * types + there[i % there.length]] = masses[i];
    }
    return rows;
  }

  private Map<GroupProperty, double[]> properties(
      GroupCatalogue catalogue, int[] centre, Groups groups, Points linked) {
    GroupPlaces places = groups.places();
    return new GroupMeasurement(backend.properties(), comm, map, search.background())
        .measure(
            new GroupMeasurement.Members(
                groups.members(),
                linked.points(),
                linked.particles(),
                places.number(),
                places.first()),
            catalogue,
            centre);
  }

  private int[] ofMass(GroupCatalogue catalogue) {
    int[] centre = new int[3 * catalogue.groups()];
    Arrays.setAll(centre, i -> map.toFixed(catalogue.position()[i], i % 3));
    return centre;
  }

  private int[] deepest(GroupCatalogue catalogue, Groups groups, Points linked) {
    double[] longest = {Arrays.stream(catalogue.length()).max().orElse(0)};
    comm.max(longest);
    double[] side = new double[3];
    Arrays.setAll(side, d -> map.periodic() ? 0x1p32 * map.cell()[d] : Double.POSITIVE_INFINITY);
    PotentialMinimum minimum =
        new PotentialMinimum(
            backend.potential(),
            backend.particles(),
            backend.memory(),
            comm,
            new PotentialKernels.Field(
                map.cell(), side, Softening.plummer(search.options().softening())),
            longest[0] * linked.particles().magnitudes().largestMass());
    GroupCentres centres =
        minimum.find(groups.members(), linked.points(), linked.particles(), groups.segments());
    return toOwners(centres, groups, catalogue.groups());
  }

  /** Sends the centres of groups to the ranks that have them in their ranges. */
  private int[] toOwners(GroupCentres centres, Groups groups, int own) {
    if (comm.size() == 1) {
      int[] centre = new int[3 * own];
      for (int g = 0; g < own; g++) {
        int to = 3 * (int) groups.places().number()[g];
        System.arraycopy(centres.place(), 3 * g, centre, to, 3);
      }
      return centre;
    }
    long[] first = groups.places().first();
    int[] reported =
        IntStream.range(0, groups.members().groups())
            .filter(g -> groups.segments().reports(g))
            .toArray();
    int[] rank = new int[reported.length];
    int[] length = new int[comm.size()];
    for (int i = 0; i < reported.length; i++) {
      rank[i] = Parts.partOf(first, groups.places().number()[reported[i]]);
      length[rank[i]] += CENTRE;
    }
    long[][] sent = new long[comm.size()][];
    Arrays.setAll(sent, r -> new long[length[r]]);
    Arrays.fill(length, 0);
    for (int i = 0; i < reported.length; i++) {
      int g = reported[i];
      int r = rank[i];
      int at = 3 * g;
      sent[r][length[r]++] = groups.places().number()[g] - first[r];
      sent[r][length[r]++] =
          (long) centres.place()[at] << Integer.SIZE | centres.place()[at + 1] & 0xffffffffL;
      sent[r][length[r]++] = centres.place()[at + 2];
    }
    int[] centre = new int[3 * own];
    long[] rows = Parts.join(comm.allToAll(sent));
    for (int i = 0; i < rows.length; i += CENTRE) {
      int at = 3 * (int) rows[i];
      centre[at] = (int) (rows[i + 1] >> Integer.SIZE);
      centre[at + 1] = (int) rows[i + 1];
      centre[at + 2] = (int) rows[i + 2];
    }
    return centre;
  }

  private GroupCatalogue spheres(
      GroupCatalogue catalogue,
      int[] centre,
      Map<GroupProperty, double[]> ofGroups,
      Points linked,
      Points around) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereMeasurement.Run> runs = new ArrayList<>(runs(linked, open));
      if (around != null) {
        runs.addAll(runs(around, open));
      }
      InsideMeasurement inside =
          new InsideMeasurement(
              backend.inside(), comm, map, search.background(), search.options().properties());
      return new SphereMeasurement(
              new SphereMeasurement.Device(
                  backend.spheres(), backend.tree(), backend.fofShape(), backend.memory()),
              comm,
              map,
              search.problem())
          .measure(
              runs,
              new SphereMeasurement.Groups(centre, catalogue.mass(), catalogue.length()),
              search.types(),
              (points, found) ->
                  catalogue.withSpheres(
                      around(centre, found),
                      new GroupProperties(
                          ofGroups,
                          ofAllTypes(found.massOfType(), catalogue.types()),
                          inside.measure(
                              points,
                              new InsideMeasurement.Around(
                                  centre,
                                  catalogue.velocity(),
                                  found.masses(),
                                  found.number(),
                                  ofGroups)))));
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private GroupSpheres around(int[] centre, SphereMeasurement.Measured found) {
    double[] place = new double[centre.length];
    Arrays.parallelSetAll(place, i -> map.toLength(centre[i], i % 3));
    return new GroupSpheres(
        search.options(), place, found.masses().mass(), found.masses().radius(), found.number());
  }

  /** Runs of points in Morton order, one by one. */
  private List<SphereMeasurement.Run> runs(Points of, List<AutoCloseable> open) {
    List<SphereMeasurement.Run> runs = new ArrayList<>();
    long from = 0;
    for (long end : of.ends()) {
      if (end > from) {
        SortedPoints run = of.points();
        if (end - from < of.points().count()) {
          run = slice(of.points(), from, end - from);
          open.add(run);
        }
        runs.add(new SphereMeasurement.Run(run, of.particles()));
      }
      from = end;
    }
    return runs;
  }

  private SortedPoints slice(SortedPoints points, long from, long count) {
    try (Scope made = new Scope()) {
      DeviceArray[] columns = {points.x(), points.y(), points.z(), points.row()};
      for (int c = 0; c < columns.length; c++) {
        columns[c] = made.add(backend.memory().slice(columns[c], from, count));
      }
      return made.keep(new SortedPoints(count, columns[0], columns[1], columns[2], columns[3]));
    }
  }
}
