package org.jzfof.pipeline.stages;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSelection;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.SharedGroups;
import org.jzfof.groups.SubhaloLabels;
import org.jzfof.pipeline.slices.ConeSlice;
import org.jzfof.progress.StageClock;
import org.jzfof.subhalo.ranks.SubhaloSearch;

/** The stages from particles on the device to the group catalogue. */
public final class GroupFinder {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;

  /**
   * @param arrays ranks that take part, and the path between them
   */
  public GroupFinder(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
  }

  /**
   * The parameters of a search.
   *
   * @param map fixed-point map of the box
   * @param linkingLength absolute linking length
   * @param minLength minimum number of members of a group, including attached particles
   * @param spheres spheres to measure around the groups, or null
   * @param subhaloes subhaloes to find in the groups, or null
   * @param lightcone light cone of the particles, or null for a snapshot
   */
  public record Parameters(
      FixedPoint map,
      double linkingLength,
      int minLength,
      boolean withIds,
      boolean withRadii,
      SphereSearch spheres,
      SubhaloTarget subhaloes,
      LightconeSearch lightcone) {
    boolean ofSeveralLightcones() {
      return lightcone != null && lightcone.several();
    }

    /** Returns the slice whose groups are kept; null for all groups. */
    ConeSlice slice() {
      return lightcone == null ? null : lightcone.slice();
    }

    /** Returns the same search in a slice of the light cone. */
    public Parameters in(ConeSlice slice) {
      return new Parameters(
          map,
          linkingLength,
          minLength,
          withIds,
          withRadii,
          spheres,
          subhaloes,
          lightcone.in(slice));
    }

    /** Creates parameters of a snapshot. */
    public Parameters(
        FixedPoint map,
        double linkingLength,
        int minLength,
        boolean withIds,
        boolean withRadii,
        SphereSearch spheres,
        SubhaloTarget subhaloes) {
      this(map, linkingLength, minLength, withIds, withRadii, spheres, subhaloes, null);
    }

    /** Creates parameters without subhaloes. */
    public Parameters(
        FixedPoint map,
        double linkingLength,
        int minLength,
        boolean withIds,
        boolean withRadii,
        SphereSearch spheres) {
      this(map, linkingLength, minLength, withIds, withRadii, spheres, null);
    }

    /** Creates parameters without spheres and subhaloes. */
    public Parameters(
        FixedPoint map, double linkingLength, int minLength, boolean withIds, boolean withRadii) {
      this(map, linkingLength, minLength, withIds, withRadii, null);
    }
  }

  /**
   * The particles that this rank has read.
   *
   * @param primary particles to link
   * @param secondary particles to attach to the groups of the primary particles, or null
   * @param others other particles, which count only in spheres, or null
   */
  public record Input(Particles primary, Particles secondary, Particles others)
      implements AutoCloseable {
    /** Creates an input without other particles. */
    public Input(Particles primary, Particles secondary) {
      this(primary, secondary, null);
    }

    @Override
    public void close() {
      Cleanup.close(primary, secondary, others);
    }
  }

  /**
   * The groups that were found.
   *
   * @param catalogue groups of this rank, which follow those of lower ranks; it takes part in the
   *     collective streaming of the member IDs
   * @param labels I32 catalogue row of the group of each particle that this rank has read, the
   *     primary particles first, or {@link org.jzfof.catalogue.particles.GroupNumbers#NONE}; null
   *     if labels were not requested
   * @param subhaloes subhalo of each of these particles; null without labels or subhaloes
   * @param first fixed-point position of the first member of each group on the Morton curve [3G];
   *     null except in a slice of a light cone
   */
  public record SearchResult(
      GroupCatalogue catalogue, DeviceArray labels, SubhaloLabels subhaloes, int[] first)
      implements AutoCloseable {
    /** Creates a result of a search in all particles. */
    SearchResult(GroupCatalogue catalogue, DeviceArray labels, SubhaloLabels subhaloes) {
      this(catalogue, labels, subhaloes, null);
    }

    @Override
    public void close() {
      Cleanup.close(labels, subhaloes);
    }
  }

