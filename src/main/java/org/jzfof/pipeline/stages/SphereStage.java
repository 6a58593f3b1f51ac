package org.jzfof.pipeline.stages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.centres.DensestMember;
import org.jzfof.centres.GroupCentres;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialMinimum;
import org.jzfof.centres.Softening;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.progress.StageClock;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereScale;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Weight;
import org.jzfof.spheres.properties.GroupMeasurement;
import org.jzfof.threads.Parallel;

/**
 * Measures the spheres around groups: needs the catalogue and the particles of all ranks, leaves
 * the centres of the groups in this rank's range of the catalogue, and the masses and properties of
 * their spheres.
 */
final class SphereStage {
  /** Longs of a centre that travels: number in the range, x and y, z, ID. */
  private static final int CENTRE = 4;

  private final Backend backend;
  private final Communicator comm;
  private final StageClock clock;
  private final FixedPoint map;
  private final SphereSearch search;
  private final boolean ids;

  /**
   * @param ids whether the particles have IDs
   */
  SphereStage(
      Backend backend,
      Communicator comm,
      StageClock clock,
      FixedPoint map,
      SphereSearch search,
      boolean ids) {
    this.backend = backend;
    this.comm = comm;
    this.clock = clock;
    this.map = map;
    this.search = search;
    this.ids = ids;
  }

  /**
   * Points of this rank with their particles.
   *
   * @param ends end of each run of points that is in Morton order, increasing
   */
  record Points(SortedPoints points, Particles particles, long... ends) {
    /**
     * The runs of points, one by one.
     *
     * @param open receives what is to be closed after them
     */
    List<SphereMeasurement.ParticleSet> runs(DeviceMemory memory, List<AutoCloseable> open) {
      List<SphereMeasurement.ParticleSet> runs = new ArrayList<>();
      long from = 0;
      for (long end : ends) {
        if (end > from) {
          SortedPoints run = points;
          if (end - from < points.count()) {
            run = slice(memory, from, end - from);
            open.add(run);
          }
          runs.add(new SphereMeasurement.ParticleSet(run, particles));
        }
        from = end;
      }
      return runs;
    }

    private SortedPoints slice(DeviceMemory memory, long from, long count) {
      try (Scope made = new Scope()) {
        DeviceArray[] columns = {points.x(), points.y(), points.z(), points.row()};
        for (int c = 0; c < columns.length; c++) {
          columns[c] = made.add(memory.slice(columns[c], from, count));
        }
        return made.keep(new SortedPoints(count, columns[0], columns[1], columns[2], columns[3]));
      }
    }
  }

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
    GroupCentres centres =
        switch (search.options().centre()) {
          case POTENTIAL ->
              ofSubhaloes(
                  catalogue, clock.time("centres", () -> deepest(catalogue, groups, linked)));
          case DENSITY -> clock.time("centres", () -> densest(catalogue, groups, linked));
          case COM -> ofMass(catalogue);
        };
    Map<GroupProperty, double[]> ofGroups =
        search.membersWanted()
            ? clock.time(
                "properties", () -> properties(catalogue, centres.position(), groups, linked))
            : Map.of();
    return clock.time("spheres", () -> spheres(catalogue, centres, ofGroups, linked, around));
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

  /** The deepest member of the first subhalo of each group that has one. */
  private GroupCentres ofSubhaloes(GroupCatalogue catalogue, GroupCentres deepest) {
    SubhaloTable subhaloes = catalogue.subhaloes();
    int[] start = subhaloes.starts(catalogue.groups());
    for (int g = 0; g < catalogue.groups(); g++) {
      if (start[g + 1] > start[g]) {
        for (int d = 0; d < 3; d++) {
          double x = subhaloes.real(SubhaloColumn.POSITION, start[g], d);
          deepest.position()[3 * g + d] = map.toFixed(x, d);
        }
        deepest.id()[g] = subhaloes.integer(SubhaloColumn.DEEPEST, start[g]);
      }
    }
    return deepest;
  }

  private GroupCentres ofMass(GroupCatalogue catalogue) {
    int[] centre = new int[3 * catalogue.groups()];
    Arrays.setAll(centre, i -> map.toFixed(catalogue.sums().position()[i], i % 3));
    return new GroupCentres(centre, null);
  }

