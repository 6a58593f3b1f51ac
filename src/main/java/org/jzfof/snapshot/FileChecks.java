package org.jzfof.snapshot;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Results of the check of the datasets of some files.
 *
 * @param unwritten sentences on what was never written: the first of each file, by its number
 * @param digests of the first rows of those files that have as many particles as others, by number
 * @param prints fingerprints of files [4], by number, for {@link SnapshotFingerprint}
 * @param doubles numbers of the files with coordinates of more precision than float32
 */
public record FileChecks(
    TreeMap<Integer, String> unwritten,
    Map<Integer, Long> digests,
    Map<Integer, long[]> prints,
    Set<Integer> doubles) {
  FileChecks() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
  }

  /** A sentence on values that were never written; empty if all were. */
  public Optional<String> warning() {
    return unwritten.isEmpty()
        ? Optional.empty()
        : Optional.of(warning(unwritten.firstEntry().getValue(), unwritten.size()));
  }

  /**
   * A sentence for several files.
   *
   * @param first what was never written in the first of them
   * @param files in which something was not
   */
  public static String warning(String first, int files) {
    return files > 1 ? "%s, and so on in %d files".formatted(first, files) : first;
  }
}
