package org.jzfof.spheres.properties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the member of a group with the largest {@link MassProfiles#peak} from masses within
 * distances. In a range of distances, the mass within the outer end at the distance of the inner
 * end bounds the peaks of all members; ranges with a too small bound are dropped.
 */
final class PeakSearch implements ProfileQueries {
  private final int index;
  private final boolean isotropic;
  private List<Range> ranges = new ArrayList<>();

  /**
   * Number of members in the centre, which have no peak, if the first member that counts is among
   * them; otherwise 0.
   */
  private final long centreCount;

  /** Lower bound of the largest peak. */
  private double lowerBound;

  private double peak;
  private long peakSquare;

  /**
   * Members with q + 1 above {@code low} and at most {@code high}.
   *
   * @param below number of members up to {@code low}
   * @param number number of members up to {@code high}
   * @param mass mass up to {@code high}
   */
  private record Range(long low, long high, long below, long number, long mass) {}

  /**
   * @param first finished search for the first member that counts
   * @param all number and mass within the largest square
   */
  PeakSearch(int index, boolean isotropic, TargetSearch first, long largest, long[] all) {
    this.index = index;
    this.isotropic = isotropic;
    long[] within = first.within();
    this.centreCount = first.square() == 0 ? within[0] : 0;
    if (first.square() != 0) {
      record(first.square(), within[1]);
      consider(new Range(first.square() + 1, largest + 1, within[0], all[0], all[1]));
    } else {
      consider(new Range(1, largest + 1, within[0], all[0], all[1]));
    }
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public long[] squares() {
    return ranges.stream()
        .flatMapToLong(range -> Arrays.stream(ProfileQueries.between(range.low, range.high)))
        .toArray();
  }

  @Override
  public void step(long[] squares, long[] answers) {
    for (int i = 0; i < squares.length; i++) {
      if (answers[2 * i] > centreCount) {
        lowerBound = Math.max(lowerBound, peak(squares[i], answers[2 * i + 1]));
      }
    }
    List<Range> cut = ranges;
    ranges = new ArrayList<>();
    int at = 0;
    for (Range range : cut) {
      long low = range.low;
      long below = range.below;
      while (at < squares.length && Long.compareUnsigned(squares[at] + 1, range.high) < 0) {
        consider(new Range(low, squares[at] + 1, below, answers[2 * at], answers[2 * at + 1]));
        low = squares[at] + 1;
        below = answers[2 * at];
        at++;
      }
      consider(new Range(low, range.high, below, range.number, range.mass));
    }
  }

  private void consider(Range range) {
    if (range.number == range.below || peak(range.low, range.mass) < lowerBound) {
      return;
    }
    if (range.high - range.low == 1) {
      record(range.low, range.mass);
    } else {
      ranges.add(range);
    }
  }

  private void record(long square, long mass) {
    double value = peak(square, mass);
    lowerBound = Math.max(lowerBound, value);
    boolean nearer = Long.compareUnsigned(square, peakSquare) < 0;
    if (value > peak || value == peak && nearer) {
      peak = value;
      peakSquare = square;
    }
  }

  private double peak(long square, long mass) {
    return MassProfiles.peak(mass, MassProfiles.number(square, isotropic));
  }

  /** Returns the largest value, or 0. */
  double peak() {
    return peak;
  }

  /** Returns the squared distance of the largest value. */
  long peakSquare() {
    return peakSquare;
  }
}
