package org.jzfof.doctor;

/**
 * Result of the check of one part.
 *
 * @param text description of the part as found
 * @param remedy action that would improve the state; empty if nothing is missing
 */
public record Finding(String part, State state, String text, String remedy) {
  /** State of a part. */
  public enum State {
    /** The part is present and usable. */
    OK,
    /** The part is missing or incomplete; runs work without it. */
    NOTE,
    /** The part is missing, and runs need it. */
    FAULT
  }

  static Finding ok(String part, String text) {
    return new Finding(part, State.OK, text, "");
  }

  static Finding note(String part, String text, String remedy) {
    return new Finding(part, State.NOTE, text, remedy);
  }

  /** A finding from an exception, whose message contains the remedy. */
  static Finding of(String part, State state, RuntimeException fault) {
    return new Finding(part, state, fault.getMessage(), "");
  }
}
