package org.jzfof.fof;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;

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
  private final int rank;
  private final UnaryOperator<long[]> rootsOf;
  private final LabelTable labels = new LabelTable();

  /**
   * @param rootsOf the roots of local points, all at once
   */
  public EdgeResolver(Communicator comm, UnaryOperator<long[]> rootsOf) {
    this.comm = comm;
    this.rank = comm.rank();
    this.rootsOf = rootsOf;
  }

  /**
   * The outcome.
   *
   * @param labels for local roots that are not the root of their global group: that root, as a
   *     {@link GlobalIndex}
   * @param linkRounds rounds in which edges travelled
   * @param contractRounds rounds in which ranks asked each other for labels
   */
  public record Result(LabelTable labels, int linkRounds, int contractRounds) {}

  /**
   * @param edges pairs of {@link GlobalIndex} [2·edges]
   */
  public Result resolve(long[] edges) {
    int linkRounds = link(edges);
    int contractRounds = contract();
    return new Result(labels, linkRounds, contractRounds);
  }

  private int link(long[] edges) {
    long[][] outgoing = route(edges);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long[][] incoming = send(outgoing);
      if (incoming == null) {
        return round;
      }
      LongList forwarded = new LongList();
      long[] received = ArrayParts.join(incoming);
      replaceByRoots(received);
      labels.reserve(received.length / 2);
      for (int e = 0; e < received.length; e += 2) {
        insert(received[e], received[e + 1], forwarded);
      }
      outgoing = route(forwarded.toArray());
    }
    throw new IllegalStateException("edges still travel after " + MAX_ROUNDS + " rounds");
  }

  /** Each edge for the owner of its higher end. */
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
    long low = Math.min(a, b);
    long high = Math.max(a, b);
    while (low != high) {
      if (!isMine(high)) {
        forwarded.add(low);
        forwarded.add(high);
        return;
      }
      long hooked = labels.lower(GlobalIndex.index(high), low);
      if (hooked == LabelTable.NONE) {
        return;
      }
      high = Math.max(hooked, low);
      low = Math.min(hooked, low);
    }
  }

  private boolean isMine(long point) {
    return GlobalIndex.rank(point) == rank;
  }

  /** Replaces the points of this rank by their roots; points of other ranks stay. */
  private void replaceByRoots(long[] points) {
    LongList mine = new LongList();
    for (long point : points) {
      if (isMine(point)) {
        mine.add(GlobalIndex.index(point));
      }
    }
    long[] roots = rootsOf.apply(mine.toArray());
    int next = 0;
    for (int i = 0; i < points.length; i++) {
      if (isMine(points[i])) {
        points[i] = GlobalIndex.of(rank, roots[next++]);
      }
    }
  }

  /** Asks the owners for the labels of labels until all are known to have none. */
  private int contract() {
    LongList all = new LongList();
    labels.forEach((root, label) -> all.add(root));
    long[] open = follow(all.toArray());
    for (int round = 0; round < MAX_ROUNDS; round++) {
      LongList[] asked = LongList.perRank(comm.size());
      for (long root : open) {
        long label = labels.get(root);
        asked[GlobalIndex.rank(label)].add(label);
      }
      long[][] wanted = LongList.toArrays(asked);
      long[][] questions = send(wanted);
      if (questions == null) {
        return round;
      }
      answer(questions);
      open = take(comm.allToAll(questions, ArrayParts.lengths(wanted)), open);
    }
    throw new IllegalStateException("labels still change after " + MAX_ROUNDS + " rounds");
  }

  /**
   * Replaces the labels of roots by the ends of their chains, as far as these lie on this rank.
   *
   * @return the roots whose chain goes on elsewhere
   */
  private long[] follow(long[] roots) {
    LongList elsewhere = new LongList();
    for (long root : roots) {
      long end = follow(labels.get(root));
      labels.lower(root, end);
      if (!isMine(end)) {
        elsewhere.add(root);
      }
    }
    return elsewhere.toArray();
  }

  /** The label at the end of a chain, as far as it lies on this rank. */
  private long follow(long label) {
    long end = label;
    for (long next = end; next != LabelTable.NONE; next = next(end)) {
      end = next;
    }
    return end;
  }

  private long next(long label) {
    return isMine(label) ? labels.get(GlobalIndex.index(label)) : LabelTable.NONE;
  }

  /** One round of pointer jumping: replaces labels of this rank by the ends of their chains. */
  private void answer(long[][] questions) {
    long[] points = ArrayParts.join(questions);
    replaceByRoots(points);
    int at = 0;
    for (long[] question : questions) {
      for (int i = 0; i < question.length; i++) {
        question[i] = follow(points[at++]);
      }
    }
  }

  /**
   * Takes the answers. One that is a point of the rank that gave it is the end of its chain; others
   * may not be.
   *
   * @param answers from each rank, in the order of the roots that it was asked for
   * @return the roots whose chain goes on elsewhere
   */
  private long[] take(long[][] answers, long[] roots) {
    int[] next = new int[comm.size()];
    LongList onward = new LongList();
    for (long root : roots) {
      int owner = GlobalIndex.rank(labels.get(root));
      long answer = answers[owner][next[owner]++];
      labels.lower(root, answer);
      if (GlobalIndex.rank(answer) != owner) {
        onward.add(root);
      }
    }
    return follow(onward.toArray());
  }

  /** Sends lists to the ranks; null where no rank has anything to send. */
  private long[][] send(long[][] lists) {
    long[] length = ArrayParts.lengths(lists);
    long total = Arrays.stream(length).sum();
    long[][] lengths = new long[lists.length][];
    Arrays.setAll(lengths, r -> new long[] {length[r], total});
    long[][] told = comm.allToAll(lengths, 2);
    return Arrays.stream(told).allMatch(t -> t[1] == 0)
        ? null
        : comm.allToAll(lists, Arrays.stream(told).mapToLong(t -> t[0]).toArray());
  }
}
