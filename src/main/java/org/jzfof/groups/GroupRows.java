package org.jzfof.groups;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;

/**
 * Properties of groups as rows of numbers that travel between ranks: smallest ID, length, length
 * per type, and the bits of mass per type, position, velocity, inertia radius, dispersion and
 * enclosing radius.
 */
public final class GroupRows {
  /** Column of the smallest ID, before that of the length. */
  public static final int ID = 0;

  /** Column of the length. */
  public static final int LENGTH = 1;

  /** First column of the lengths per type. */
  public static final int LENGTH_TYPE = 2;

  private final int types;
  private final int width;
  private final long[] rows;

  /**
   * @param types number of particle types
   * @param rows as in a {@link GroupTable}
   */
  public GroupRows(int types, long[] rows) {
    this.types = types;
    this.width = GroupTable.width(types);
    this.rows = rows;
  }

  /**
   * Rows of some groups, from their sums.
   *
   * @param map fixed-point map of the box
   * @param columns of the sums
   * @param sums rows of sums of any groups
   * @param references rows of the references of these groups
   * @param radii bits of the enclosing radii of these groups; null for zeros
   * @param groups which of them
   */
  public static GroupRows of(
      FixedPoint map,
      SumColumns columns,
      long[] sums,
      long[] references,
      long[] radii,
      int[] groups) {
    int types = columns.types();
    GroupRows rows = new GroupRows(types, new long[groups.length * GroupTable.width(types)]);
    for (int i = 0; i < groups.length; i++) {
      int from = groups[i] * columns.width();
      long[] sum = Arrays.copyOfRange(sums, from, from + columns.width());
      rows.fill(i, map, columns, sum, GroupReference.of(references, groups[i]));
      rows.rows[(i + 1) * rows.width - 1] = radii == null ? 0 : radii[groups[i]];
    }
    return rows;
  }

  int count() {
    return rows.length / width;
  }

  /**
   * Moments about the reference become moments about the mean (the shift theorem), and units those
   * of the snapshot.
   */
  private void fill(
      int row, FixedPoint map, SumColumns columns, long[] sum, GroupReference reference) {
    int at = row * width;
    rows[at + ID] = reference.id();
    for (int t = columns.firstType(); t < columns.firstType() + columns.slots(); t++) {
      long count = sum[columns.count(t)];
      int massOfType = columns.mass(t);
      rows[at + LENGTH] += count;
      rows[at + LENGTH_TYPE + t] = count;
      double mass = ExactSums.value(sum, massOfType);
      set(at + LENGTH_TYPE + types + t, Math.scalb(mass, reference.massExponent()));
    }
    // A group without mass is where its member with the smallest ID is.
    double[] mean = columns.means(sum, 0);
    int properties = at + LENGTH_TYPE + 2 * types;
    int speedExponent = reference.speedExponent() + 1;
    double radiusSquare = 0;
    double bulkSquare = 0;
    for (int d = 0; d < 3; d++) {
      double offset = mean[d] * SumColumns.CELLS;
      double spread = (mean[3 + d] - mean[d] * mean[d]) * (SumColumns.CELLS * SumColumns.CELLS);
      radiusSquare += spread * map.cell()[d] * map.cell()[d];
      bulkSquare += mean[6 + d] * mean[6 + d];
      set(properties + d, map.toLength(reference.position()[d] + offset, d));
      set(properties + 3 + d, reference.velocity()[d] + Math.scalb(mean[6 + d], speedExponent));
    }
    set(properties + 6, Math.sqrt(Math.max(0, radiusSquare)));
    double dispersion = Math.sqrt(Math.max(0, mean[9] - bulkSquare) / 3);
    set(properties + 7, Math.scalb(dispersion, speedExponent));
  }

  private void set(int at, double value) {
    rows[at] = Double.doubleToRawLongBits(value);
  }

  /** Rows in the order of a catalogue. */
  public int[] order() {
    int[] all = IntStream.range(0, count()).toArray();
    return GroupOrder.of(column(LENGTH, all), column(ID, all));
  }

  /** Values of some rows. */
  long[] column(int column, int[] which) {
    return Arrays.stream(which).mapToLong(row -> rows[row * width + column]).toArray();
  }

  /** Puts other rows in the place of some. */
  void replace(int[] which, GroupRows others) {
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(others.rows, i * width, rows, which[i] * width, width);
    }
  }

  /** Some rows, in the order in which they are named. */
  public GroupRows select(int[] which) {
    long[] selected = new long[which.length * width];
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(rows, which[i] * width, selected, i * width, width);
    }
    return new GroupRows(types, selected);
  }

  /** The numbers, as in a {@link GroupTable}. */
  public long[] values() {
    return rows;
  }

  /** The catalogue that has these rows in their order. */
  GroupCatalogue toCatalogue() {
    GroupCatalogue catalogue = GroupCatalogue.allocate(count(), types);
    copyTo(catalogue, 0);
    return catalogue;
  }

  /** Puts the rows into a catalogue, from a group on. */
  void copyTo(GroupCatalogue catalogue, int first) {
    IntStream.range(0, count()).parallel().forEach(row -> fill(catalogue, first + row, row));
  }

  private void fill(GroupCatalogue catalogue, int i, int row) {
    int at = row * width;
    catalogue.length()[i] = rows[at + LENGTH];
    for (int t = 0; t < types; t++) {
      double mass = value(at + LENGTH_TYPE + types + t);
      catalogue.lengthType()[i * types + t] = rows[at + LENGTH_TYPE + t];
      catalogue.massType()[i * types + t] = mass;
      catalogue.mass()[i] += mass;
    }
    int properties = at + LENGTH_TYPE + 2 * types;
    for (int d = 0; d < 3; d++) {
      catalogue.position()[3 * i + d] = value(properties + d);
      catalogue.velocity()[3 * i + d] = value(properties + 3 + d);
    }
    catalogue.inertiaRadius()[i] = value(properties + 6);
    catalogue.velocityDispersion()[i] = value(properties + 7);
    catalogue.enclosingRadius()[i] = value(properties + 8);
  }

  private double value(int at) {
    return Double.longBitsToDouble(rows[at]);
  }
}