  /**
   * Finds the groups of linked particles; every rank calls it.
   *
   * @param read particles that this rank has read; closed
   * @return the catalogue, as in {@link SearchResult}
   */
  public GroupCatalogue find(Particles read, Parameters parameters) {
    try (SearchResult found = find(new Input(read, null), parameters, false)) {
      return found.catalogue();
    }
  }

  /**
   * Finds the groups; every rank calls it.
   *
   * @param read particles that this rank has read; closed
   * @param withLabels whether the result has the group of every particle
   */
  public SearchResult find(Input read, Parameters parameters, boolean withLabels) {
    try (read;
        ParticleExchange exchange =
            new ParticleExchange(
                backend, arrays, clock, withLabels, parameters.ofSeveralLightcones())) {
      return new Search(parameters, exchange).find(read);
    }
  }

  /** One search. */
  private final class Search {
    private final Parameters parameters;
    private final ParticleExchange exchange;
    private final LinkCriterion criterion;
    private final PointLinker linker = new PointLinker(backend, arrays, clock);
    private final List<DistinctParticles> distinct = new ArrayList<>();
    private int[] first; // as in the result

    Search(Parameters parameters, ParticleExchange exchange) {
      this.parameters = parameters;
      this.exchange = exchange;
      this.criterion = LinkCriterion.of(parameters.map(), parameters.linkingLength());
    }

    SearchResult find(Input read) {
      try (Particles particles = distinct(exchange.primary(read.primary()));
          SortedPoints points = clock.time("Morton sort", () -> sort(particles))) {
        if (read.secondary() != null) {
          return attach(read, particles, points);
        }
        try (Selection selected = select(linker.link(points, criterion))) {
          return reduce(
              new SphereStage.Points(points, particles, points.count()), read.others(), selected);
        }
      }
    }

    /** Leaves out the particles that several light cones share, but once. */
    private Particles distinct(Particles arrived) {
      if (!parameters.ofSeveralLightcones()) {
        return arrived;
      }
      DistinctParticles found =
          clock.time(
              "distinct particles",
              () -> DistinctParticles.of(arrived, parameters.lightcone(), backend));
      distinct.add(found);
      return found.particles();
    }

    /** Sorts the points, and frees the positions of the particles. */
    private SortedPoints sort(Particles particles) {
      return linker.sort(particles.positions(), criterion);
    }

    /** Attaches the secondary particles, whose rows then follow those of the primary particles. */
    private SearchResult attach(Input read, Particles primary, SortedPoints points) {
      long linked = points.count();
      ParticleJoin join = new ParticleJoin(backend.particles(), backend.memory());
      try (Particles secondary = secondary(read.secondary(), linked);
          SortedPoints secondaryPoints = clock.time("sort secondary", () -> sort(secondary));
          Selection selected = select(linker.link(points, secondaryPoints, criterion));
          Particles all = clock.time("join", () -> join.join(primary, secondary));
          SortedPoints allPoints = clock.time("join", () -> join.join(points, secondaryPoints))) {
        return reduce(
            new SphereStage.Points(allPoints, all, linked, allPoints.count()),
            read.others(),
            selected);
      }
    }

    /**
     * Returns the secondary particles of this rank; one extra number is reserved for particles
     * without a group.
     */
    private Particles secondary(Particles read, long primary) {
      try (Scope scope = new Scope()) {
        Particles secondary = scope.add(distinct(exchange.secondary(read)));
        backend.requireParticles(primary + secondary.count() + 1);
        return scope.keep(secondary);
      }
    }

    private SearchResult reduce(SphereStage.Points all, Particles others, Selection selected) {
      if (parameters.slice() == null) {
        return reduce(all, others, selected.members, selected.shared);
      }
      SliceGroups groups =
          new SliceGroups(backend, comm, parameters.lightcone(), parameters.linkingLength());
      try (MemberList own =
          clock.time(
              "groups of the slice",
              () -> groups.select(selected.members, selected.shared, all.points()))) {
        return reduce(all, others, own, selected.shared);
      }
    }

    private SearchResult reduce(
        SphereStage.Points all, Particles others, MemberList members, SharedGroups shared) {
      GroupReducer reducer =
          new GroupReducer(backend, arrays, clock, parameters, exchange.returnsLabels());
      SearchResult found =
          reducer.reduce(members, shared, all, reduced -> measure(reduced, all, others));
      return new SearchResult(
          found.catalogue(),
          exchange.sendBack(DistinctParticles.ofGiven(found.labels(), distinct, backend)),
          sendBack(found.subhaloes()),
          first);
    }

