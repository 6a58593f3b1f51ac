package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;
import org.jzfof.centres.cuda.CudaPotentialKernels;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.potential.MassTrees;

/**
 * Candidates whose potentials are summed up by trees. Their members are in the order of {@link
 * org.jzfof.subhalo.members.PointMortonOrder}, on which trees depend, and which lets the threads of
 * a warp visit nearly the same nodes.
 */
final class CudaLongCandidates implements AutoCloseable {
  private static final String STAGE = "subhalo_long";

  /** Number of key bits for the lowest 21 bits of three coordinates. */
  private static final int LOW_BITS = 63;

  private static final int HIGH_BITS = 33;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final CudaMembers members;
  private final CudaPotentialKernels trees;
  private final PotentialKernels.Field field;
  private final DeviceArray mortonOrder; // members in Morton order
  private final DeviceArray rank; // of each member in Morton order

  /**
   * @param byId I32 members by increasing ID
   */
  CudaLongCandidates(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      CudaMembers members,
      DeviceArray byId) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.members = members;
    this.trees = new CudaPotentialKernels(kernels, memory, algorithms);
    this.field = PotentialKernels.Field.of(members.columns().map());
    try (Scope made = new Scope()) {
      this.mortonOrder = made.add(mortonOrder(byId));
      this.rank = made.add(memory.allocate(ElementType.I32, members.count()));
      kernels
          .launch("subhalo_candidates", "ranks_of_members")
          .arg(mortonOrder)
          .arg((long) members.count())
          .arg(rank)
          .run(members.count());
      made.keep(this);
    }
  }

  private DeviceArray mortonOrder(DeviceArray byId) {
    DeviceArray order = memory.slice(byId, 0, byId.length());
    for (boolean isHigh : new boolean[] {false, true}) {
      DeviceAlgorithms.Sorted sorted;
      try (Scope made = new Scope()) {
        made.add(order);
        DeviceArray keys = made.add(memory.allocate(ElementType.I64, byId.length()));
        kernels
            .launch(STAGE, "morton_keys")
            .struct(members.struct())
            .arg(order)
            .arg(isHigh ? 1L : 0L)
            .arg(keys)
            .run(byId.length());
        made.keep(order);
        sorted = algorithms.sort(keys, order, isHigh ? HIGH_BITS : LOW_BITS);
      }
      sorted.keys().close();
      order = sorted.values();
    }
    return order;
  }

  @Override
  public void close() {
    Cleanup.close(mortonOrder, rank);
  }

  /**
   * Initialises a candidate with its members that are in no subhalo.
   *
   * @param chain I32 members of the candidate
   * @param owner I32 candidates in which all members are bound
   * @param physics parameters of its group
   * @param units structures {@code Units} of the groups
   * @param row output: the members in Morton order, from {@code offset} on
   * @param depth output: initial potentials, without those of members at their own positions, from
   *     {@code offset} on
   * @return number of these members
   */
  int begin(
      DeviceArray chain,
      DeviceArray owner,
      SubhaloPhysics physics,
      DeviceArray units,
      DeviceArray row,
      DeviceArray depth,
      long offset) {
    try (DeviceArray bits = algorithms.bits(chain.length())) {
      kernels
          .launch(STAGE, "mark_free")
          .arg(chain)
          .arg(owner)
          .arg(chain.length())
          .arg(bits)
          .run(chain.length());
      try (DeviceArray free = algorithms.indices(bits, 0);
          DeviceArray rows = memory.gather(chain, 1, free);
          DeviceArray ordered = inOrder(rows)) {
        memory.copy(ordered, 0, row, offset, ordered.length());
        kernels
            .launch(STAGE, "begin_depths")
            .struct(members.struct())
            .struct(physics.softening().largest())
            .arg(units)
            .arg(ordered)
            .arg(ordered.length())
            .arg(address(depth) + offset * Long.BYTES)
            .run(ordered.length());
        return (int) ordered.length();
      }
    }
  }

  /** Sorts members in Morton order. */
  private DeviceArray inOrder(DeviceArray rows) {
    DeviceAlgorithms.Sorted sorted;
    try (Scope made = new Scope()) {
      DeviceArray keys = made.add(memory.gather(rank, 1, rows));
      DeviceArray values = made.add(memory.slice(rows, 0, rows.length()));
      made.keep(keys);
      sorted = algorithms.sort(keys, values, DeviceAlgorithms.bitsFor(members.count()));
    }
    sorted.keys().close();
    return sorted.values();
  }

  /**
   * Adds the potential of sources at targets, or subtracts it.
   *
   * @param sources I32 members in any order
   * @param targets I32 members, preferably in Morton order
   * @param softening softening of the potential
   * @param scale scale of the potential; negative to subtract it
   * @param depth potentials of the targets, from {@code offset} on
   */
  void add(
      DeviceArray sources,
      DeviceArray targets,
      Softening softening,
      double scale,
      DeviceArray depth,
      long offset) {
    try (DeviceArray start = memory.upload(new long[] {0, sources.length()});
        PotentialTree columns = columns(sources, start, softening);
        DeviceArray one = memory.upload(new int[1]);
        PotentialTree tree = trees.tree(columns, field.cell(), one);
        DeviceArray positions = memory.gather(members.columns().position(), 3, targets);
        DeviceArray potentials =
            trees.potentialsByTree(tree, field, positions, MassTrees.TOLERANCE, Math.abs(scale))) {
      addDepths(potentials, scale < 0 ? -1 : 1, depth, offset);
    }
  }

  /**
   * Adds potentials to depths.
   *
   * @param potentials I64 potentials of members
   * @param sign 1, or -1 to subtract the potentials
   * @param depth depths of the same members, from {@code offset} on
   */
  void addDepths(DeviceArray potentials, long sign, DeviceArray depth, long offset) {
    kernels
        .launch(STAGE, "add_depths")
        .arg(potentials)
        .arg(potentials.length())
        .arg(sign)
        .arg(address(depth) + offset * Long.BYTES)
        .run(potentials.length());
  }

  /** Returns sources in Morton order, as the only group of a tree without levels. */
  private PotentialTree columns(DeviceArray sources, DeviceArray start, Softening softening) {
    long count = sources.length();
    try (Scope made = new Scope();
        DeviceArray rows = inOrder(sources)) {
      DeviceArray x = made.add(memory.allocate(ElementType.I32, count));
      DeviceArray y = made.add(memory.allocate(ElementType.I32, count));
      DeviceArray z = made.add(memory.allocate(ElementType.I32, count));
      DeviceArray mass = made.add(memory.allocate(ElementType.F64, count));
      DeviceArray length = made.add(memory.upload(new double[] {softening.length()}));
      kernels
          .launch(STAGE, "columns_of_sources")
          .struct(members.struct())
          .arg(rows)
          .arg(count)
          .arg(x)
          .arg(y)
          .arg(z)
          .arg(mass)
          .run(count);
      return made.keep(new PotentialTree(start, length, x, y, z, mass, List.of()));
    }
  }
}
