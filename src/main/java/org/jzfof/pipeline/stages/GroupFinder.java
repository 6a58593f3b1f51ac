package org.jzfof.pipeline.stages;

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
import org.jzfof.progress.StageClock;
import org.jzfof.subhalo.ranks.SubhaloSearch;

/** The stages from particles on the device to the group catalogue. */
public final class GroupFinder {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;

  /**
   * @param backend that holds the particles
   * @param arrays the ranks, and the path between them
   * @param clock to record the stages
   */
  public GroupFinder(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
  }

  /**
   * What to look for.
   *
   * @param map fixed-point map of the box
   * @param linkingLength ℓ in length units
   * @param minLength smallest group kept, attached particles included
   * @param withIds whether to list the members of groups
   * @param withRadii whether to find the enclosing radii of groups
   * @param spheres to look for around the groups, or null
   * @param subhaloes to look for in the groups, or null
   */
  public record Problem(
      FixedPoint map,
      double linkingLength,
      int minLength,
      boolean withIds,
      boolean withRadii,
      SphereSearch spheres,
      SubhaloTarget subhaloes) {
    /** Without subhaloes. */
    public Problem(
        FixedPoint map,
        double linkingLength,
        int minLength,
        boolean withIds,
        boolean withRadii,
        SphereSearch spheres) {
      this(map, linkingLength, minLength, withIds, withRadii, spheres, null);
    }

    /** Without spheres. */
    public Problem(
        FixedPoint map, double linkingLength, int minLength, boolean withIds, boolean withRadii) {
      this(map, linkingLength, minLength, withIds, withRadii, null);
    }
  }

  /**
   * Particles that this rank reads.
   *
   * @param primary to be linked
   * @param secondary to be attached to the groups of the primary ones, or null
   * @param around others that only count in spheres, or null
   */
  public record Input(Particles primary, Particles secondary, Particles around)
      implements AutoCloseable {
    /** Without others. */
    public Input(Particles primary, Particles secondary) {
      this(primary, secondary, null);
    }

    @Override
    public void close() {
      Cleanup.close(primary, secondary, around);
    }
  }

