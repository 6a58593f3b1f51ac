package org.jzfof.snapshot;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a look at the datasets of some files has told.
 *
 * @param unwritten sentences on what was never written: the first of each file, by its number
 * @param digests of the first rows of those files that have as many particles as others, by number
 * @param prints fingerprints of files [4], by number, for {@link SnapshotFingerprint}
 * @param doubles numbers of the files with coordinates of more precision than float32
 */
public record PieceChecks(
    TreeMap<Integer, String> unwritten,
    Map<Integer, Long> digests,
    Map<Integer, long[]> prints,
    Set<Integer> doubles) {
  PieceChecks() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
  }
}
