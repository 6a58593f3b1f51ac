package org.jzfof.cli.ranks;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The time limit of a batch, and the decision whether one more snapshot fits into it. */
public final class TimeLimit {
  private static final int LATEST_COUNT = 3;
  private static final double MARGIN = 1.25;

  private final Duration limit;
  private final Supplier<Duration> elapsed;
  private final Deque<Double> finding = new ArrayDeque<>();
  private final Deque<Double> writing = new ArrayDeque<>();
  private final Deque<Double> linking = new ArrayDeque<>();

  /**
   * @param limit time limit, or null for none
   */
  public TimeLimit(Duration limit, Supplier<Duration> elapsed) {
    this.limit = limit;
    this.elapsed = elapsed;
  }

  /** Records the seconds of a search for groups. */
  public void recordSearch(double seconds) {
    keep(finding, seconds);
  }

  /** Records the seconds for writing a catalogue. */
  public void recordWriting(double seconds) {
    keep(writing, seconds);
  }

  /** Records the seconds for linking two catalogues. */
  public void recordLinking(double seconds) {
    keep(linking, seconds);
  }

  /**
   * Returns whether another snapshot ends in time if it takes 1.25 times as long as the longest of
   * the last three. Before the first snapshot, any remaining time is sufficient.
   */
  public boolean fitsAnother() {
    if (limit == null) {
      return true;
    }
    double next = MARGIN * (longest(finding) + longest(writing) + longest(linking));
    return seconds(elapsed.get()) + next < seconds(limit);
  }

  private static void keep(Deque<Double> last, double seconds) {
    last.add(seconds);
    if (last.size() > LATEST_COUNT) {
      last.remove();
    }
  }

  private static double longest(Deque<Double> last) {
    return last.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  private static double seconds(Duration duration) {
    return 1e-9 * duration.toNanos();
  }
}
