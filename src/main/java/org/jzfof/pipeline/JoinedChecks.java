package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PieceChecks;
import org.jzfof.snapshot.SnapshotHeader;

/** What the ranks have found in their shares of the files, put together. */
final class JoinedChecks {
  private static final int COUNTS = 3;

  private JoinedChecks() {}

  /**
   * All ranks call it.
   *
   * @param own what this rank has found
   * @param header of the snapshot
   * @return sentences on what is odd, at most one
   * @throws SnapshotException where two files hold the same particles
   */
  static List<String> join(PieceChecks own, SnapshotHeader header, Communicator comm) {
    Map<Integer, Long> digests = new TreeMap<>();
    long unwritten = 0;
    long firstPiece = Long.MAX_VALUE;
    String first = "";
    for (long[] of : comm.allGather(encoded(own))) {
      int text = COUNTS + 2 * (int) of[2];
      for (int i = COUNTS; i < text; i += 2) {
        digests.put((int) of[i], of[i + 1]);
      }
      unwritten += of[0];
      if (of[0] > 0 && of[1] < firstPiece) {
        firstPiece = of[1];
        first = Text.of(Arrays.copyOfRange(of, text, of.length));
      }
    }
    requireDistinct(digests, header);
    if (unwritten == 0) {
      return List.of();
    }
    String others = unwritten > 1 ? ", and so on in %d files".formatted(unwritten) : "";
    return List.of(first + others);
  }

  /** Number of files with something unwritten, the first of them, digests, and a sentence. */
  private static long[] encoded(PieceChecks own) {
    boolean any = !own.unwritten().isEmpty();
    long[] text = Text.toLongs(any ? own.unwritten().firstEntry().getValue() : "");
    int at = COUNTS;
    long[] all = new long[COUNTS + 2 * own.digests().size() + text.length];
    all[0] = own.unwritten().size();
    all[1] = any ? own.unwritten().firstKey() : 0;
    all[2] = own.digests().size();
    for (Map.Entry<Integer, Long> digest : own.digests().entrySet()) {
      all[at++] = digest.getKey();
      all[at++] = digest.getValue();
    }
    System.arraycopy(text, 0, all, at, text.length);
    return all;
  }

  private static void requireDistinct(Map<Integer, Long> digests, SnapshotHeader header) {
    Map<Long, Integer> owners = new HashMap<>();
    digests.forEach(
        (piece, digest) -> {
          Integer other = owners.putIfAbsent(digest, piece);
          if (other != null) {
            throw new SnapshotException(
                "%s and %s begin with the same particles: one was copied over the other; copy it again from where it was written"
                    .formatted(
                        header.pieces().get(other).file(), header.pieces().get(piece).file()));
          }
        });
  }
}
