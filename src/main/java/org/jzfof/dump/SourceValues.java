package org.jzfof.dump;

import java.util.function.IntToDoubleFunction;

/**
 * What is known of the sources besides their positions.
 *
 * @param ids of all sources, or null where they are not asked for
 * @param masses of all sources as the bits of doubles, or null where they have one mass or none is
 *     asked for
 * @param oneMass mass of each source where masses is null
 */
public record SourceValues(RowLookup ids, RowLookup masses, double oneMass) {
  /** Masses of neighbours by their rows; all ranks call it together. */
  IntToDoubleFunction massesOf(long[] rows) {
    if (masses == null) {
      return i -> oneMass;
    }
    long[] bits = masses.get(rows);
    return i -> Double.longBitsToDouble(bits[i]);
  }
}
