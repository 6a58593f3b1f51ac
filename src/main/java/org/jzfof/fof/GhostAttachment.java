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
 * Secondary particles whose nearest primary particle is on another rank. Those to which the top
 * nodes of another rank are as near as what they have found here visit that rank, which answers
 * with its nearest primary particle and the group of it.
 */
final class GhostAttachment {
  /** Answer to a visitor: place of the nearest particle [3] and label of its group. */
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

  /** A primary particle near a query: its distance, its place, and the root of its group. */
  private record Candidate(long square, int x, int y, int z, long label) {
    /** The same order as on a device. */
    boolean before(Candidate other) {
      int order = Long.compareUnsigned(square, other.square);
      order = order != 0 ? order : Integer.compare(x, other.x);
      order = order != 0 ? order : Integer.compare(y, other.y);
      return order != 0 ? order < 0 : z < other.z;
    }
  }

  /** Finds the secondary particles with a nearer primary one elsewhere; every rank calls it. */
  void attach(
      Tree tree,
      SortedPoints primary,
      GroupLinks links,
      SortedPoints secondary,
      AttachKernels.Nearest found) {
    int[][] visitors = visitors(tree, primary, secondary, found);
    long[][] places = new long[comm.size()][];
    Arrays.setAll(places, r -> interleaved(secondary, visitors[r]));
    long[][] visiting = comm.allToAll(places);
    long[][] answers = new long[comm.size()][];
    Arrays.setAll(answers, r -> answer(visiting[r], tree, primary, links));
    answers = comm.allToAll(answers);
    for (int r = 0; r < comm.size(); r++) {
      take(answers[r], visitors[r], places[r], here(visitors[r], found, primary));
    }
  }

  /** The secondary particles that are sent to each rank. */
  private int[][] visitors(
      Tree tree, SortedPoints primary, SortedPoints secondary, AttachKernels.Nearest found) {
    int[] mine = primary.count() == 0 ? new int[0] : memory.toInts(tree.top().nodes());
    long[][] tops = comm.allGather(Arrays.stream(mine).asLongStream().toArray());
    int[][] visitors = new int[comm.size()][0];
    for (int r = 0; r < comm.size(); r++) {
      if (r != comm.rank() && tops[r].length > 0 && secondary.count() > 0) {
        int[] nodes = Arrays.stream(tops[r]).mapToInt(i -> (int) i).toArray();
        try (TreeLevel top =
            new TreeLevel(nodes.length / TreeLevel.NODE_INTS, memory.upload(nodes))) {
          visitors[r] = kernels.nearNodes(top, secondary, found.square(), criterion);
        }
      }
    }
    return visitors;
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

  /** Answers visitors, which come in Morton order. */
  private long[] answer(long[] xyz, Tree tree, SortedPoints primary, GroupLinks links) {
    int count = xyz.length / 3;
    long[] answers = new long[ANSWER * count];
    if (count == 0) {
      return answers;
    }
    int[] places;
    try (SortedPoints queries = upload(xyz);
        AttachKernels.Nearest nearest =
            kernels.nearest(tree, primary, queries, criterion, GroupLinks.NONE)) {
      places = memory.toInts(nearest.place());
    }
    int[] found = Arrays.stream(places).filter(p -> p != GroupLinks.NONE).toArray();
    long[] positions = interleaved(primary, found);
    int[] roots = memory.pick(links.pointers(), 1, found);
    Map<Integer, Long> outside = links.outside().toMap();
    int next = 0;
    for (int i = 0; i < count; i++) {
      long label = NO_LABEL;
      if (places[i] != GroupLinks.NONE) {
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
    try (Scope made = new Scope()) {
      return made.keep(
          new SortedPoints(
              xyz.length / 3,
              made.add(memory.upload(columns[0])),
              made.add(memory.upload(columns[1])),
              made.add(memory.upload(columns[2])),
              made.add(memory.upload(new int[0]))));
    }
  }

  /** Positions of the nearest primary particles of this rank [3·visitors]; null for one without. */
  private long[][] here(int[] visitors, AttachKernels.Nearest found, SortedPoints primary) {
    int[] places = memory.pick(found.place(), 1, visitors);
    int[] known = Arrays.stream(places).filter(p -> isPrimary(p, primary)).toArray();
    long[] xyz = interleaved(primary, known);
    long[][] here = new long[visitors.length][];
    int next = 0;
    for (int i = 0; i < visitors.length; i++) {
      if (isPrimary(places[i], primary)) {
        here[i] = Arrays.copyOfRange(xyz, 3 * next, 3 * next + 3);
        next++;
      }
    }
    return here;
  }

  private static boolean isPrimary(int place, SortedPoints primary) {
    return Integer.toUnsignedLong(place) < primary.count();
  }

  /** Keeps the nearest candidate of each secondary particle, if it is nearer than the one here. */
  private void take(long[] answers, int[] visitors, long[] xyz, long[][] here) {
    for (int i = 0; i < visitors.length; i++) {
      int at = ANSWER * i;
      long label = answers[at + 3];
      if (label == NO_LABEL) {
        continue;
      }
      long[] place = Arrays.copyOfRange(answers, at, at + 3);
      Candidate candidate = candidate(xyz, 3 * i, place, label);
      if (here[i] == null || candidate.before(candidate(xyz, 3 * i, here[i], NO_LABEL))) {
        nearer.merge(visitors[i], candidate, (a, b) -> b.before(a) ? b : a);
      }
    }
  }

  private Candidate candidate(long[] query, int at, long[] place, long label) {
    int x = (int) place[0];
    int y = (int) place[1];
    int z = (int) place[2];
    // In 32 bits, whose overflow is the minimum image.
    int dx = (int) query[at] - x;
    int dy = (int) query[at + 1] - y;
    int dz = (int) query[at + 2] - z;
    return new Candidate(criterion.square(dx, dy, dz), x, y, z, label);
  }

  /**
   * Lets those secondary particles point at a particle of their group on this rank. Where there is
   * none, the first of them becomes the root of the group here.
   *
   * @param pointers I32, changed
   * @param offset place of the first secondary particle among them
   * @param outside label by root of the groups whose global root is elsewhere; grows
   */
  void point(DeviceArray pointers, int offset, Map<Integer, Long> outside) {
    Map<Long, Integer> rootOf = new HashMap<>();
    outside.forEach((root, label) -> rootOf.put(label, root));
    int[] places = new int[nearer.size()];
    int[] targets = new int[nearer.size()];
    int next = 0;
    for (Map.Entry<Integer, Candidate> entry : nearer.entrySet()) {
      int place = offset + entry.getKey();
      long label = entry.getValue().label;
      places[next] = place;
      if (GlobalIndex.rank(label) == comm.rank()) {
        targets[next] = (int) GlobalIndex.index(label);
      } else {
        targets[next] = rootOf.computeIfAbsent(label, l -> place);
        outside.putIfAbsent(targets[next], label);
      }
      next++;
    }
    memory.put(pointers, places, targets);
  }
}
