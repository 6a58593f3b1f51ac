package org.jzfof.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a look at the datasets of some files has told.
 *
 * @param unwritten sentences on what was never written: the first of each file, by its number
 * @param digests of the first rows of those files that have as many particles as others, by number
 * @param prints numbers of the fingerprints of the files, in order
 */
public record PieceChecks(
    TreeMap<Integer, String> unwritten, Map<Integer, Long> digests, List<Long> prints) {
  PieceChecks() {
    this(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
  }

  /** The fingerprints, for {@link SnapshotFingerprint#of(SnapshotHeader, long[][])}. */
  public long[] fingerprints() {
    return prints.stream().mapToLong(print -> print).toArray();
  }
}
