package org.jzfof.snapshot;

import java.util.List;
import java.util.Optional;

/**
 * What a header says beside numbers, and sentences on how it was understood.
 *
 * @param notPeriodic how the snapshot says that its box did not wrap around in the simulation;
 *     empty where it may have
 * @param sampled fractions of the particles of each type that were written, NaN where they are not
 *     stated; empty where all were
 * @param ofFiles sentences about the files and the time
 * @param ofDensities sentences about units, masses and cosmology
 */
public record HeaderNotes(
    Optional<String> notPeriodic,
    double[] sampled,
    List<String> ofFiles,
    List<String> ofDensities) {
  /** Whether the snapshot holds a sample of its particles, whose masses are not scaled up. */
  public boolean isSampled() {
    return sampled.length > 0;
  }
}
