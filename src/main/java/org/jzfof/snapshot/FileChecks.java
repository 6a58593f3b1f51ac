package org.jzfof.snapshot;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Results of the check of datasets in a subset of the files of a snapshot.
 *
 * @param unwritten sentences about values that were never written: the first of each file, by file
 *     number
 * @param digests digests of the first rows of files with equal numbers of particles, by file number
 * @param prints fingerprints of the files, by file number, each [4], see {@link
 *     SnapshotFingerprint}
 * @param doubles numbers of the files whose coordinates exceed the precision of float32
 */
public record FileChecks(
    TreeMap<Integer, String> unwritten,
    Map<Integer, Long> digests,
    Map<Integer, long[]> prints,
    Set<Integer> doubles) {
  FileChecks() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
  }

  /** A sentence about values that were never written; empty if all values were written. */
  public Optional<String> warning() {
    return unwritten.isEmpty()
        ? Optional.empty()
        : Optional.of(warning(unwritten.firstEntry().getValue(), unwritten.size()));
  }

  /**
   * A sentence about unwritten values in one or more files.
   *
   * @param first description of the unwritten values in the first such file
   * @param files number of files with unwritten values
   */
  public static String warning(String first, int files) {
    return files > 1 ? "%s, and so on in %d files".formatted(first, files) : first;
  }
}
