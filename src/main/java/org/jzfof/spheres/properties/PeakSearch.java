package org.jzfof.spheres.properties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the member of a group with the largest {@link MassProfiles#peak} from masses within
 * distances. In a range of distances the peak of every member is bounded by the mass within the
 * outer end at the distance of the inner end; ranges whose bound is too small are left out.
 */
final class PeakSearch implements ProfileQueries {
  private final int place;
  private final boolean isotropic;
  private List<Range> ranges = new ArrayList<>();

  /** Members in the centre, which have no peak, if they are those from which on members count. */
  private final long inCentre;

  /** Some member has at least this. */
  private double atLeast;

  private double peak;
  private long peakSquare;

  /**
   * Members with q + 1 above {@code low} and at most {@code high}.
   *
   * @param below number of members up to {@code low}
   * @param number up to {@code high}
   * @param mass up to {@code high}
   */
  private record Range(long low, long high, long below, long number, long mass) {}

  /**
   * @param first the square from which on members count, with number and mass within
   * @param all number and mass within the largest square
   */
  PeakSearch(int place, boolean isotropic, Selection first, long largest, long[] all) {
    this.place = place;
    this.isotropic = isotropic;
    long[] within = first.within();
    this.inCentre = first.square() == 0 ? within[0] : 0;
    if (first.square() != 0) {
      found(first.square(), within[1]);
      consider(new Range(first.square() + 1, largest + 1, within[0], all[0], all[1]));
    } else {
      consider(new Range(1, largest + 1, within[0], all[0], all[1]));
    }
  }

  @Override
  public int place() {
    return place;
  }

  @Override
  public long[] squares() {
    return ranges.stream()
        .flatMapToLong(range -> Arrays.stream(ProfileQueries.between(range.low, range.high)))
        .toArray();
  }

  @Override
  public void take(long[] squares, long[] answers) {
    for (int i = 0; i < squares.length; i++) {
      if (answers[2 * i] > inCentre) {
        atLeast = Math.max(atLeast, peak(squares[i], answers[2 * i + 1]));
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
    if (range.number == range.below || peak(range.low, range.mass) < atLeast) {
      return;
    }
    if (range.high - range.low == 1) {
      found(range.low, range.mass);
    } else {
      ranges.add(range);
    }
  }

  private void found(long square, long mass) {
    double value = peak(square, mass);
    atLeast = Math.max(atLeast, value);
    boolean nearer = Long.compareUnsigned(square, peakSquare) < 0;
    if (value > peak || value == peak && nearer) {
      peak = value;
      peakSquare = square;
    }
  }

  private double peak(long square, long mass) {
    return MassProfiles.peak(mass, MassProfiles.number(square, isotropic));
  }

  /** The largest value, or 0. */
  double peak() {
    return peak;
  }

  /** The square of the distance where it is. */
  long peakSquare() {
    return peakSquare;
  }
}