  private GroupCentres deepest(GroupCatalogue catalogue, Groups groups, Points linked) {
    double[] longest = {Arrays.stream(catalogue.sums().length()).max().orElse(0)};
    comm.max(longest);
    PotentialMinimum minimum =
        new PotentialMinimum(
            backend.potential(),
            backend.particles(),
            backend.memory(),
            comm,
            PotentialKernels.Field.of(map, Softening.plummer(search.options().softening())),
            longest[0] * linked.particles().magnitudes().largestMass());
    GroupCentres centres =
        minimum.find(groups.members(), linked.points(), linked.particles(), groups.segments());
    return toOwners(centres, groups, catalogue.groups());
  }

  private GroupCentres densest(GroupCatalogue catalogue, Groups groups, Points all) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      long count = all.ends()[0];
      Points linked = new Points(all.points(), all.particles(), count);
      GroupCentres centres =
          measurement()
              .withSums(
                  linked.runs(backend.memory(), open),
                  sums -> {
                    try (SphereSums.Weights numbers =
                        sums.weights(Weight.number(Weight.ALL_TYPES))) {
                      return new DensestMember(
                              backend.particles(),
                              backend.memory(),
                              comm,
                              new SphereScale(map, 1, true),
                              numbers)
                          .find(
                              new DensestMember.Groups(
                                  groups.members(),
                                  all.points(),
                                  all.particles(),
                                  count,
                                  groups.segments()));
                    }
                  });
      return new GroupCentres(toOwners(centres, groups, catalogue.groups()).position(), null);
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private SphereMeasurement measurement() {
    return new SphereMeasurement(
        device(backend), comm, map, search.problem(), Weight.bits(search.options().types()));
  }

  static SphereMeasurement.Device device(Backend backend) {
    return new SphereMeasurement.Device(
        backend.spheres(), backend.tree(), backend.fofShape(), backend.memory());
  }

  /** Sends the centres of groups to the ranks that have them in their ranges. */
  private GroupCentres toOwners(GroupCentres centres, Groups groups, int own) {
    int[] centre = new int[3 * own];
    long[] id = new long[own];
    if (comm.size() == 1) {
      for (int g = 0; g < own; g++) {
        int to = (int) groups.places().number()[g];
        System.arraycopy(centres.position(), 3 * g, centre, 3 * to, 3);
        id[to] = centres.id()[g];
      }
      return new GroupCentres(centre, id);
    }
    long[] first = groups.places().first();
    int[] reported =
        IntStream.range(0, groups.members().groups())
            .filter(g -> groups.segments().reports(g))
            .toArray();
    int[] rank = new int[reported.length];
    int[] length = new int[comm.size()];
    for (int i = 0; i < reported.length; i++) {
      rank[i] = ArrayParts.partOf(first, groups.places().number()[reported[i]]);
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
          (long) centres.position()[at] << Integer.SIZE | centres.position()[at + 1] & 0xffffffffL;
      sent[r][length[r]++] = centres.position()[at + 2];
      sent[r][length[r]++] = centres.id()[g];
    }
    long[] rows = ArrayParts.join(comm.allToAll(sent));
    for (int i = 0; i < rows.length; i += CENTRE) {
      int at = 3 * (int) rows[i];
      centre[at] = (int) (rows[i + 1] >> Integer.SIZE);
      centre[at + 1] = (int) rows[i + 1];
      centre[at + 2] = (int) rows[i + 2];
      id[(int) rows[i]] = rows[i + 3];
    }
    return new GroupCentres(centre, id);
  }

  private GroupCatalogue spheres(
      GroupCatalogue catalogue,
      GroupCentres centres,
      Map<GroupProperty, double[]> ofGroups,
      Points linked,
      Points around) {
    int[] centre = centres.position();
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereMeasurement.ParticleSet> runs = linked.runs(backend.memory(), open);
      if (around != null) {
        runs.addAll(around.runs(backend.memory(), open));
      }
      InsideStage inside = new InsideStage(backend, comm, map, search);
      return measurement()
          .measure(
              runs,
              new SphereMeasurement.Groups(
                  centre, catalogue.sums().mass(), catalogue.sums().length()),
              search.types().measured(),
              (points, found) ->
                  catalogue.withSpheres(
                      around(centres, found),
                      inside.measure(
                          points,
                          found,
                          new InsideStage.Around(
                              centre, catalogue.sums().velocity(), ofGroups, catalogue.types()))));
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private GroupSpheres around(GroupCentres centres, SphereMeasurement.Measured found) {
    double[] place = new double[centres.position().length];
    Parallel.forEach(
        place.length, Parallel.GRAIN, i -> place[i] = map.toLength(centres.position()[i], i % 3));
    return new GroupSpheres(
        search.options(),
        place,
        found.masses().mass(),
        found.masses().radius(),
        found.number(),
        found.masses().several(),
        ids ? centres.id() : null);
  }
}
