package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.Bisection;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.CandidateRanges;
import org.jzfof.subhalo.SaddleTree;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * The candidates for subhaloes of all groups. The device sorts members by density, and finds the
 * basins of peaks and the edges between them. The host joins basins to trees, which are small. The
 * device assigns members to branches, and sorts these into a chain.
 *
 * @param chain I32 members in the order of the chains, group by group [m]
 * @param start I32 index in the chain of the first member of each candidate, group by group
 * @param length I32 number of members of each candidate
 * @param enclosing I32 smallest candidate around each, or the candidate itself
 * @param group I32 group of each candidate
 * @param starts {@code start} on the host
 * @param lengths {@code length} on the host
 * @param groups {@code group} on the host
 * @param levels candidates of at least the minimum length, so that candidates inside others are of
 *     lower levels
 */
record CudaCandidates(
    DeviceArray chain,
    DeviceArray start,
    DeviceArray length,
    DeviceArray enclosing,
    DeviceArray group,
    int[] starts,
    int[] lengths,
    int[] groups,
    List<Level> levels)
    implements AutoCloseable {
  private static final String STAGE = "subhalo_candidates";

  /** Groups per part of a loop, except for the first and longest groups. */
  private static final int GROUPS = 64;

  private static final int LONGEST = 1024;

  /** Maximum length of short candidates. */
  private static final int SHORT = 128;

  private static final int MIDDLE = 2048;

  /** Candidates of a level by length. */
  record Level(int[] shortCandidates, int[] middleCandidates, int[] longCandidates) {}

  /** Returns the number of candidates. */
  int count() {
    return lengths.length;
  }

  /** Returns the fields of the structure {@code Candidates} of subhalo_unbinding.cu. */
  long[] struct() {
    return new long[] {address(start), address(length), address(enclosing), address(group)};
  }

  @Override
  public void close() {
    Cleanup.close(chain, start, length, enclosing, group);
  }

  private static void forEachGroup(int groups, IntConsumer step) {
    int first = Math.min(LONGEST, groups);
    Parallel.forEach(first, 1, step);
    Parallel.forEach(groups - first, GROUPS, g -> step.accept(first + g));
  }

  /** Search of the candidates of all groups. */
  static final class Search {
    private final CudaKernels kernels;
    private final CudaMemory memory;
    private final DeviceAlgorithms algorithms;
    private final CudaMembers members;
    private final int[] start;

    Search(
        CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms, CudaMembers members) {
      this.kernels = kernels;
      this.memory = memory;
      this.algorithms = algorithms;
      this.members = members;
      this.start = members.columns().start();
    }

    /**
     * @param byId I32 members by increasing ID
     * @param denser I32 links of members [2m]
     */
    CudaCandidates find(DeviceArray byId, DeviceArray denser) {
      long count = members.count();
      try (Scope made = new Scope()) {
        DeviceArray order = made.add(byDensity(byId));
        DeviceArray second = made.add(memory.allocate(ElementType.I32, count));
        DeviceArray basin = made.add(memory.allocate(ElementType.I32, count));
        Basins basins = basins(order, denser, second, basin);
        Trees trees = new Trees(basins);
        DeviceArray branch = made.add(memory.allocate(ElementType.I32, count));
        trees.setMembers(branches(order, basin, basins.first, trees, branch));
        CandidateRanges[] ranges = trees.ranges();
        DeviceArray chain = chain(order, branch, trees.firstIndex);
        return candidates(chain, ranges);
      }
    }

    /** Returns members group by group, by decreasing density, equally dense ones by ID. */
    private DeviceArray byDensity(DeviceArray byId) {
      DeviceArray order = memory.slice(byId, 0, byId.length());
      try (DeviceArray keys = memory.allocate(ElementType.I64, byId.length())) {
        kernels
            .launch(STAGE, "density_keys")
            .arg(order)
            .arg(members.columns().density())
            .arg(byId.length())
            .arg(keys)
            .run(byId.length());
        DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, order, Long.SIZE);
        sorted.keys().close();
        order = sorted.values();
      }
      DeviceArray groups = memory.gather(members.group(), 1, order);
      DeviceAlgorithms.Sorted sorted =
          algorithms.sort(groups, order, DeviceAlgorithms.bitsFor(members.groups()));
      sorted.keys().close();
      return sorted.values();
    }

    /**
     * Basins of peaks, and edges between them, on the host.
     *
     * @param first first basin of each group, and the number of basins [groups + 1]
     * @param peak rank of the densest member of each basin
     * @param edges rank of the member that makes each edge, and the two basins [3 edges]
     */
    private record Basins(int[] first, int[] peak, int[] edges) {
      int count() {
        return peak.length;
      }

      int edgesBefore(int rank) {
        return Bisection.countBelow(edges.length / 3, e -> edges[3 * e] < rank);
      }
    }

    private Basins basins(
        DeviceArray order, DeviceArray denser, DeviceArray second, DeviceArray basin) {
      long count = members.count();
      try (DeviceArray root = memory.allocate(ElementType.I32, count);
          DeviceArray rank = memory.allocate(ElementType.I32, count);
          DeviceArray peaks = algorithms.bits(count);
          DeviceArray edges = algorithms.bits(count);
          DeviceArray first = memory.allocate(ElementType.I32, members.groups() + 1L)) {
        kernels.launch(STAGE, "ranks_of_members").arg(order).arg(count).arg(rank).run(count);
        kernels
            .launch(STAGE, "links_in_order")
            .struct(members.struct())
            .arg(order)
            .arg(rank)
            .arg(denser)
            .arg(root)
            .arg(second)
            .run(count);
        kernels.launch(STAGE, "follow_roots").arg(root).arg(count).run(count);
        kernels.launch(STAGE, "mark_peaks").arg(root).arg(count).arg(peaks).run(count);
        try (DeviceAlgorithms.BitCounts offsets = algorithms.offsets(peaks)) {
          long[] list = {address(peaks), address(offsets.before()), count, offsets.all()};
          kernels.launch(STAGE, "basins_of_members").arg(root).struct(list).arg(basin).run(count);
          kernels
              .launch(STAGE, "basins_of_groups")
              .arg(members.start())
              .arg((long) members.groups())
              .struct(list)
              .arg(first)
              .run(members.groups() + 1L);
        }
        kernels.launch(STAGE, "mark_edges").arg(second).arg(basin).arg(count).arg(edges).run(count);
        try (DeviceArray peak = algorithms.indices(peaks, 0);
            DeviceArray edge = algorithms.indices(edges, 0);
            DeviceArray written = memory.allocate(ElementType.I32, 3 * edge.length())) {
          kernels
              .launch(STAGE, "write_edges")
              .arg(edge)
              .arg(edge.length())
              .arg(second)
              .arg(basin)
              .arg(written)
              .run(edge.length());
          return new Basins(memory.toInts(first), memory.toInts(peak), memory.toInts(written));
        }
      }
    }

    /** The trees of all groups, on the host. The first node of a group is twice its first basin. */
    private final class Trees {
      private final Basins basins;
      private final SaddleTree[] tree; // null for groups with one basin
      private final int[] parent;
      private final int[] birth;
      private final int[] skip;
      private final int[] firstIndex; // index in the chain of the first member of a node
      private int[] members; // number of members of each node

      Trees(Basins basins) {
        this.basins = basins;
        this.tree = new SaddleTree[basins.first.length - 1];
        this.parent = new int[2 * basins.count()];
        this.birth = new int[2 * basins.count()];
        this.skip = new int[2 * basins.count()];
        this.firstIndex = new int[2 * basins.count()];
        forEachGroup(tree.length, this::join);
      }

      private void join(int g) {
        int first = basins.first[g];
        int count = basins.first[g + 1] - first;
        if (count == 1) {
          parent[2 * first] = SubhaloMembers.NONE;
        } else if (count > 1) {
          int[] peak = new int[count];
          Arrays.setAll(peak, b -> basins.peak[first + b] - start[g]);
          SaddleTree joined = new SaddleTree(peak);
          int end = basins.edgesBefore(start[g + 1]);
          for (int e = basins.edgesBefore(start[g]); e < end; e++) {
            int[] edge = basins.edges;
            joined.join(edge[3 * e] - start[g], edge[3 * e + 1] - first, edge[3 * e + 2] - first);
          }
          joined.write(parent, birth, skip, 2 * first);
          tree[g] = joined;
        }
      }

      void setMembers(int[] ofNodes) {
        this.members = ofNodes;
      }

      /** Returns the candidates of each group, as stretches of the chain of the group. */
      CandidateRanges[] ranges() {
        CandidateRanges[] ranges = new CandidateRanges[tree.length];
        forEachGroup(tree.length, g -> ranges[g] = ranges(g));
        return ranges;
      }

      private CandidateRanges ranges(int g) {
        int first = 2 * basins.first[g];
        if (tree[g] == null) {
          if (basins.first[g + 1] > basins.first[g]) {
            firstIndex[first] = start[g];
          }
          return new CandidateRanges(new int[1], new int[] {start[g + 1] - start[g]}, new int[1]);
        }
        long[] counts = new long[tree[g].nodes()];
        Arrays.setAll(counts, node -> members[first + node]);
        tree[g].setMembers(counts);
        CandidateRanges.Chain chain = CandidateRanges.chain(tree[g]);
        for (int node = 0; node < counts.length; node++) {
          firstIndex[first + node] = start[g] + chain.firstIndex()[node];
        }
        tree[g] = null;
        return chain.candidates();
      }
    }

    /** Finds the branch of each member, and returns the number of members of each node. */
    private int[] branches(
        DeviceArray order, DeviceArray basin, int[] first, Trees trees, DeviceArray branch) {
      try (DeviceArray firstBasin = memory.upload(first);
          DeviceArray parent = memory.upload(trees.parent);
          DeviceArray birth = memory.upload(trees.birth);
          DeviceArray skip = memory.upload(trees.skip);
          DeviceArray counts = memory.zeros(ElementType.I32, trees.parent.length)) {
        kernels
            .launch(STAGE, "branches_of_members")
            .arg(members.start())
            .arg(members.group())
            .arg(order)
            .arg(basin)
            .arg((long) members.count())
            .struct(address(firstBasin), address(parent), address(birth), address(skip))
            .arg(branch)
            .arg(counts)
            .run(members.count());
        return memory.toInts(counts);
      }
    }

    private DeviceArray chain(DeviceArray order, DeviceArray branch, int[] firstIndex) {
      long count = members.count();
      try (DeviceArray first = memory.upload(firstIndex);
          Scope made = new Scope()) {
        DeviceArray keys = made.add(memory.allocate(ElementType.I32, count));
        DeviceArray chain = made.add(memory.slice(order, 0, count));
        kernels.launch(STAGE, "chain_keys").arg(branch).arg(first).arg(count).arg(keys).run(count);
        made.keep(chain);
        DeviceAlgorithms.Sorted sorted =
            algorithms.sort(keys, chain, DeviceAlgorithms.bitsFor(count));
        sorted.keys().close();
        return sorted.values();
      }
    }

    /**
     * @param chain chain, of which the result takes ownership
     */
    private CudaCandidates candidates(DeviceArray chain, CandidateRanges[] ranges) {
      long[] first = ArrayParts.offsets(ranges.length, g -> ranges[g].count());
      int count = Math.toIntExact(first[ranges.length]);
      int[] starts = new int[count];
      int[] lengths = new int[count];
      int[] enclosing = new int[count];
      int[] group = new int[count];
      int[] level = new int[count];
      forEachGroup(
          ranges.length,
          g -> {
            int at = (int) first[g];
            for (int c = 0; c < ranges[g].count(); c++) {
              starts[at + c] = start[g] + ranges[g].start()[c];
              lengths[at + c] = ranges[g].length()[c];
              enclosing[at + c] = at + ranges[g].enclosing()[c];
              group[at + c] = g;
              if (enclosing[at + c] != at + c) {
                // Inner candidates come first.
                level[enclosing[at + c]] = Math.max(level[enclosing[at + c]], level[at + c] + 1);
              }
            }
          });
      try (Scope made = new Scope()) {
        made.add(chain);
        return made.keep(
            new CudaCandidates(
                chain,
                made.add(memory.upload(starts)),
                made.add(memory.upload(lengths)),
                made.add(memory.upload(enclosing)),
                made.add(memory.upload(group)),
                starts,
                lengths,
                group,
                levels(level, lengths)));
      }
    }

    private static List<Level> levels(int[] level, int[] lengths) {
      int kinds = 3;
      int count = Arrays.stream(level).max().orElse(-1) + 1;
      int[] kind = new int[level.length];
      int[] number = new int[kinds * count];
      for (int c = 0; c < kind.length; c++) {
        int length = lengths[c];
        kind[c] = kinds * level[c] + (length <= SHORT ? 0 : length <= MIDDLE ? 1 : 2);
        number[kind[c]] += length >= SubhaloKernels.MIN_MEMBERS ? 1 : 0;
      }
      int[][] of = new int[number.length][];
      Arrays.setAll(of, k -> new int[number[k]]);
      Arrays.fill(number, 0);
      for (int c = 0; c < kind.length; c++) {
        if (lengths[c] >= SubhaloKernels.MIN_MEMBERS) {
          of[kind[c]][number[kind[c]]++] = c;
        }
      }
      List<Level> levels = new ArrayList<>();
      for (int l = 0; l < count; l++) {
        levels.add(new Level(of[kinds * l], of[kinds * l + 1], of[kinds * l + 2]));
      }
      return levels;
    }
  }
}
