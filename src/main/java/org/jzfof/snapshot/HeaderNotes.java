package org.jzfof.snapshot;

import java.util.List;
import java.util.Optional;

/**
 * Remarks about a header: periodicity, sampling, and sentences about its interpretation.
 *
 * @param notPeriodic statement of the snapshot that its box was not periodic in the simulation;
 *     empty if the box may be periodic
 * @param sampled fractions of the particles of each type that were written, NaN for fractions that
 *     are not stated; empty if all particles were written
 * @param ofFiles sentences about the files and the time
 * @param ofDensities sentences about units, masses and cosmology
 */
public record HeaderNotes(
    Optional<String> notPeriodic,
    double[] sampled,
    List<String> ofFiles,
    List<String> ofDensities) {
  /** Whether the snapshot holds only a sample of the particles, whose masses are not scaled up. */
  public boolean isSampled() {
    return sampled.length > 0;
  }
}
