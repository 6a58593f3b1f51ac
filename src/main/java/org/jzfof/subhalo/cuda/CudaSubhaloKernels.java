package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.List;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Particles;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.error.BackendException;
import org.jzfof.error.Scope;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSource;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.potential.PotentialSumKernels;

/**
 * Finds subhaloes on the GPU. The host joins density basins to trees, and launches the sums that
 * are too long for one block of threads.
 */
public final class CudaSubhaloKernels implements SubhaloKernels {
  private static final String STAGE = "subhalo_candidates";

  /**
   * Bytes of the index, ID and label of a member, and of its share of the trees and of the table.
   */
  private static final long MEMBER_BYTES = 64;

  /** Number of doubles of a structure {@code Units} of subhaloes.cuh. */
  private static final long UNITS = 3;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final CudaUnbinding.Context unbinding;

  /**
   * @param sums sums of requests that have several trees
   */
  public CudaSubhaloKernels(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      PotentialSumKernels sums,
      PairsOrTree.Limits limits) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.unbinding = new CudaUnbinding.Context(kernels, memory, algorithms, sums, limits);
  }

  @Override
  public long heapBytes(long members) {
    return members * MEMBER_BYTES;
  }

  @Override
  public GroupMembers gather(MemberSource source, int[] first, int[] start) {
    Particles particles = source.particles();
    DeviceArray thermals = particles.column(ParticleColumn.THERMAL_ENERGIES);
    long count = start[first.length];
    try (Scope made = new Scope();
        DeviceArray firsts = memory.upload(first);
        DeviceArray starts = memory.upload(start);
        Columns columns = Columns.of(source.members(), source.points(), particles, memory)) {
      GroupMembers gathered = made.add(GroupMembers.allocate(source, start, memory));
      kernels
          .launch(STAGE, "columns_of_members")
          .struct(columns.struct())
          .struct(Columns.orNull(thermals), Columns.isDouble(thermals), address(source.density()))
          .struct(source.toPeculiar(), source.toPhysical())
          .arg(firsts)
          .arg(starts)
          .arg((long) first.length)
          .arg(count)
          .struct(
              address(gathered.position()),
              address(gathered.velocity()),
              address(gathered.mass()),
              Columns.orNull(gathered.thermal()),
              address(gathered.id()),
              Columns.orNull(gathered.types()),
              address(gathered.density()))
          .run(count);
      return made.keep(gathered);
    }
  }

  @Override
  public FoundSubhaloes find(
      GroupMembers members, long[] number, List<SubhaloPhysics> physics, SubhaloOptions options) {
    if (members.typeCount() > CudaMeasures.MAX_TYPES) {
      throw new BackendException(
          "subhaloes of %d particle types are more than a GPU kernel takes (%d): use --backend cpu"
              .formatted(members.typeCount(), CudaMeasures.MAX_TYPES));
    }
    if (members.count() == 0) {
      return new FoundSubhaloes(
          new int[members.groups() + 1],
          SubhaloTable.allocate(options, members.typeCount(), 0),
          memory.allocate(ElementType.I64, 0),
          memory.allocate(ElementType.I64, 0),
          RepeatedIds.NONE);
    }
    try (CudaMembers onDevice = CudaMembers.of(members, kernels, memory);
        DeviceArray table = memory.upload(CudaUnbinding.table(physics));
        DeviceArray units = units(onDevice, table);
        DeviceArray byId = byId(members);
        CudaCandidates candidates = candidates(onDevice, byId);
        CudaUnbinding.Search search =
            new CudaUnbinding.Search(unbinding, onDevice, candidates, physics, table, units, byId);
        CudaUnbinding unbound = search.find()) {
      CudaSubhaloOrder order =
          new CudaSubhaloOrder(kernels, memory, algorithms, onDevice, candidates, unbound, byId);
      CudaMeasures measures = new CudaMeasures(kernels, memory, onDevice, physics, table);
      try (CudaSubhaloOrder.Subhaloes subhaloes = order.ranked();
          DeviceArray bound = order.bound(subhaloes)) {
        SubhaloTable measured;
        try (DeviceArray outwards = order.outwards(subhaloes);
            DeviceArray square = order.squares(subhaloes, outwards)) {
          long[] orders = {address(bound), address(outwards), address(square)};
          measured =
              measures.table(
                  subhaloes.count(), order.structOf(subhaloes), orders, units, number, options);
        }
        try (Scope made = new Scope()) {
          DeviceArray labels = made.add(order.labels(subhaloes, bound));
          return made.keep(
              new FoundSubhaloes(
                  memory.toInts(subhaloes.first()),
                  measured,
                  made.add(order.ids(subhaloes, bound)),
                  labels,
                  order.repeated()));
        }
      }
    }
  }

  private DeviceArray units(CudaMembers members, DeviceArray physics) {
    long groups = members.groups();
    try (Scope made = new Scope();
        DeviceArray largest = memory.zeros(ElementType.I64, 2 * groups)) {
      DeviceArray units = made.add(memory.allocate(ElementType.F64, UNITS * groups));
      kernels
          .launch(STAGE, "largest_of_groups")
          .struct(members.struct())
          .arg(largest)
          .run(members.count());
      kernels
          .launch(STAGE, "units_of_groups")
          .arg(members.start())
          .arg(groups)
          .arg(largest)
          .arg(physics)
          .arg(units)
          .run(groups);
      return made.keep(units);
    }
  }

  private DeviceArray byId(GroupMembers members) {
    DeviceAlgorithms.Sorted sorted;
    try (Scope made = new Scope()) {
      DeviceArray ids = made.add(memory.slice(members.id(), 0, members.count()));
      DeviceArray all = made.add(memory.range(ElementType.I32, 0, members.count()));
      made.keep(all);
      sorted = algorithms.sort(ids, all, Long.SIZE);
    }
    sorted.keys().close();
    return sorted.values();
  }

  private CudaCandidates candidates(CudaMembers members, DeviceArray byId) {
    CudaMemberLinks links =
        new CudaMemberLinks(kernels, memory, algorithms, members.columns().map());
    try (DeviceArray denser = links.denser(members.columns(), members.start())) {
      return new CudaCandidates.Search(kernels, memory, algorithms, members).find(byId, denser);
    }
  }
}
