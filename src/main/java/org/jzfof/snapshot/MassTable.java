package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.error.SnapshotException;

/**
 * Masses of the types as the pieces that have particles of them state them: in others an entry may
 * be 0, or anything else.
 */
public final class MassTable {
  private final boolean trusted;
  private double[] masses;
  private Path[] stating;

  /**
   * @param trusted whether the first file overrides contradicting files
   */
  MassTable(boolean trusted) {
    this.trusted = trusted;
  }

  /**
   * Takes the entries of one piece.
   *
   * @throws SnapshotException where one is no mass, or not that of another piece
   */
  void add(FileHeader piece) {
    long[] counts = piece.counts();
    double[] entries = Arrays.copyOf(piece.masses(), counts.length);
    if (masses == null) {
      masses = Arrays.stream(entries).map(m -> isMass(m) ? m : 0).toArray();
      stating = new Path[counts.length];
    }
    for (int t = 0; t < counts.length; t++) {
      if (counts[t] == 0) {
        continue; // whatever stands there is nobody's mass
      }
      requireMass(piece.file(), t, entries[t]);
      if (stating[t] == null) {
        masses[t] = entries[t];
        stating[t] = piece.file();
      } else if (entries[t] != masses[t] && !trusted) {
        throw HeaderAgreement.contradiction(
            piece.file(), "MassTable[" + t + "]", "" + entries[t], stating[t], "" + masses[t]);
      }
    }
  }

  /** Mass per type, 0 where particles have masses of their own; null if no piece was added. */
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
