package org.jzfof.cli.reports;

import java.nio.file.Path;

/**
 * The state of one snapshot of a batch.
 *
 * @param snapshot as named
 * @param state what became of it
 * @param particles that were linked
 * @param groups that were found
 * @param seconds until they were found
 * @param remark the failure, or nothing
 */
public record BatchRow(
    Path snapshot, State state, long particles, long groups, double seconds, String remark) {
  /** What can become of a snapshot. */
  public enum State {
    LEFT,
    COMPLETE,
    DONE,
    FAILED
  }

  /** A snapshot that nothing has become of yet, or that needs nothing. */
  public static BatchRow of(Path snapshot, State state) {
    return new BatchRow(snapshot, state, 0, 0, 0, "");
  }

  public BatchRow failed(String message) {
    return new BatchRow(snapshot, State.FAILED, 0, 0, seconds, message);
  }

  public BatchRow found(double after) {
    return new BatchRow(snapshot, state, 0, 0, after, "");
  }

  public BatchRow done(long linked, long found) {
    return new BatchRow(snapshot, State.DONE, linked, found, seconds, "");
  }
}
