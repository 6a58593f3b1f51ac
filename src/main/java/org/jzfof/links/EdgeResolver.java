package org.jzfof.links;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;

/**
 * Joins the groups of all ranks along edges between their points (jz-tree paper, appendix B): needs
 * the edges that each rank has found and the root of each of its points, leaves for every root that
 * an edge touched the lowest root of its global group.
 *
 * <p>A label only ever falls: a root is hooked to a lower point, so the labels cannot form a cycle,
 * and an edge that meets a hooked root goes on with two lower ends. Both loops therefore end.
 */
public final class EdgeResolver {
  private static final int MAX_ROUNDS = 100_000;

  private final Communicator comm;
  private final UnaryOperator<long[]> rootsOf;
  private final Map<Long, Long> label = new HashMap<>();

  /**
   * @param comm the ranks
   * @param rootsOf the roots of local points, all at once
   */
  public EdgeResolver(Communicator comm, UnaryOperator<long[]> rootsOf) {
    this.comm = comm;
    this.rootsOf = rootsOf;
  }

  /**
   * The outcome.
   *
   * @param label for local roots that are not the root of their global group: that root, as a
   *     {@link GlobalIndex}
   * @param linkRounds rounds in which edges travelled
   * @param contractRounds rounds in which labels were asked for
   */
  public record Result(Map<Long, Long> label, int linkRounds, int contractRounds) {}

  /**
   * @param edges pairs of {@link GlobalIndex} [2·edges]
   */
  public Result resolve(long[] edges) {
    int linkRounds = link(edges);
    int contractRounds = contract();
    Map<Long, Long> labels = new HashMap<>();
    label.forEach((root, target) -> labels.put(GlobalIndex.index(root), target));
    return new Result(labels, linkRounds, contractRounds);
  }

  private int link(long[] edges) {
    long[][] outgoing = route(edges);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (nothingLeft(Arrays.stream(outgoing).mapToLong(o -> o.length).sum())) {
        return round;
      }
      LongList forwarded = new LongList();
      long[] received = Parts.join(comm.allToAll(outgoing));
      replaceByRoots(received);
      for (int e = 0; e < received.length; e += 2) {
        insert(received[e], received[e + 1], forwarded);
      }
      outgoing = route(forwarded.toArray());
    }
    throw new IllegalStateException("edges still travel after " + MAX_ROUNDS + " rounds");
  }

  /** Sends each edge to the owner of its higher end. */
  private long[][] route(long[] edges) {
    LongList[] outgoing = LongList.perRank(comm.size());
    for (int e = 0; e < edges.length; e += 2) {
      LongList target = outgoing[GlobalIndex.rank(Math.max(edges[e], edges[e + 1]))];
      target.add(edges[e]);
      target.add(edges[e + 1]);
    }
    return LongList.toArrays(outgoing);
  }

  /** Hooks the root of the higher end, or goes on with what that root is hooked to. */
  private void insert(long a, long b, LongList forwarded) {
    Deque<long[]> todo = new ArrayDeque<>();
    todo.push(new long[] {a, b});
    while (!todo.isEmpty()) {
      long[] edge = todo.pop();
      long low = Math.min(edge[0], edge[1]);
      long high = Math.max(edge[0], edge[1]);
      if (low == high) {
        continue;
      }
      if (!isMine(high)) {
        forwarded.add(low);
        forwarded.add(high);
        continue;
      }
      Long hooked = label.putIfAbsent(high, low);
      if (hooked != null && hooked != low) {
        label.put(high, Math.min(hooked, low));
        todo.push(new long[] {hooked, low});
      }
    }
  }

  private boolean isMine(long point) {
    return GlobalIndex.rank(point) == comm.rank();
  }

  /** Replaces the points of this rank by their roots; points of other ranks stay. */
  private void replaceByRoots(long[] points) {
    long[] mine = Arrays.stream(points).filter(this::isMine).map(GlobalIndex::index).toArray();
    long[] roots = rootsOf.apply(mine);
    int next = 0;
    for (int i = 0; i < points.length; i++) {
      if (isMine(points[i])) {
        points[i] = GlobalIndex.of(comm.rank(), roots[next++]);
      }
    }
  }

  /** Asks the owners for the labels of labels until none changes. */
  private int contract() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long changes = jump();
      if (nothingLeft(changes)) {
        return round;
      }
    }
    throw new IllegalStateException("labels still change after " + MAX_ROUNDS + " rounds");
  }

  /** One round of pointer jumping; returns how many labels fell. */
  private long jump() {
    LongList[] asked = LongList.perRank(comm.size());
    for (long target : label.values()) {
      asked[GlobalIndex.rank(target)].add(target);
    }
    long[][] answers = comm.allToAll(LongList.toArrays(asked));
    for (long[] points : answers) {
      replaceByRoots(points);
      Arrays.setAll(points, i -> label.getOrDefault(points[i], points[i]));
    }
    answers = comm.allToAll(answers);
    int[] next = new int[comm.size()];
    long changes = 0;
    for (Map.Entry<Long, Long> entry : label.entrySet()) {
      int owner = GlobalIndex.rank(entry.getValue());
      long answer = answers[owner][next[owner]++];
      changes += answer != entry.getValue() ? 1 : 0;
      entry.setValue(answer);
    }
    return changes;
  }

  private boolean nothingLeft(long mine) {
    long[] sum = {mine};
    comm.sum(sum);
    return sum[0] == 0;
  }
}
