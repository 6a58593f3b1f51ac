package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.error.SnapshotException;

/**
 * Masses per particle type. The mass of a type comes from the files that hold particles of this
 * type; in other files the entry may have any value.
 */
public final class MassTable {
  private final boolean trusted;
  private double[] masses;
  private Path[] statingFiles;

  /**
   * @param trusted whether the first file overrides contradicting files
   */
  MassTable(boolean trusted) {
    this.trusted = trusted;
  }

  /**
   * Adds the entries of one file.
   *
   * @throws SnapshotException if an entry is no mass, or differs from that of another file
   */
  void add(FileHeader piece) {
    long[] counts = piece.counts();
    double[] entries = Arrays.copyOf(piece.masses(), counts.length);
    if (masses == null) {
      masses = Arrays.stream(entries).map(m -> isMass(m) ? m : 0).toArray();
      statingFiles = new Path[counts.length];
    }
    for (int t = 0; t < counts.length; t++) {
      if (counts[t] == 0) {
        continue; // the entry is undefined without particles of the type
      }
      requireMass(piece.file(), t, entries[t]);
      if (statingFiles[t] == null) {
        masses[t] = entries[t];
        statingFiles[t] = piece.file();
      } else if (entries[t] != masses[t] && !trusted) {
        throw HeaderAgreement.contradiction(
            piece.file(), "MassTable[" + t + "]", "" + entries[t], statingFiles[t], "" + masses[t]);
      }
    }
  }

  /** Mass per type, 0 for types with a mass per particle; null if no file was added. */
  double[] masses() {
    return masses;
  }

  private static boolean isMass(double entry) {
    return entry >= 0 && entry < Double.POSITIVE_INFINITY;
  }

  private static void requireMass(Path file, int type, double mass) {
    if (!isMass(mass)) {
      throw new SnapshotException(
          "MassTable[%d] of %s is %s: write the mass of a particle, or 0 where each has its own"
              .formatted(type, file, mass));
    }
  }
}
