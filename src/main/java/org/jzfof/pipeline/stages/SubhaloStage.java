package org.jzfof.pipeline.stages;

import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.progress.StageClock;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereScale;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.density.LocalDensity;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.ranks.DistributedPotentials;
import org.jzfof.subhalo.ranks.SubhaloSearch;

/**
 * Finds the subhaloes of groups. Input: the catalogue and the particles of all ranks. Output: the
 * subhaloes of the groups in this rank's range of the catalogue, and the order of their members.
 */
public final class SubhaloStage {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final FixedPoint map;
  private final SubhaloTarget target;

  SubhaloStage(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      FixedPoint map,
      SubhaloTarget target) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.map = map;
    this.target = target;
  }

  /**
   * Finds the subhaloes; every rank calls it.
   *
   * @param catalogue catalogue of this rank's range
   * @param linked points that include the members
   */
  SubhaloSearch.Result find(
      GroupCatalogue catalogue, SphereStage.Groups groups, SphereStage.Points linked) {
    DensityKernels densities = backend.densities();
    PairsOrTree.Limits limits = PairsOrTree.Limits.STANDARD;
    SubhaloKernels subhaloes = backend.subhaloes(limits);
    LocalDensity local =
        new LocalDensity(densities, backend.knn(), backend.particles(), backend.memory(), arrays);
    try (DeviceArray density =
        clock.time(
            "densities",
            () ->
                local.of(
                    linked.points(),
                    linked.particles(),
                    map,
                    groups.members().members(),
                    target.options().densityNeighbours()))) {
      SphereScale scale =
          SphereMeasurement.scale(
              comm,
              map,
              List.of(new SphereMeasurement.ParticleSet(linked.points(), linked.particles())));
      SubhaloSearch search =
          new SubhaloSearch(
              new SubhaloSearch.Kernels(
                  densities,
                  subhaloes,
                  new SubhaloFinder(
                      PairsOrTree.kernels(
                          backend.potentialSums(), backend.potential(), backend.memory(), limits)),
                  backend.memory(),
                  new DistributedPotentials.Kernels(
                      backend.potentialSums(), backend.potential(), backend.memory(), limits)),
              comm,
              new SubhaloSearch.Settings(
                  map,
                  target.options(),
                  a -> target.physics().apply(a).withOneMass(scale.oneMass()),
                  target.toPeculiar(),
                  target.toPhysical(),
                  target.atOnce()));
      SubhaloSearch.Members members =
          new SubhaloSearch.Members(
              groups.members(),
              linked.points(),
              linked.particles(),
              groups.rows().number(),
              groups.rows().first(),
              groups.epochs(),
              density);
      return clock.time("subhaloes", () -> search.find(members, catalogue.sums().length()));
    }
  }
}
