package org.jzfof.cli.ranks;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The time that a batch has, and whether one more snapshot fits into it. */
public final class TimeLimit {
  private static final int LAST = 3;
  private static final double MARGIN = 1.25;

  private final Duration limit;
  private final Supplier<Duration> elapsed;
  private final Deque<Double> finding = new ArrayDeque<>();
  private final Deque<Double> writing = new ArrayDeque<>();
  private final Deque<Double> linking = new ArrayDeque<>();

  /**
   * @param limit or null for no limit
   * @param elapsed tells the time that has gone by
   */
  public TimeLimit(Duration limit, Supplier<Duration> elapsed) {
    this.limit = limit;
    this.elapsed = elapsed;
  }

  /** Groups of a snapshot were found within some seconds. */
  public void found(double seconds) {
    keep(finding, seconds);
  }

  /** The catalogue of a snapshot was written within some seconds. */
  public void written(double seconds) {
    keep(writing, seconds);
  }

  /** Two catalogues were linked within some seconds. */
  public void linked(double seconds) {
    keep(linking, seconds);
  }

  /**
   * Whether a snapshot that takes as long as the longest of the last three, and a quarter more,
   * ends in time. Without a snapshot to go by it does as long as there is any time.
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
    if (last.size() > LAST) {
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