  /**
   * The groups that were found.
   *
   * @param catalogue the groups of this rank, which come behind those of lower ranks; it takes part
   *     in the streaming of the member IDs of all
   * @param labels I32 place in the catalogue of the group of each particle that this rank has read,
   *     the primary ones first, or {@link org.jzfof.catalogue.particles.GroupNumbers#NONE}; null
   *     where they were not asked for
   * @param subhaloes the same of the subhalo; null where there are no labels, or none were looked
   *     for
   */
  public record Found(GroupCatalogue catalogue, DeviceArray labels, SubhaloLabels subhaloes)
      implements AutoCloseable {
    /** Without subhaloes. */
    public Found(GroupCatalogue catalogue, DeviceArray labels) {
      this(catalogue, labels, null);
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
   * @return the catalogue, as in {@link Found}
   */
  public GroupCatalogue find(Particles read, Problem problem) {
    try (Found found = find(new Input(read, null), problem, false)) {
      return found.catalogue();
    }
  }

  /**
   * Finds the groups; every rank calls it.
   *
   * @param read particles that this rank has read; closed
   * @param withLabels whether to tell the group of every particle
   */
  public Found find(Input read, Problem problem, boolean withLabels) {
    try (read;
        ParticleExchange exchange = new ParticleExchange(backend, arrays, clock, withLabels)) {
      return new Search(problem, exchange).find(read);
    }
  }

  /** One search. */
  private final class Search {
    private final Problem problem;
    private final ParticleExchange exchange;
    private final LinkCriterion criterion;
    private final PointLinker linker = new PointLinker(backend, arrays, clock);

    Search(Problem problem, ParticleExchange exchange) {
      this.problem = problem;
      this.exchange = exchange;
      this.criterion = LinkCriterion.of(problem.map(), problem.linkingLength());
    }

    Found find(Input read) {
      try (Particles particles = exchange.primary(read.primary());
          SortedPoints points = clock.time("Morton sort", () -> sort(particles))) {
        if (read.secondary() != null) {
          return attach(read, particles, points);
        }
        try (Selected selected = select(linker.link(points, criterion))) {
          return reduce(
              new SphereStage.Points(points, particles, points.count()), read.around(), selected);
        }
      }
    }

    /** Frees the positions. */
    private SortedPoints sort(Particles particles) {
      return linker.sort(particles.positions(), criterion);
    }

    /** From here on, the secondary particles stand behind the primary ones. */
    private Found attach(Input read, Particles primary, SortedPoints points) {
      long linked = points.count();
      ParticleJoin join = new ParticleJoin(backend.particles(), backend.memory());
      try (Particles secondary = secondary(read.secondary(), linked);
          SortedPoints secondaryPoints = clock.time("sort secondary", () -> sort(secondary));
          Selected selected = select(linker.link(points, secondaryPoints, criterion));
          Particles all = clock.time("join", () -> join.join(primary, secondary));
          SortedPoints allPoints = clock.time("join", () -> join.join(points, secondaryPoints))) {
        return reduce(
            new SphereStage.Points(allPoints, all, linked, allPoints.count()),
            read.around(),
            selected);
      }
    }

    /** One extra number is reserved for particles without a group. */
    private Particles secondary(Particles read, long primary) {
      try (Scope made = new Scope()) {
        Particles secondary = made.add(exchange.secondary(read));
        backend.requireParticles(primary + secondary.count() + 1);
        return made.keep(secondary);
      }
    }

    private Found reduce(SphereStage.Points all, Particles around, Selected selected) {
      GroupReducer reducer =
          new GroupReducer(backend, arrays, clock, problem, exchange.returnsLabels());
      Found found =
          reducer.reduce(
              selected.members, selected.shared, all, reduced -> measure(reduced, all, around));
      return new Found(
          found.catalogue(), exchange.sendBack(found.labels()), sendBack(found.subhaloes()));
    }

    private SubhaloLabels sendBack(SubhaloLabels labels) {
      return labels == null
          ? null
          : new SubhaloLabels(
              exchange.sendBack(labels.number()), exchange.sendBack(labels.place()));
    }

    private GroupReducer.Measured measure(
        GroupReducer.Reduced reduced, SphereStage.Points all, Particles around) {
      try (Scope made = new Scope()) {
        SubhaloSearch.Found subhaloes = null;
        GroupCatalogue catalogue = reduced.catalogue();
        if (problem.subhaloes() != null) {
          subhaloes =
              made.add(
                  new SubhaloStage(backend, arrays, clock, problem.map(), problem.subhaloes())
                      .find(catalogue, reduced.groups(), all));
          catalogue = catalogue.withSubhaloes(subhaloes.table());
        }
        catalogue = inSpheres(catalogue, reduced.groups(), all, around);
        DeviceArray labels = subhaloes == null ? null : subhaloes.labels();
        catalogue =
            new MemberTotals(backend, comm, reduced.groups())
                .addStarFormation(catalogue, all, labels);
        return made.keep(new GroupReducer.Measured(catalogue, subhaloes));
      }
    }

    /** What is around subhaloes and groups. */
    private GroupCatalogue inSpheres(
        GroupCatalogue catalogue,
        SphereStage.Groups groups,
        SphereStage.Points all,
        Particles read) {
      if (read == null) {
        return inSpheres(catalogue, groups, all, (SphereStage.Points) null);
      }
      try (Particles around = exchange.around(read);
          SortedPoints points = clock.time("sort others", () -> sort(around))) {
        return inSpheres(
            catalogue, groups, all, new SphereStage.Points(points, around, points.count()));
      }
    }

    private GroupCatalogue inSpheres(
        GroupCatalogue catalogue,
        SphereStage.Groups groups,
        SphereStage.Points all,
        SphereStage.Points around) {
      if (problem.subhaloes() != null) {
        ApertureStage apertures =
            new ApertureStage(backend, comm, problem.map(), problem.subhaloes());
        if (apertures.wanted()) {
          clock.run("apertures", () -> apertures.measure(catalogue.subhaloes(), all, around));
        }
      }
      if (problem.spheres() == null) {
        return catalogue;
      }
      return new SphereStage(
              backend, comm, clock, problem.map(), problem.spheres(), problem.withIds())
          .measure(catalogue, groups, all, around);
    }

    /** Groups that are long enough, and those of them that span ranks. */
    private record Selected(MemberList members, SharedGroups shared) implements AutoCloseable {
      @Override
      public void close() {
        members.close();
      }
    }

    /**
     * @param linked closed
     */
    private Selected select(GroupLinks linked) {
      try (linked) {
        return clock.time(
            "select groups",
            () -> {
              SharedGroups shared = SharedGroups.of(linked.outside(), comm);
              GroupSelection selection = new GroupSelection(backend.groups(), backend.memory());
              return new Selected(selection.select(linked, shared, problem.minLength()), shared);
            });
      }
    }
  }
}
