package org.jzfof.config;

import java.util.Arrays;
import org.jzfof.error.UsageException;

/**
 * The definition of a friends-of-friends group, validated.
 *
 * @param attach particle types to attach to the group of the nearest linked particle, increasing,
 *     distinct and different from the linked types; may be empty
 * @param minLength minimum number of members of a group, at least 1
 */
public record GroupDefinition(
    ParticleChoice particles, int[] attach, LinkingLength linkingLength, int minLength)
    implements OptionText.Inlined {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public GroupDefinition {
    requireMinLength(minLength);
    attach = attach.length == 0 ? attach : ParticleChoice.validTypes("--attach", attach);
    requireOthers(particles.types(), attach);
  }

  /**
   * @throws UsageException if the minimum number of members of a group is below 1
   */
  public static void requireMinLength(int minLength) {
    if (minLength < 1) {
      throw new UsageException("--min-length is " + minLength + ": give at least 1 (default 20)");
    }
  }

  /** A definition without attached particles. */
  public GroupDefinition(ParticleChoice particles, LinkingLength linkingLength, int minLength) {
    this(particles, new int[0], linkingLength, minLength);
  }

  private static void requireOthers(int[] types, int[] attach) {
    for (int type : attach) {
      if (Arrays.binarySearch(types, type) >= 0) {
        throw new UsageException(
            "--attach has %d, which is linked already: take it out of --types or --attach"
                .formatted(type));
      }
    }
  }
}
