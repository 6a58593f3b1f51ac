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
  private final Communicator comm;
  private final EvenShares shares;
  private final long[][] messages;
  private final int[] filled;

  BestPartners(Communicator comm, int objects) {
    this.comm = comm;
    this.shares = new EvenShares(objects, comm.size());
    this.messages = new long[comm.size()][256];
    this.filled = new int[comm.size()];
  }

  /** Adds a score of this rank; a score of 0 is ignored. */
  void add(int object, int partner, long score) {
    if (score == 0) {
      return;
    }
    int to = shares.part(object);
    if (filled[to] == messages[to].length) {
      messages[to] = Arrays.copyOf(messages[to], Math.multiplyExact(2, filled[to]));
    }
    messages[to][filled[to]++] = (long) object << 32 | partner;
    messages[to][filled[to]++] = score;
  }

  /**
   * Returns the partner of each object, or {@link SnapshotLinks#NONE}, on every rank; collective.
   */
  int[] best() {
    Arrays.setAll(messages, r -> Arrays.copyOf(messages[r], filled[r]));
    PairScores sums = new PairScores();
    for (long[] message : comm.allToAll(messages)) {
      for (int i = 0; i < message.length; i += 2) {
        sums.add((int) (message[i] >>> 32), (int) message[i], message[i + 1], 0);
      }
    }
    int first = (int) shares.start(comm.rank());
    long[] best = new long[(int) shares.count(comm.rank())];
    long[] partner = new long[best.length];
    Arrays.fill(partner, SnapshotLinks.NONE);
    sums.forEach(
        (object, other, score, none) -> {
          int i = object - first;
          if (score > best[i] || score == best[i] && other < partner[i]) {
            best[i] = score;
            partner[i] = other;
          }
        });
    return Arrays.stream(ArrayParts.join(comm.allGather(partner))).mapToInt(p -> (int) p).toArray();
  }
}
