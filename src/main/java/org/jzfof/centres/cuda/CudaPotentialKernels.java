package org.jzfof.centres.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;

/** Potential of members of groups on the GPU. */
public final class CudaPotentialKernels implements PotentialKernels {
  private static final String STAGE = "potential";
  private static final int MAX_LEVELS = PotentialTree.BITS + 1;
  private static final long WARP = 32;

  /** Number of fields of the structure {@code Tree} before those of levels. */
  private static final int FIELDS = 8;

  /**
   * Number of threads that keep a GPU busy; with fewer members each has several threads, up to a
   * warp.
   */
  private static final long THREADS = 1 << 18;

  /** Number of members whose potential at a position one warp sums. */
  private static final long PIECE = 1 << 12;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaPotentialKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public PotentialTree members(
      MemberList members, SortedPoints points, Particles particles, double[] softening) {
    long count = members.members().length();
    try (Scope results = new Scope()) {
      DeviceArray x = results.add(memory.allocate(ElementType.I32, count));
      DeviceArray y = results.add(memory.allocate(ElementType.I32, count));
      DeviceArray z = results.add(memory.allocate(ElementType.I32, count));
      DeviceArray mass = results.add(memory.allocate(ElementType.F64, count));
      DeviceArray lengths = results.add(memory.upload(softening));
      try (Columns columns = Columns.of(members, points, particles, memory)) {
        kernels
            .launch(STAGE, "take_members")
            .struct(columns.struct())
            .arg(count)
            .arg(x)
            .arg(y)
            .arg(z)
            .arg(mass)
            .run(count);
      }
      return results.keep(new PotentialTree(members.start(), lengths, x, y, z, mass, List.of()));
    }
  }

  @Override
  public PotentialTree tree(PotentialTree members, double[] cell, DeviceArray which) {
    try (DeviceArray hasTree = memory.zeros(ElementType.I32, members.groups())) {
      kernels
          .launch("potential_tree", "mark_groups")
          .struct(structOf(members))
          .arg(which)
          .arg(which.length())
          .arg(hasTree)
          .run(which.length());
      return new CudaPotentialLevels(kernels, memory, algorithms, cell, hasTree).build(members);
    }
  }

  @Override
  public DeviceArray likely(PotentialTree tree, Field field, int[] spanning) {
    return new CudaLikelyMembers(kernels, memory, algorithms, this).of(tree, field, spanning);
  }

  @Override
  public DeviceArray undecided(
      PotentialTree tree, DeviceArray which, int[] spanning, DeviceArray decided) {
    long count = which.length();
    try (DeviceArray bits = algorithms.bits(count);
        DeviceArray spanningGroups = memory.upload(spanning)) {
      kernels
          .launch(STAGE, "take_lone")
          .struct(structOf(tree))
          .arg(which)
          .arg(count)
          .arg(spanningGroups)
          .arg((long) spanning.length)
          .arg(decided)
          .arg(bits)
          .run(count);
      return marked(which, bits);
    }
  }

  private DeviceArray marked(DeviceArray which, DeviceArray bits) {
    try (DeviceArray indices = algorithms.indices(bits, 0)) {
      return new CudaParticleKernels(kernels, memory, algorithms).gather(which, 1, indices);
    }
  }

  /** Returns the structure {@code Tree} of potential.cu. */
  public static long[] structOf(PotentialTree tree) {
    int levels = tree.levels().size();
    long[] fields = new long[FIELDS + 4 * MAX_LEVELS];
    fields[0] = tree.groups();
    fields[1] = address(tree.start());
    fields[2] = address(tree.x());
    fields[3] = address(tree.y());
    fields[4] = address(tree.z());
    fields[5] = address(tree.mass());
    fields[6] = address(tree.softening());
    fields[7] = levels;
    for (int l = 0; l < levels; l++) {
      fields[FIELDS + l] = address(tree.levels().get(l).start());
      fields[FIELDS + MAX_LEVELS + l] = address(tree.levels().get(l).first());
      fields[FIELDS + 2 * MAX_LEVELS + l] = address(tree.levels().get(l).anchor());
      fields[FIELDS + 3 * MAX_LEVELS + l] = address(tree.levels().get(l).node());
    }
    return fields;
  }

  /** Returns the structure {@code Field} of potential.cuh; kernels set the softening of a group. */
  public static double[] structOf(Field field) {
    double[] cell = field.cell();
    double[] side = field.side();
    return new double[] {cell[0], cell[1], cell[2], side[0] / 2, side[1] / 2, side[2] / 2, 0};
  }

