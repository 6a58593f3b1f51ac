package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.centres.Softening;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Removes unbound members from candidates, as {@link org.jzfof.subhalo.Unbinding} does. One block
 * of threads processes a candidate. Candidates come level by level, as members that are bound in an
 * inner candidate are not part of the enclosing ones. Sums over too many pairs for one block are
 * left to a separate kernel, after which the block resumes.
 *
 * @param state I64 structures {@code State} of subhaloes.cuh, one per candidate [3c]
 * @param owner I32 candidate in which each member is bound, or {@code NONE} [m]
 * @param energy F64 energy of each bound member [m]
 */
record CudaUnbinding(DeviceArray state, DeviceArray owner, DeviceArray energy)
    implements AutoCloseable {
  private static final String STAGE = "subhalo_unbinding";

  /** Maximum number of pairs that a block sums up itself. */
  private static final long BLOCK_PAIRS = 1L << 21;

  /** The phase of the same name in subhaloes.cuh. */
  private static final int WAITING = 1;

  /** Number of longs of a structure {@code State}. */
  static final int STATE = 3;

  /** Number of doubles of a structure {@code Physics}. */
  private static final int PHYSICS = 5;

  /** Number of ints of a structure {@code Pending}. */
  private static final int PENDING = 4;

  @Override
  public void close() {
    Cleanup.close(state, owner, energy);
  }

  /**
   * Kernels, memory and limits of the unbinding.
   *
   * @param sums sums of requests with more sources than one tree takes
   */
  record Context(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      PotentialSumKernels sums,
      PairsOrTree.Limits limits) {}

  /** The unbinding of all candidates. */
  static final class Search implements AutoCloseable {
    private final Context context;
    private final CudaMemory memory;
    private final CudaMembers members;
    private final CudaCandidates candidates;
    private final List<SubhaloPhysics> physics;
    private final DeviceArray physicsTable;
    private final DeviceArray units;
    private final double[] field;
    private final long blockPairs;
    private final DeviceArray byId;
    private CudaLongCandidates longCandidates; // created when first needed
    private PotentialSums sums; // created when first needed
    private double[] depthUnits; // units on the host, copied when first needed

    /**
     * @param physics parameters of each group
     * @param physicsTable the same as F64 structures {@code Physics} of subhaloes.cuh
     * @param units F64 structures {@code Units} of subhaloes.cuh, one per group
     * @param byId I32 members by increasing ID
     */
    Search(
        Context context,
        CudaMembers members,
        CudaCandidates candidates,
        List<SubhaloPhysics> physics,
        DeviceArray physicsTable,
        DeviceArray units,
        DeviceArray byId) {
      this.byId = byId;
      this.context = context;
      this.memory = context.memory;
      this.members = members;
      this.candidates = candidates;
      this.physics = physics;
      this.physicsTable = physicsTable;
      this.units = units;
      this.field = CudaPairSums.field(members.columns().map());
      this.blockPairs = Math.min(BLOCK_PAIRS, context.limits.pairs() - 1);
    }

    @Override
    public void close() {
      Cleanup.close(sums, longCandidates);
    }

    CudaUnbinding find() {
      long count = members.count();
      long waiting =
          Arrays.stream(candidates.lengths())
              .filter(length -> (long) length * length > blockPairs)
              .count();
      try (Scope made = new Scope();
          DeviceArray row = memory.allocate(ElementType.I32, 2 * count);
          DeviceArray depth = memory.allocate(ElementType.I64, count);
          DeviceArray energy = memory.allocate(ElementType.F64, count);
          DeviceArray list = memory.allocate(ElementType.I32, PENDING * waiting);
          DeviceArray listed = memory.zeros(ElementType.I32, 1)) {
        DeviceArray state =
            made.add(memory.zeros(ElementType.I64, (long) STATE * candidates.count()));
        DeviceArray owner = made.add(memory.filled(ElementType.I32, count, (byte) -1));
        DeviceArray bound = made.add(memory.allocate(ElementType.F64, count));
        Sets sets = new Sets(row, depth, energy, state, owner, bound, list, listed);
        for (CudaCandidates.Level level : candidates.levels()) {
          find(level, sets);
        }
        return made.keep(new CudaUnbinding(state, owner, bound));
      }
    }

    /** Working arrays of the unbinding. */
    private record Sets(
        DeviceArray row,
        DeviceArray depth,
        DeviceArray energy,
        DeviceArray state,
        DeviceArray owner,
        DeviceArray bound,
        DeviceArray list,
        DeviceArray listed) {}

    private void find(CudaCandidates.Level level, Sets sets) {
      List<Pending> begun = new ArrayList<>();
      int[] others =
          IntStream.of(level.longCandidates()).filter(c -> !beginByTree(c, sets, begun)).toArray();
      unbind("unbind_1024", 1024, others, sets);
      unbind("unbind_256", 256, level.middleCandidates(), sets);
      unbind("unbind_64", 64, level.shortCandidates(), sets);
      resume(begun, sets);
      for (int pending = pending(sets); pending > 0; pending = pending(sets)) {
        int[] fields;
        try (DeviceArray first = memory.slice(sets.list, 0, (long) PENDING * pending)) {
          fields = memory.toInts(first);
        }
        memory.setInt(sets.listed, 0, 0);
        List<Pending> waiting = new ArrayList<>();
        for (int i = 0; i < fields.length; i += PENDING) {
          waiting.add(new Pending(fields[i], fields[i + 1], fields[i + 2], fields[i + 3] != 0));
        }
        resume(waiting, sets);
      }
    }

    /** Adds the potentials that candidates wait for, and resumes the candidates. */
    private void resume(List<Pending> waiting, Sets sets) {
      addPotentials(waiting, sets);
      unbind("unbind_1024", 1024, waiting.stream().mapToInt(Pending::candidate).toArray(), sets);
    }

    /** Starts a candidate if its potentials are summed up by trees; returns whether it does. */
    private boolean beginByTree(int candidate, Sets sets, List<Pending> begun) {
      int length = candidates.lengths()[candidate];
      if (!context.limits.areReachedBy(length, length)) {
        return false;
      }
      int start = candidates.starts()[candidate];
      int count;
      try (DeviceArray chain = memory.slice(candidates.chain(), start, length)) {
        count =
            longCandidates()
                .begin(chain, sets.owner, physicsOf(candidate), units, sets.row, sets.depth, start);
      }
      if (count >= SubhaloKernels.MIN_MEMBERS) {
        long state = (long) count << Integer.SIZE | WAITING;
        memory.write(sets.state, (long) STATE * candidate, new long[] {state}, 1);
        begun.add(new Pending(candidate, count, count, true));
      }
      return true;
    }

    private CudaLongCandidates longCandidates() {
      if (longCandidates == null) {
        longCandidates =
            new CudaLongCandidates(context.kernels, memory, context.algorithms, members, byId);
      }
      return longCandidates;
    }

    private int pending(Sets sets) {
      return sets.list.length() == 0 ? 0 : (int) memory.get(sets.listed, 0);
    }

    private void unbind(String kernel, int threads, int[] candidate, Sets sets) {
      if (candidate.length == 0) {
        return;
      }
      try (DeviceArray list = memory.upload(candidate)) {
        context
            .kernels
            .launch(STAGE, kernel)
            .struct(members.struct())
            .arg(physicsTable)
            .struct(field)
            .struct(candidates.struct())
            .struct(
                address(candidates.chain()),
                address(sets.row),
                address(sets.depth),
                address(sets.energy),
                address(sets.owner),
                address(sets.bound),
                members.count())
            .arg(units)
            .arg(list)
            .arg(sets.state)
            .struct(address(sets.list), address(sets.listed), blockPairs)
            .run((long) candidate.length * threads, threads);
      }
    }

    private void addPotentials(List<Pending> waiting, Sets sets) {
      if (depthUnits == null) {
        depthUnits = memory.toDoubles(units);
      }
      List<Pending> pairs = new ArrayList<>();
      for (Pending one : waiting) {
        if (!context.limits.areReachedBy(one.sources, one.targets)) {
          pairs.add(one);
        } else if (one.sources <= context.limits.piece()) {
          addByTree(one, sets);
        } else {
          addByTrees(one, sets);
        }
      }
      if (!pairs.isEmpty()) {
        addPairs(pairs, sets);
      }
    }

    /**
     * Potentials that a candidate waits for.
     *
     * @param isFirst whether the potential of all members is added; otherwise that of removed
     *     members is subtracted
     */
    private record Pending(int candidate, int sources, int targets, boolean isFirst) {}

    private long sourceStart(Pending one) {
      return (one.isFirst ? 0 : members.count()) + (long) candidates.starts()[one.candidate];
    }

    private SubhaloPhysics physicsOf(int candidate) {
      return physics.get(candidates.groups()[candidate]);
    }

    private double scale(Pending one) {
      double depth = depthUnits[3 * candidates.groups()[one.candidate] + 2];
      return one.isFirst ? depth : -depth;
    }

    private void addPairs(List<Pending> waiting, Sets sets) {
      List<CudaPairSums.Request> requests =
          waiting.stream()
              .map(
                  one -> {
                    int start = candidates.starts()[one.candidate];
                    return new CudaPairSums.Request(
                        sourceStart(one),
                        one.sources,
                        start,
                        one.targets,
                        start,
                        physicsOf(one.candidate).softening(),
                        scale(one));
                  })
              .toList();
      GroupMembers columns = members.columns();
      new CudaPairSums(context.kernels, memory, columns.position(), columns.mass(), field)
          .add(requests, sets.row, sets.depth);
    }

    private void addByTree(Pending one, Sets sets) {
      int start = candidates.starts()[one.candidate];
      try (DeviceArray targets = memory.slice(sets.row, start, one.targets);
          DeviceArray sources = memory.slice(sets.row, sourceStart(one), one.sources)) {
        Softening softening = physicsOf(one.candidate).softening();
        longCandidates().add(sources, targets, softening, scale(one), sets.depth, start);
      }
    }

    /** Adds potentials by several trees, over pieces that the host cuts. */
    private void addByTrees(Pending one, Sets sets) {
      if (sums == null) {
        sums = context.sums.open(members.columns().download(memory).masses());
      }
      int start = candidates.starts()[one.candidate];
      MemberSelection targets = rows(sets, start, one.targets);
      MemberSelection sources = one.isFirst ? targets : rows(sets, sourceStart(one), one.sources);
      long[] depth = new long[one.targets];
      sums.add(
          List.of(
              new PotentialSums.Request(
                  sources,
                  targets,
                  physicsOf(one.candidate).softening(),
                  one.isFirst ? 1 : -1,
                  Math.abs(scale(one)),
                  depth)));
      try (DeviceArray potentials = memory.upload(depth)) {
        longCandidates().addDepths(potentials, 1, sets.depth, start);
      }
    }

    private MemberSelection rows(Sets sets, long from, int count) {
      try (DeviceArray rows = memory.slice(sets.row, from, count)) {
        return new MemberSelection(count, memory.toInts(rows));
      }
    }
  }

  /** Returns the structures {@code Physics} of subhaloes.cuh, one per group. */
  static double[] table(List<SubhaloPhysics> physics) {
    double[] table = new double[PHYSICS * physics.size()];
    Parallel.forEach(
        physics.size(),
        Parallel.GRAIN,
        g -> {
          SubhaloPhysics one = physics.get(g);
          table[PHYSICS * g] = one.gravity();
          table[PHYSICS * g + 1] = one.hubble();
          table[PHYSICS * g + 2] = one.scaleFactor();
          table[PHYSICS * g + 3] = one.softening().largest();
          table[PHYSICS * g + 4] = one.softening().length();
        });
    return table;
  }
}
