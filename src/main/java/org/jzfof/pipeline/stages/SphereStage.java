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
import org.jzfof.comm.rows.TypedColumns;
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
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.pipeline.slices.ConeSlice;
import org.jzfof.progress.StageClock;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereProblem;
import org.jzfof.spheres.SphereScale;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Weight;
import org.jzfof.spheres.properties.GroupMeasurement;
import org.jzfof.spheres.properties.GroupParts;
import org.jzfof.threads.Parallel;

/**
 * Measures the spheres around groups. Input: the catalogue and the particles of all ranks. Output:
 * the centres of the groups in this rank's range of the catalogue, and the masses and properties of
 * their spheres.
 */
final class SphereStage {
  /** Number of 64-bit values for a centre in a message: row in the range, x and y, z, ID. */
  private static final int CENTRE = 4;

  private final Backend backend;
  private final Communicator comm;
  private final StageClock clock;
  private final FixedPoint map;
  private final SphereSearch search;
  private final boolean ids;

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
   * The points of this rank with their particles. Each of the consecutive runs of points is in
   * Morton order.
   *
   * @param ends end of each run, increasing
   */
  record Points(SortedPoints points, Particles particles, long... ends) {
    /**
     * Returns the runs of points as separate sets.
     *
     * @param open list that receives the slices to close after use
     */
    List<SphereMeasurement.ParticleSet> particleSets(
        DeviceMemory memory, List<AutoCloseable> open) {
      List<SphereMeasurement.ParticleSet> sets = new ArrayList<>();
      long from = 0;
      for (long end : ends) {
        if (end > from) {
          SortedPoints run = points;
          if (end - from < points.count()) {
            run = slice(memory, from, end - from);
            open.add(run);
          }
          sets.add(new SphereMeasurement.ParticleSet(run, particles));
        }
        from = end;
      }
      return sets;
    }

    private SortedPoints slice(DeviceMemory memory, long from, long count) {
      try (Scope scope = new Scope()) {
        DeviceArray[] columns = {points.x(), points.y(), points.z(), points.row()};
        for (int c = 0; c < columns.length; c++) {
          columns[c] = scope.add(memory.slice(columns[c], from, count));
        }
        return scope.keep(new SortedPoints(count, columns[0], columns[1], columns[2], columns[3]));
      }
    }
  }

  /**
   * The members of the groups of this rank.
   *
   * @param epochs when the groups of the member list are
   */
  record Groups(MemberList members, GroupSegments segments, GroupRows rows, GroupEpochs epochs) {
    /** Creates groups of a snapshot. */
    Groups(MemberList members, GroupSegments segments, GroupRows rows) {
      this(members, segments, rows, GroupEpochs.OF_SNAPSHOT);
    }

    /** Returns the groups of a light cone, whose times the ranks with their rows know. */
    Groups onLightcone(LightconeValues ofRows, Communicator comm) {
      double[] scaleFactor = new double[members.groups()];
      new GroupParts(comm, rows.number(), rows.first())
          .toParts(
              new TypedColumns().doubles(ofRows.scaleFactor(), 1),
              new TypedColumns().doubles(scaleFactor, 1));
      return new Groups(members, segments, rows, new GroupEpochs(scaleFactor));
    }
  }

  /**
   * Measures the spheres; every rank calls it.
   *
   * @param catalogue catalogue of this rank's range
   * @param linked points that include the members
   * @param others other points that spheres may contain, or null
   */
  GroupCatalogue measure(GroupCatalogue catalogue, Groups groups, Points linked, Points others) {
    GroupCentres centres =
        switch (search.options().centre()) {
          case POTENTIAL ->
              centresInSubhaloes(
                  catalogue, clock.time("centres", () -> deepest(catalogue, groups, linked)));
          case DENSITY -> clock.time("centres", () -> densest(catalogue, groups, linked));
          case COM -> centresOfMass(catalogue);
        };
    Map<GroupProperty, double[]> ofGroups =
        search.needsMembers()
            ? clock.time(
                "properties", () -> properties(catalogue, centres.position(), groups, linked))
            : Map.of();
    return clock.time("spheres", () -> spheres(catalogue, centres, ofGroups, linked, others));
  }

  private Map<GroupProperty, double[]> properties(
      GroupCatalogue catalogue, int[] centre, Groups groups, Points linked) {
    GroupRows rows = groups.rows();
    return new GroupMeasurement(backend.properties(), comm, map, search.background())
        .measure(
            new GroupMeasurement.Members(
                groups.members(), linked.points(), linked.particles(), rows.number(), rows.first()),
            catalogue,
            centre);
  }