  @Override
  public DeviceArray bounds(PotentialTree tree, Field field, DeviceArray which, double tolerance) {
    DeviceArray bounds = memory.allocate(ElementType.F64, BOUND * which.length());
    long share = THREADS / Math.max(1, which.length());
    long threads = Math.min(WARP, Long.highestOneBit(Math.max(1, share)));
    kernels
        .launch(STAGE, "bounds_of_members")
        .struct(structOf(tree))
        .struct(structOf(field))
        .arg(which)
        .arg(which.length())
        .struct(tolerance)
        .arg((int) threads)
        .arg(bounds)
        .run(which.length() * threads);
    return bounds;
  }

  @Override
  public double[] boundsAt(
      PotentialTree tree, Field field, int[] positions, int[] group, double tolerance) {
    try (DeviceArray at = memory.upload(positions);
        DeviceArray groups = memory.upload(group);
        DeviceArray bounds = memory.allocate(ElementType.F64, (long) BOUND * group.length)) {
      kernels
          .launch(STAGE, "bounds_of_places")
          .struct(structOf(tree))
          .struct(structOf(field))
          .arg(at)
          .arg(groups)
          .arg((long) group.length)
          .struct(tolerance)
          .arg(bounds)
          .run(group.length * WARP);
      return memory.toDoubles(bounds);
    }
  }

  @Override
  public DeviceArray deepest(PotentialTree tree, DeviceArray which, DeviceArray bounds) {
    DeviceArray deepest = memory.zeros(ElementType.F64, tree.groups());
    kernels
        .launch(STAGE, "take_deepest")
        .struct(structOf(tree))
        .arg(which)
        .arg(which.length())
        .arg(bounds)
        .arg(deepest)
        .run(which.length());
    return deepest;
  }

  @Override
  public DeviceArray candidates(
      PotentialTree tree, DeviceArray which, DeviceArray bounds, DeviceArray deepest) {
    try (DeviceArray bits = algorithms.bits(which.length())) {
      kernels
          .launch(STAGE, "mark_candidates")
          .struct(structOf(tree))
          .arg(which)
          .arg(which.length())
          .arg(bounds)
          .arg(deepest)
          .arg(bits)
          .run(which.length());
      return marked(which, bits);
    }
  }

  @Override
  public long[] potentialsAt(
      PotentialTree tree, Field field, int[] positions, int[] group, double scale) {
    if (group.length == 0) {
      return new long[0];
    }
    long[] start = memory.toLongs(tree.start());
    long[] firstPiece =
        ArrayParts.offsets(
            group.length, q -> (start[group[q] + 1] - start[group[q]] + PIECE - 1) / PIECE);
    try (DeviceArray at = memory.upload(positions);
        DeviceArray groups = memory.upload(group);
        DeviceArray pieces = memory.upload(firstPiece);
        DeviceArray potentials = memory.zeros(ElementType.I64, group.length)) {
      kernels
          .launch(STAGE, "add_potentials")
          .struct(structOf(tree))
          .struct(structOf(field))
          .arg(at)
          .arg(groups)
          .arg(pieces)
          .arg((long) group.length)
          .arg(PIECE)
          .struct(scale)
          .arg(potentials)
          .run(firstPiece[group.length] * WARP);
      return memory.toLongs(potentials);
    }
  }

  @Override
  public long[] potentialsByTree(
      PotentialTree tree, Field field, int[] positions, double tolerance, double scale) {
    try (DeviceArray at = memory.upload(positions);
        DeviceArray potentials = potentialsByTree(tree, field, at, tolerance, scale)) {
      return memory.toLongs(potentials);
    }
  }

  /**
   * As {@link PotentialKernels#potentialsByTree}, on the device.
   *
   * @param positions I32 fixed-point coordinates [3q]
   * @return I64 [q]
   */
  public DeviceArray potentialsByTree(
      PotentialTree tree, Field field, DeviceArray positions, double tolerance, double scale) {
    long count = positions.length() / 3;
    try (Scope made = new Scope()) {
      DeviceArray potentials = made.add(memory.allocate(ElementType.I64, count));
      kernels
          .launch("potential_walk", "add_by_tree")
          .struct(structOf(tree))
          .struct(structOf(field))
          .arg(positions)
          .arg(count)
          .struct(tolerance)
          .struct(scale)
          .arg(potentials)
          .run(count);
      return made.keep(potentials);
    }
  }
}
