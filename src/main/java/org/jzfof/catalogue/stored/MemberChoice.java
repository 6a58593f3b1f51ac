package org.jzfof.catalogue.stored;

import java.util.Arrays;
import org.jzfof.config.ParticleChoice;

/**
 * Which members of a catalogue are read.
 *
 * @param subhaloes whether they are those of subhaloes instead of groups
 * @param types their particle types; empty for all
 * @param trustHeaders whether to continue if headers of a snapshot contradict each other
 */
public record MemberChoice(boolean subhaloes, int[] types, boolean trustHeaders) {
  /** Members of all types. */
  public MemberChoice(boolean subhaloes, boolean trustHeaders) {
    this(subhaloes, new int[0], trustHeaders);
  }

  /** Returns whether members of a type are read. */
  boolean has(int type) {
    return types.length == 0 || Arrays.stream(types).anyMatch(t -> t == type);
  }

  /** The types, for a message. */
  String typeNames() {
    return ParticleChoice.names(types);
  }
}
