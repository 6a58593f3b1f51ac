package org.jzfof.fof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;

/**
 * Attaches secondary particles whose nearest primary particle is on another rank. If a top node of
 * another rank is at most as far as the nearest local primary particle, the secondary particle is
 * sent as a query to that rank, which answers with its nearest primary particle and its group.
 */
final class GhostAttachment {
  /** Longs per answer: position of the nearest particle [3] and label of its group. */
  private static final int ANSWER = 4;

  private static final long NO_LABEL = -1;

  private final AttachKernels kernels;
  private final LinkCriterion criterion;
  private final Communicator comm;
  private final DeviceMemory memory;
  private final SortedMap<Integer, Candidate> nearer = new TreeMap<>(Integer::compareUnsigned);

  GhostAttachment(
      AttachKernels kernels, LinkCriterion criterion, Communicator comm, DeviceMemory memory) {
    this.kernels = kernels;
    this.criterion = criterion;
    this.comm = comm;
    this.memory = memory;
  }

  /** A primary particle near a query: its distance, its position, and the root of its group. */
  private record Candidate(long square, int x, int y, int z, long label) {
    /** Returns whether this candidate is nearer, in the order that devices use. */
    boolean before(Candidate other) {
      int order = Long.compareUnsigned(square, other.square);
      order = order != 0 ? order : Integer.compare(x, other.x);
      order = order != 0 ? order : Integer.compare(y, other.y);
      return order != 0 ? order < 0 : z < other.z;
    }
  }

  /**
   * Finds the secondary particles with a nearer primary particle on another rank. Every rank calls
   * this method.
   */
  void attach(
      Tree tree,
      SortedPoints primary,
      GroupLinks links,
      SortedPoints secondary,
      AttachKernels.Nearest found) {
    int[][] queryRows = queries(tree, primary, secondary, found);
    long[][] positions = new long[comm.size()][];
    Arrays.setAll(positions, r -> interleaved(secondary, queryRows[r]));
    long[][] received = comm.allToAll(positions);
    long[][] answers = new long[comm.size()][];
    Arrays.setAll(answers, r -> answer(received[r], tree, primary, links));
    answers = comm.allToAll(answers);
    for (int r = 0; r < comm.size(); r++) {
      keepNearest(
          answers[r], queryRows[r], positions[r], localNearest(queryRows[r], found, primary));
    }
  }

  /** Returns the secondary particles to send to each rank. */
  private int[][] queries(
      Tree tree, SortedPoints primary, SortedPoints secondary, AttachKernels.Nearest found) {
    int[] topNodes = primary.count() == 0 ? new int[0] : memory.toInts(tree.top().nodes());
    long[][] tops = comm.allGather(Arrays.stream(topNodes).asLongStream().toArray());
    int[][] queries = new int[comm.size()][0];
    for (int r = 0; r < comm.size(); r++) {
      if (r != comm.rank() && tops[r].length > 0 && secondary.count() > 0) {
        int[] nodes = Arrays.stream(tops[r]).mapToInt(i -> (int) i).toArray();
        try (TreeLevel top =
            new TreeLevel(nodes.length / TreeLevel.NODE_INTS, memory.upload(nodes))) {
          queries[r] = kernels.nearNodes(top, secondary, found.square(), criterion);
        }
      }
    }
    return queries;
  }

  private long[] interleaved(SortedPoints points, int[] rows) {
    int[] x = memory.pick(points.x(), 1, rows);
    int[] y = memory.pick(points.y(), 1, rows);
    int[] z = memory.pick(points.z(), 1, rows);
    long[] xyz = new long[3 * rows.length];
    for (int i = 0; i < rows.length; i++) {
      xyz[3 * i] = x[i];
      xyz[3 * i + 1] = y[i];
      xyz[3 * i + 2] = z[i];
    }
    return xyz;
  }

