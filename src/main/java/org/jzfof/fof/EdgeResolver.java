package org.jzfof.fof;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;

/**
 * Joins the groups of all ranks along edges between their points (jz-tree paper, appendix B). The
 * input is the edges of each rank and the root of each of its points; the result is, for every root
 * that an edge touched, the lowest root of its global group.
 *
 * <p>Labels only decrease: a root is hooked to a lower point, so that labels cannot form a cycle,
 * and an edge at a hooked root continues with two lower ends. Both loops therefore end.
 */
public final class EdgeResolver {
  private static final int MAX_ROUNDS = 100_000;

  private final Communicator comm;
  private final int rank;
  private final UnaryOperator<long[]> rootsOf;
  private final LabelTable labels = new LabelTable();

  /**
   * @param rootsOf returns the roots of a list of local points
   */
  public EdgeResolver(Communicator comm, UnaryOperator<long[]> rootsOf) {
    this.comm = comm;
    this.rank = comm.rank();
    this.rootsOf = rootsOf;
  }

  /**
   * Result of {@link #resolve}.
   *
   * @param labels root of the global group, as a {@link GlobalIndex}, of each local root that is
   *     not this root
   * @param linkRounds number of rounds in which ranks exchanged edges
   */
  public record Result(LabelTable labels, int linkRounds) {}

  /**
   * Resolves the edges of all ranks. Every rank calls this method.
   *
   * @param edges pairs of {@link GlobalIndex} [2·edges]
   */
  public Result resolve(long[] edges) {
    int linkRounds = link(edges);
    contract();
    return new Result(labels, linkRounds);
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

  /** Returns the edges for each rank; an edge goes to the owner of its higher end. */
  private long[][] route(long[] edges) {
    LongList[] outgoing = LongList.perRank(comm.size());
    for (int e = 0; e < edges.length; e += 2) {
      LongList target = outgoing[GlobalIndex.rank(Math.max(edges[e], edges[e + 1]))];
      target.add(edges[e]);
      target.add(edges[e + 1]);
    }
    return LongList.toArrays(outgoing);
  }

  /**
   * Hooks the root of the higher end to the lower end, or continues with the point to which that
   * root is already hooked.
   */
  private void insert(long a, long b, LongList forwarded) {
    long low = Math.min(a, b);
    long high = Math.max(a, b);
    while (low != high) {
      if (!isLocal(high)) {
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

  private boolean isLocal(long point) {
    return GlobalIndex.rank(point) == rank;
  }

  /** Replaces the points of this rank by their roots; points of other ranks are unchanged. */
  private void replaceByRoots(long[] points) {
    LongList local = new LongList();
    for (long point : points) {
      if (isLocal(point)) {
        local.add(GlobalIndex.index(point));
      }
    }
    long[] roots = rootsOf.apply(local.toArray());
    int next = 0;
    for (int i = 0; i < points.length; i++) {
      if (isLocal(points[i])) {
        points[i] = GlobalIndex.of(rank, roots[next++]);
      }
    }
  }

  /** Requests the labels of labels from their owners until all labels are ends of their chains. */
  private void contract() {
    LongList all = new LongList();
    labels.forEach((root, label) -> all.add(root));
    long[] open = follow(all.toArray());
    for (int round = 0; round < MAX_ROUNDS; round++) {
      LongList[] requests = LongList.perRank(comm.size());
      for (long root : open) {
        long label = labels.get(root);
        requests[GlobalIndex.rank(label)].add(label);
      }
      long[][] requestLists = LongList.toArrays(requests);
      long[][] received = send(requestLists);
      if (received == null) {
        return;
      }
      answer(received);
      open = applyAnswers(comm.allToAll(received, ArrayParts.lengths(requestLists)), open);
    }
    throw new IllegalStateException("labels still change after " + MAX_ROUNDS + " rounds");
  }

  /**
   * Replaces the labels of roots by the ends of their chains, as far as the chains are on this
   * rank.
   *
   * @return roots whose chains continue on other ranks
   */
  private long[] follow(long[] roots) {
    LongList remote = new LongList();
    for (long root : roots) {
      long end = follow(labels.get(root));
      labels.lower(root, end);
      if (!isLocal(end)) {
        remote.add(root);
      }
    }
    return remote.toArray();
  }

  /** Returns the label at the end of a chain, as far as the chain is on this rank. */
  private long follow(long label) {
    long end = label;
    for (long next = end; next != LabelTable.NONE; next = next(end)) {
      end = next;
    }
    return end;
  }

  private long next(long label) {
    return isLocal(label) ? labels.get(GlobalIndex.index(label)) : LabelTable.NONE;
  }

  /**
   * Makes one round of pointer jumping: replaces labels of this rank by the ends of their chains.
   */
  private void answer(long[][] queries) {
    long[] points = ArrayParts.join(queries);
    replaceByRoots(points);
    int at = 0;
    for (long[] query : queries) {
      for (int i = 0; i < query.length; i++) {
        query[i] = follow(points[at++]);
      }
    }
  }

  /**
   * Applies the answers. An answer that is a point of the answering rank is the end of its chain;
   * other answers may not be.
   *
   * @param answers answers of each rank, in the order of the requested roots
   * @return roots whose chains continue on other ranks
   */
  private long[] applyAnswers(long[][] answers, long[] roots) {
    int[] next = new int[comm.size()];
    LongList unfinished = new LongList();
    for (long root : roots) {
      int owner = GlobalIndex.rank(labels.get(root));
      long answer = answers[owner][next[owner]++];
      labels.lower(root, answer);
      if (GlobalIndex.rank(answer) != owner) {
        unfinished.add(root);
      }
    }
    return follow(unfinished.toArray());
  }

  /** Sends lists to the ranks; returns null if all lists of all ranks are empty. */
  private long[][] send(long[][] lists) {
    long[] length = ArrayParts.lengths(lists);
    long total = Arrays.stream(length).sum();
    long[][] lengths = new long[lists.length][];
    Arrays.setAll(lengths, r -> new long[] {length[r], total});
    long[][] reported = comm.allToAll(lengths, 2);
    return Arrays.stream(reported).allMatch(t -> t[1] == 0)
        ? null
        : comm.allToAll(lists, Arrays.stream(reported).mapToLong(t -> t[0]).toArray());
  }
}