    private SubhaloLabels sendBack(SubhaloLabels labels) {
      return labels == null
          ? null
          : new SubhaloLabels(
              exchange.sendBack(labels.number()), exchange.sendBack(labels.memberIndex()));
    }

    private GroupReducer.MeasuredGroups measure(
        GroupReducer.GroupsInMemory reduced, SphereStage.Points all, Particles others) {
      try (Scope scope = new Scope()) {
        SubhaloSearch.Result subhaloes = null;
        MemberTotals totals = new MemberTotals(backend, comm, reduced.groups());
        if (parameters.slice() != null) {
          first = SliceGroups.first(backend, comm, reduced, all.points());
        }
        GroupCatalogue catalogue = onLightcone(reduced, totals, all);
        SphereStage.Groups groups =
            parameters.lightcone() == null
                ? reduced.groups()
                : reduced.groups().onLightcone(catalogue.lightcone(), comm);
        if (parameters.subhaloes() != null) {
          subhaloes =
              scope.add(
                  new SubhaloStage(backend, arrays, clock, parameters.map(), parameters.subhaloes())
                      .find(catalogue, groups, all));
          catalogue = catalogue.withSubhaloes(subhaloes.table());
        }
        catalogue = inSpheres(catalogue, groups, all, others);
        DeviceArray labels = subhaloes == null ? null : subhaloes.labels();
        catalogue = totals.addStarFormation(catalogue, all, labels);
        return scope.keep(new GroupReducer.MeasuredGroups(catalogue, subhaloes));
      }
    }

    private GroupCatalogue onLightcone(
        GroupReducer.GroupsInMemory reduced, MemberTotals totals, SphereStage.Points all) {
      if (parameters.lightcone() == null) {
        return reduced.catalogue();
      }
      long[] repeated = {distinct.stream().mapToLong(DistinctParticles::own).sum()};
      comm.sum(repeated);
      return clock.time(
          "scale factors",
          () ->
              new ScaleFactorStage(backend, totals)
                  .measure(
                      reduced.catalogue(), all, parameters.lightcone().options(), repeated[0]));
    }

    /** Measures the spheres around subhaloes and groups. */
    private GroupCatalogue inSpheres(
        GroupCatalogue catalogue,
        SphereStage.Groups groups,
        SphereStage.Points all,
        Particles read) {
      if (read == null) {
        return inSpheres(catalogue, groups, all, (SphereStage.Points) null);
      }
      try (Particles others = exchange.others(read);
          SortedPoints points = clock.time("sort others", () -> sort(others))) {
        return inSpheres(
            catalogue, groups, all, new SphereStage.Points(points, others, points.count()));
      }
    }

    private GroupCatalogue inSpheres(
        GroupCatalogue catalogue,
        SphereStage.Groups groups,
        SphereStage.Points all,
        SphereStage.Points others) {
      if (parameters.subhaloes() != null) {
        ApertureStage apertures =
            new ApertureStage(backend, comm, parameters.map(), parameters.subhaloes());
        if (apertures.enabled()) {
          clock.run("apertures", () -> apertures.measure(catalogue, all, others));
        }
      }
      if (parameters.spheres() == null) {
        return catalogue;
      }
      return new SphereStage(
              backend, comm, clock, parameters.map(), parameters.spheres(), parameters.withIds())
          .measure(catalogue, groups, all, others);
    }

    /** The groups of sufficient length, and those of them that span ranks. */
    private record Selection(MemberList members, SharedGroups shared) implements AutoCloseable {
      @Override
      public void close() {
        members.close();
      }
    }

    /**
     * @param linked links between the points; closed
     */
    private Selection select(GroupLinks linked) {
      try (linked) {
        return clock.time(
            "select groups",
            () -> {
              SharedGroups shared = SharedGroups.of(linked.outside(), comm);
              GroupSelection selection = new GroupSelection(backend.groups(), backend.memory());
              return new Selection(
                  selection.select(linked, shared, parameters.minLength()), shared);
            });
      }
    }
  }
}