  /** Answers queries, which are in Morton order. */
  private long[] answer(long[] xyz, Tree tree, SortedPoints primary, GroupLinks links) {
    int count = xyz.length / 3;
    long[] answers = new long[ANSWER * count];
    if (count == 0) {
      return answers;
    }
    int[] nearestIndex;
    try (SortedPoints queryPoints = upload(xyz);
        AttachKernels.Nearest nearest =
            kernels.nearest(tree, primary, queryPoints, criterion, GroupLinks.NONE)) {
      nearestIndex = memory.toInts(nearest.index());
    }
    int[] found = Arrays.stream(nearestIndex).filter(p -> p != GroupLinks.NONE).toArray();
    long[] positions = interleaved(primary, found);
    int[] roots = memory.pick(links.pointers(), 1, found);
    Map<Integer, Long> outside = links.outside().toMap();
    int next = 0;
    for (int i = 0; i < count; i++) {
      long label = NO_LABEL;
      if (nearestIndex[i] != GroupLinks.NONE) {
        System.arraycopy(positions, 3 * next, answers, ANSWER * i, 3);
        int root = roots[next++];
        label =
            outside.getOrDefault(root, GlobalIndex.of(comm.rank(), Integer.toUnsignedLong(root)));
      }
      answers[ANSWER * i + 3] = label;
    }
    return answers;
  }

  private SortedPoints upload(long[] xyz) {
    int[][] columns = new int[3][xyz.length / 3];
    for (int i = 0; i < xyz.length; i++) {
      columns[i % 3][i / 3] = (int) xyz[i];
    }
    try (Scope results = new Scope()) {
      return results.keep(
          new SortedPoints(
              xyz.length / 3,
              results.add(memory.upload(columns[0])),
              results.add(memory.upload(columns[1])),
              results.add(memory.upload(columns[2])),
              results.add(memory.upload(new int[0]))));
    }
  }

  /**
   * Returns the positions of the nearest primary particles of this rank [queries][3]; null for a
   * query without one.
   */
  private long[][] localNearest(int[] queries, AttachKernels.Nearest found, SortedPoints primary) {
    int[] nearestIndex = memory.pick(found.index(), 1, queries);
    int[] known = Arrays.stream(nearestIndex).filter(p -> isPrimary(p, primary)).toArray();
    long[] xyz = interleaved(primary, known);
    long[][] local = new long[queries.length][];
    int next = 0;
    for (int i = 0; i < queries.length; i++) {
      if (isPrimary(nearestIndex[i], primary)) {
        local[i] = Arrays.copyOfRange(xyz, 3 * next, 3 * next + 3);
        next++;
      }
    }
    return local;
  }

  private static boolean isPrimary(int index, SortedPoints primary) {
    return Integer.toUnsignedLong(index) < primary.count();
  }

  /** Keeps the nearest candidate of each secondary particle if it is nearer than the local one. */
  private void keepNearest(long[] answers, int[] queries, long[] xyz, long[][] local) {
    for (int i = 0; i < queries.length; i++) {
      int at = ANSWER * i;
      long label = answers[at + 3];
      if (label == NO_LABEL) {
        continue;
      }
      long[] position = Arrays.copyOfRange(answers, at, at + 3);
      Candidate candidate = candidate(xyz, 3 * i, position, label);
      if (local[i] == null || candidate.before(candidate(xyz, 3 * i, local[i], NO_LABEL))) {
        nearer.merge(queries[i], candidate, (a, b) -> b.before(a) ? b : a);
      }
    }
  }

  private Candidate candidate(long[] query, int at, long[] position, long label) {
    int x = (int) position[0];
    int y = (int) position[1];
    int z = (int) position[2];
    // The overflow of 32-bit differences gives the minimum image.
    int dx = (int) query[at] - x;
    int dy = (int) query[at + 1] - y;
    int dz = (int) query[at + 2] - z;
    return new Candidate(criterion.square(dx, dy, dz), x, y, z, label);
  }

  /**
   * Sets the pointers of these secondary particles to a particle of their group on this rank. If
   * the group has none, the first of the secondary particles becomes its root on this rank.
   *
   * @param pointers I32, modified
   * @param offset index of the first secondary particle in the pointers
   * @param outside labels, by root, of the groups whose global root is on another rank; receives
   *     more groups
   */
  void setPointers(DeviceArray pointers, int offset, Map<Integer, Long> outside) {
    Map<Long, Integer> rootOf = new HashMap<>();
    outside.forEach((root, label) -> rootOf.put(label, root));
    int[] indices = new int[nearer.size()];
    int[] targets = new int[nearer.size()];
    int next = 0;
    for (Map.Entry<Integer, Candidate> entry : nearer.entrySet()) {
      int index = offset + entry.getKey();
      long label = entry.getValue().label;
      indices[next] = index;
      if (GlobalIndex.rank(label) == comm.rank()) {
        targets[next] = (int) GlobalIndex.index(label);
      } else {
        targets[next] = rootOf.computeIfAbsent(label, l -> index);
        outside.putIfAbsent(targets[next], label);
      }
      next++;
    }
    memory.put(pointers, indices, targets);
  }
}