  /**
   * Replaces the centres of groups that have subhaloes by the deepest member of the first subhalo.
   */
  private GroupCentres centresInSubhaloes(GroupCatalogue catalogue, GroupCentres deepest) {
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

  private GroupCentres centresOfMass(GroupCatalogue catalogue) {
    int[] centre = new int[3 * catalogue.groups()];
    Arrays.setAll(centre, i -> map.toFixed(catalogue.sums().position()[i], i % 3));
    return new GroupCentres(centre, null);
  }

  private GroupCentres deepest(GroupCatalogue catalogue, Groups groups, Points linked) {
    double[] softening = new double[groups.members().groups()];
    Arrays.setAll(
        softening,
        g -> Softening.plummer(search.softening().applyAsDouble(groups.epochs().at(g))).length());
    double[] most = {
      Arrays.stream(catalogue.sums().length()).max().orElse(0),
      Arrays.stream(softening).map(h -> new Softening(h).largest()).max().orElse(0)
    };
    comm.max(most);
    double today = Softening.plummer(search.softening().applyAsDouble(1)).largest();
    most[1] = Math.max(most[1], today); // no comoving one is shorter, of whatever slice
    PotentialMinimum minimum =
        new PotentialMinimum(
            backend.potential(),
            backend.particles(),
            backend.memory(),
            comm,
            PotentialKernels.Field.of(map),
            longest(most[0], linked) * linked.particles().magnitudes().largestMass() * most[1]);
    GroupCentres centres =
        minimum.find(
            groups.members(), linked.points(), linked.particles(), softening, groups.segments());
    return toOwners(comm, centres, groups, catalogue.groups());
  }

  /**
   * Returns a bound of the lengths of groups, which sets the unit of potentials. On a light cone it
   * does not depend on the groups that are found, because a search in slices finds others.
   */
  private static double longest(double found, Points linked) {
    long particles = linked.particles().magnitudes().ofParticles();
    return Math.max(found, Math.min(particles, ConeSlice.LONGEST_GROUP));
  }

  private GroupCentres densest(GroupCatalogue catalogue, Groups groups, Points all) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      long count = all.ends()[0];
      Points linked = new Points(all.points(), all.particles(), count);
      GroupCentres centres =
          measurement(search.problem())
              .withSums(
                  linked.particleSets(backend.memory(), open),
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
      return new GroupCentres(toOwners(comm, centres, groups, catalogue.groups()).position(), null);
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private SphereMeasurement measurement(SphereProblem problem) {
    return new SphereMeasurement(
        device(backend), comm, map, problem, Weight.bits(search.options().types()));
  }

  static SphereMeasurement.Device device(Backend backend) {
    return new SphereMeasurement.Device(
        backend.spheres(), backend.tree(), backend.fofShape(), backend.memory());
  }

  /** Sends the centres of groups to the ranks that own their catalogue rows. */
  static GroupCentres toOwners(
      Communicator comm, GroupCentres centres, Groups groups, int localGroups) {
    int[] centre = new int[3 * localGroups];
    long[] id = new long[localGroups];
    if (comm.size() == 1) {
      for (int g = 0; g < localGroups; g++) {
        int to = (int) groups.rows().number()[g];
        System.arraycopy(centres.position(), 3 * g, centre, 3 * to, 3);
        id[to] = centres.id()[g];
      }
      return new GroupCentres(centre, id);
    }
    long[] first = groups.rows().first();
    int[] reported =
        IntStream.range(0, groups.members().groups())
            .filter(g -> groups.segments().reports(g))
            .toArray();
    int[] rank = new int[reported.length];
    int[] length = new int[comm.size()];
    for (int i = 0; i < reported.length; i++) {
      rank[i] = ArrayParts.partOf(first, groups.rows().number()[reported[i]]);
      length[rank[i]] += CENTRE;
    }
    long[][] sent = new long[comm.size()][];
    Arrays.setAll(sent, r -> new long[length[r]]);
    Arrays.fill(length, 0);
    for (int i = 0; i < reported.length; i++) {
      int g = reported[i];
      int r = rank[i];
      int offset = 3 * g;
      sent[r][length[r]++] = groups.rows().number()[g] - first[r];
      sent[r][length[r]++] =
          (long) centres.position()[offset] << Integer.SIZE
              | centres.position()[offset + 1] & 0xffffffffL;
      sent[r][length[r]++] = centres.position()[offset + 2];
      sent[r][length[r]++] = centres.id()[g];
    }
    long[] rows = ArrayParts.join(comm.allToAll(sent));
    for (int i = 0; i < rows.length; i += CENTRE) {
      int offset = 3 * (int) rows[i];
      centre[offset] = (int) (rows[i + 1] >> Integer.SIZE);
      centre[offset + 1] = (int) rows[i + 1];
      centre[offset + 2] = (int) rows[i + 2];
      id[(int) rows[i]] = rows[i + 3];
    }
    return new GroupCentres(centre, id);
  }

  private GroupCatalogue spheres(
      GroupCatalogue catalogue,
      GroupCentres centres,
      Map<GroupProperty, double[]> ofGroups,
      Points linked,
      Points others) {
    int[] centre = centres.position();
    List<AutoCloseable> open = new ArrayList<>();
    try {
      List<SphereMeasurement.ParticleSet> sets = linked.particleSets(backend.memory(), open);
      if (others != null) {
        sets.addAll(others.particleSets(backend.memory(), open));
      }
      InsideStage inside = new InsideStage(backend, comm, map, search);
      return measurement(search.problemOf(catalogue))
          .measure(
              sets,
              new SphereMeasurement.Groups(
                  centre, catalogue.sums().mass(), catalogue.sums().length()),
              search.types().measured(),
              (points, found) ->
                  catalogue.withSpheres(
                      groupSpheres(centres, found),
                      inside.measure(
                          points,
                          found,
                          new InsideStage.Centres(
                              centre,
                              catalogue.sums().velocity(),
                              catalogue.lightcone().epochs(),
                              ofGroups,
                              catalogue.types()))));
    } finally {
      Cleanup.close(open.toArray(AutoCloseable[]::new));
    }
  }

  private GroupSpheres groupSpheres(GroupCentres centres, SphereMeasurement.Measured found) {
    double[] position = new double[centres.position().length];
    Parallel.forEach(
        position.length,
        Parallel.GRAIN,
        i -> position[i] = map.toLength(centres.position()[i], i % 3));
    return new GroupSpheres(
        search.options(),
        position,
        found.masses().mass(),
        found.masses().radius(),
        found.number(),
        found.masses().several(),
        ids ? centres.id() : null);
  }
}
