package org.jzfof.trees.links;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;

/**
 * For each object (group or subhalo) of one snapshot, finds the object of the other snapshot with
 * the highest score. A score is the sum over all ranks. Of equal scores the lowest number is
 * chosen.
 */
final class BestPartners {
  /** Values of a row of a message: object and partner, score, number of members. */
  private static final int WIDTH = 3;

  /** Partner {@link SnapshotLinks#NONE} and no members, 32 bits each. */
  private static final long NO_PARTNER = (long) SnapshotLinks.NONE << Integer.SIZE;

  private static final int FIRST_ROWS = 1 << 7;

  private final Communicator comm;
  private final EvenShares shares;
  private final long[][] messages;
  private final int[] filled;

  BestPartners(Communicator comm, int objects) {
    this.comm = comm;
    this.shares = new EvenShares(objects, comm.size());
    this.messages = new long[comm.size()][FIRST_ROWS * WIDTH];
    this.filled = new int[comm.size()];
  }

  /** Adds a score of this rank and its number of members; a score of 0 is ignored. */
  void add(int object, int partner, long score, int members) {
    if (score == 0) {
      return;
    }
    int to = shares.part(object);
    if (filled[to] == messages[to].length) {
      messages[to] = Arrays.copyOf(messages[to], Math.multiplyExact(2, filled[to]));
    }
    messages[to][filled[to]++] = (long) object << 32 | partner;
    messages[to][filled[to]++] = score;
    messages[to][filled[to]++] = members;
  }

  /** Returns the partner of each object, on every rank; collective. */
  Partners best() {
    Arrays.setAll(messages, r -> Arrays.copyOf(messages[r], filled[r]));
    PairScores sums = new PairScores();
    for (long[] message : comm.allToAll(messages)) {
      for (int i = 0; i < message.length; i += WIDTH) {
        sums.add(message[i], message[i + 1], 0, message[i + 2]);
      }
    }
    int first = (int) shares.start(comm.rank());
    long[] best = new long[(int) shares.count(comm.rank())];
    int[] partner = new int[best.length];
    long[] packed = new long[best.length];
    Arrays.fill(partner, SnapshotLinks.NONE);
    Arrays.fill(packed, NO_PARTNER);
    sums.forEach(
        (object, other, score, none, count) -> {
          int i = object - first;
          if (score > best[i] || score == best[i] && other < partner[i]) {
            best[i] = score;
            partner[i] = other;
            packed[i] = (long) other << Integer.SIZE | count;
          }
        });
    long[] all = ArrayParts.join(comm.allGather(packed));
    return new Partners(
        Arrays.stream(all).mapToInt(of -> (int) (of >> Integer.SIZE)).toArray(),
        Arrays.stream(all).mapToInt(of -> (int) of).toArray());
  }
}
