package org.jzfof.snapshot.particles;

import java.nio.LongBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jzfof.comm.Text;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.SnapshotFingerprint;

/**
 * The results of the checks of one rank, as a message to the other ranks.
 *
 * @param header hash of the header that this rank has read
 * @param doubles whether this rank has seen coordinates that exceed the precision of float32
 * @param unwritten number of files with values that were never written
 * @param firstPiece number of the first file with unwritten values
 * @param first description of the unwritten values in that file
 * @param digests digests of the first rows of files, by file number
 * @param prints fingerprints of files, by file number
 */
record LocalChecks(
    long header,
    boolean doubles,
    int unwritten,
    int firstPiece,
    String first,
    Map<Integer, Long> digests,
    Map<Integer, long[]> prints) {

  static LocalChecks of(long header, FileChecks checks) {
    boolean any = !checks.unwritten().isEmpty();
    return new LocalChecks(
        header,
        !checks.doubles().isEmpty(),
        checks.unwritten().size(),
        any ? checks.unwritten().firstKey() : 0,
        any ? checks.unwritten().firstEntry().getValue() : "",
        checks.digests(),
        checks.prints());
  }

  /** Encodes these results for other ranks; {@link #decoded} is the inverse. */
  long[] encoded() {
    LongStream.Builder all = LongStream.builder();
    all.add(header).add(doubles ? 1 : 0).add(unwritten).add(firstPiece);
    all.add(digests.size());
    digests.forEach((piece, digest) -> all.add(piece).add(digest));
    all.add(prints.size());
    prints.forEach(
        (piece, print) -> {
          all.add(piece);
          LongStream.of(print).forEach(all);
        });
    LongStream.of(Text.toLongs(first)).forEach(all);
    return all.build().toArray();
  }

  static LocalChecks decoded(long[] message) {
    LongBuffer in = LongBuffer.wrap(message);
    long header = in.get();
    boolean doubles = in.get() != 0;
    int unwritten = (int) in.get();
    int firstPiece = (int) in.get();
    Map<Integer, Long> digests = new TreeMap<>();
    for (long left = in.get(); left > 0; left--) {
      digests.put((int) in.get(), in.get());
    }
    Map<Integer, long[]> prints = new TreeMap<>();
    for (long left = in.get(); left > 0; left--) {
      int piece = (int) in.get();
      long[] print = new long[SnapshotFingerprint.LONGS];
      in.get(print);
      prints.put(piece, print);
    }
    long[] text = new long[in.remaining()];
    in.get(text);
    return new LocalChecks(header, doubles, unwritten, firstPiece, Text.of(text), digests, prints);
  }
}
