package org.jzfof.cli.reports;

import java.nio.file.Path;

/**
 * The state of one snapshot of a batch.
 *
 * @param snapshot path as the user named it
 * @param seconds seconds until the groups were found
 * @param remark failure message, or an empty text
 */
public record BatchRow(
    Path snapshot, State state, long particles, long groups, double seconds, String remark) {
  /** The possible states of a snapshot. */
  public enum State {
    LEFT,
    COMPLETE,
    DONE,
    FAILED
  }

  /** Creates the row of a snapshot that has not been processed, or needs no processing. */
  public static BatchRow of(Path snapshot, State state) {
    return new BatchRow(snapshot, state, 0, 0, 0, "");
  }

  public BatchRow withFailure(String message) {
    return new BatchRow(snapshot, State.FAILED, 0, 0, seconds, message);
  }

  public BatchRow withSearchTime(double searchSeconds) {
    return new BatchRow(snapshot, state, 0, 0, searchSeconds, "");
  }

  public BatchRow withResult(long linked, long found) {
    return new BatchRow(snapshot, State.DONE, linked, found, seconds, "");
  }
}
