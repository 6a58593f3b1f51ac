package org.jzfof.domain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The space in which groups are searched: the box itself or, if its cells are coarse compared with
 * the linking length, the box without its empty stretches ({@link CondensedAxis}). The same pairs
 * are linked in the box and in this space.
 */
public final class SearchSpace {
  /** Number of cells per linking length above which no stretch needs to be left out. */
  private static final double FINE = 0x1p14;

  /**
   * Smallest number of cells per linking length: with fewer, rounding would exceed the difference
   * between a margin and the linking length.
   */
  public static final int MIN_CELLS = 64;

  private static final double MARGIN = 9 / 8.0;
  private static final double MIN_GAIN = 1 / 16.0;

  private final Box box;
  private final List<CondensedAxis> axes;
  private final Box searchBox;

  private SearchSpace(Box box, List<CondensedAxis> axes, Box searchBox) {
    this.box = box;
    this.axes = axes;
    this.searchBox = searchBox;
  }

  /** The space that is the box itself. */
  public static SearchSpace of(Box box) {
    List<CondensedAxis> complete =
        IntStream.range(0, 3).mapToObj(d -> CondensedAxis.complete(box, d)).toList();
    return new SearchSpace(box, complete, box);
  }

  /** The box of the particles. */
  public Box box() {
    return box;
  }

  /** Whether positions in this space differ from those in the box. */
  public boolean isCondensed() {
    return searchBox != box;
  }

  /** Fixed-point map of positions in this space. */
  public FixedPoint map() {
    return FixedPoint.of(searchBox);
  }

  /** Whether the cells are so fine that no stretch needs to be left out. */
  public boolean isFine(double linkingLength) {
    return linkingLength / cell() >= FINE;
  }

  /** Cell size in the dimension where cells are largest. */
  public double cell() {
    return map().largestCell();
  }

  /** Length of this space in dimension {@code d}. */
  public double extent(int d) {
    return axes.get(d).extent();
  }

  /** Position of a coordinate of dimension {@code d} in this space; NaN for NaN. */
  public double condense(double x, int d) {
    return axes.get(d).condense(x);
  }

  /**
   * Converts positions in this space to coordinates of the box, in place.
   *
   * @param xyz [3n]
   */
  public void expand(double[] xyz) {
    if (isCondensed()) {
      for (int i = 0; i < xyz.length; i++) {
        xyz[i] = axes.get(i % 3).expand(xyz[i]);
      }
    }
  }

  /**
   * Bins to be filled with the coordinates of all particles, as input of {@link #without}.
   *
   * @param particles number of particles of all ranks
   */
  public OccupiedBins bins(long particles) {
    return new OccupiedBins(axes, particles);
  }

  /**
   * The space without the empty stretches.
   *
   * @param occupied bins filled with all particles to be linked, of all ranks
   */
  public SearchSpace without(OccupiedBins occupied, double linkingLength) {
    List<CondensedAxis> shorter =
        IntStream.range(0, 3)
            .mapToObj(d -> axes.get(d).shorten(occupied.stretches(d), shrinking(d, linkingLength)))
            .toList();
    return new SearchSpace(box, shorter, boxOf(shorter, linkingLength));
  }

  /** Whether this space is noticeably shorter than another one in any dimension. */
  public boolean isShorterThan(SearchSpace other) {
    return IntStream.range(0, 3).anyMatch(d -> extent(d) < (1 - MIN_GAIN) * other.extent(d));
  }

  /**
   * The unit is a binary fraction of a periodic side, or a power of two, so that positions on a
   * grid stay on it.
   */
  private CondensedAxis.Shrinking shrinking(int d, double linkingLength) {
    double complete = box.periodic() && box.size()[d] > 0 ? box.size()[d] : 1;
    double unit = Math.scalb(complete, Math.getExponent(linkingLength / MIN_CELLS / complete));
    return new CondensedAxis.Shrinking(Math.ceil(MARGIN * linkingLength / unit) * unit, unit);
  }

  private Box boxOf(List<CondensedAxis> shorter, double linkingLength) {
    double[] size = shorter.stream().mapToDouble(CondensedAxis::extent).toArray();
    if (!box.periodic()) {
      return new Box(new double[3], size, false);
    }
    double[] ring = new double[3];
    Arrays.setAll(ring, d -> ring(box.size()[d], shorter.get(d), linkingLength));
    // Equal sides stay equal, so that integers decide about links.
    Arrays.setAll(
        size,
        d ->
            IntStream.range(0, 3)
                .filter(e -> box.size()[e] == box.size()[d])
                .mapToDouble(e -> ring[e])
                .max()
                .orElseThrow());
    return new Box(new double[3], size, true);
  }

  /**
   * Side length of the condensed periodic box: a binary fraction of the side, of which the members
   * of a group span less than half.
   */
  private static double ring(double side, CondensedAxis axis, double linkingLength) {
    double minimum = Math.max(axis.extent(), 2 * axis.longestStretch());
    double length = side;
    while (length / 2 >= minimum && length > 0x1p32 / FINE * linkingLength) {
      length /= 2;
    }
    return length;
  }
}
