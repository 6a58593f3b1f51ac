package org.jzfof.domain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The space in which groups are looked for: the box itself or, where its cells are coarse beside
 * the linking length, the box without its empty stretches ({@link CondensedAxis}). All pairs that
 * are linked in one are linked in the other.
 */
public final class SearchSpace {
  /** Cells of a linking length from which on nothing needs to be left out. */
  private static final double FINE = 0x1p14;

  /** Cells that a linking length must have: margins are longer than it by more than rounding. */
  public static final int LEAST_CELLS = 64;

  private static final double MARGIN = 9 / 8.0;
  private static final double LEAST_GAIN = 1 / 16.0;

  private final Box box;
  private final List<CondensedAxis> axes;
  private final Box searched;

  private SearchSpace(Box box, List<CondensedAxis> axes, Box searched) {
    this.box = box;
    this.axes = axes;
    this.searched = searched;
  }

  /** A box as it is. */
  public static SearchSpace of(Box box) {
    List<CondensedAxis> whole =
        IntStream.range(0, 3).mapToObj(d -> CondensedAxis.whole(box, d)).toList();
    return new SearchSpace(box, whole, box);
  }

  /** The box of the particles. */
  public Box box() {
    return box;
  }

  /** Whether positions in this space differ from those in the box. */
  public boolean condensed() {
    return searched != box;
  }

  /** Fixed-point map of places in it. */
  public FixedPoint map() {
    return FixedPoint.of(searched);
  }

  /** Whether the cells are so fine that nothing needs to be left out. */
  public boolean fine(double linkingLength) {
    return linkingLength / cell() >= FINE;
  }

  /** Size of its cells, in the dimension where they are largest. */
  public double cell() {
    return map().largestCell();
  }

  /** Length of a dimension in it. */
  public double extent(int d) {
    return axes.get(d).extent();
  }

  /** The place of a coordinate; NaN for one that has none in the box. */
  public double condense(double x, int d) {
    return axes.get(d).condense(x);
  }

  /**
   * Turns places in it into coordinates.
   *
   * @param xyz [3n]
   */
  public void expand(double[] xyz) {
    if (condensed()) {
      for (int i = 0; i < xyz.length; i++) {
        xyz[i] = axes.get(i % 3).expand(xyz[i]);
      }
    }
  }

  /**
   * The bins into which {@link #without} wants the particles to be put.
   *
   * @param particles how many there are
   */
  public OccupiedBins bins(long particles) {
    return new OccupiedBins(axes, particles);
  }

  /**
   * The space without the stretches that are empty.
   *
   * @param occupied all particles that are linked, of all ranks
   */
  public SearchSpace without(OccupiedBins occupied, double linkingLength) {
    List<CondensedAxis> shorter =
        IntStream.range(0, 3)
            .mapToObj(d -> axes.get(d).around(occupied.stretches(d), shrinking(d, linkingLength)))
            .toList();
    return new SearchSpace(box, shorter, boxOf(shorter, linkingLength));
  }

  /** Whether this space is noticeably shorter than the box in any dimension. */
  public boolean shorterThan(SearchSpace other) {
    return IntStream.range(0, 3).anyMatch(d -> extent(d) < (1 - LEAST_GAIN) * other.extent(d));
  }

  /** A binary fraction of a periodic side, or a power of two, so that grids stay as they are. */
  private CondensedAxis.Shrinking shrinking(int d, double linkingLength) {
    double whole = box.periodic() && box.size()[d] > 0 ? box.size()[d] : 1;
    double unit = Math.scalb(whole, Math.getExponent(linkingLength / LEAST_CELLS / whole));
    return new CondensedAxis.Shrinking(Math.ceil(MARGIN * linkingLength / unit) * unit, unit);
  }

  private Box boxOf(List<CondensedAxis> shorter, double linkingLength) {
    double[] size = shorter.stream().mapToDouble(CondensedAxis::extent).toArray();
    if (!box.periodic()) {
      return new Box(new double[3], size, false);
    }
    double[] ring = new double[3];
    Arrays.setAll(ring, d -> ring(box.size()[d], shorter.get(d), linkingLength));
    // Sides that are equal stay so: then integers decide.
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

  /** A binary fraction of the side: members of a group differ by less than half of it. */
  private static double ring(double side, CondensedAxis axis, double linkingLength) {
    double least = Math.max(axis.extent(), 2 * axis.longest());
    double length = side;
    while (length / 2 >= least && length > 0x1p32 / FINE * linkingLength) {
      length /= 2;
    }
    return length;
  }
}
