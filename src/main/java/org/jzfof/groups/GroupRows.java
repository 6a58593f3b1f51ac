package org.jzfof.groups;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;

/**
 * Properties of groups on the host, and the way between them and the rows of a {@link GroupTable}.
 *
 * @param types number of particle types
 * @param id smallest ID of each group
 * @param sums of the members, without the masses of all types together
 */
public record GroupRows(int types, long[] id, GroupSums sums) {
  /** Column of the smallest ID in a {@link GroupTable}, before that of the length. */
  public static final int ID = 0;

  /** Column of the length. */
  public static final int LENGTH = 1;

  /** First column of the lengths per type. */
  public static final int LENGTH_TYPE = 2;

  /** Groups that come to the host at once. */
  static final int BLOCK = 1 << 17;

  /** Zeros, to be filled. */
  static GroupRows allocate(int groups, int types) {
    return new GroupRows(types, new long[groups], GroupSums.allocate(groups, types));
  }

  /**
   * Properties of some groups, from their sums.
   *
   * @param map fixed-point map of the box
   * @param columns of the sums
   * @param sums rows of sums of any groups
   * @param references rows of the references of these groups
   * @param radii enclosing radii of these groups; null for zeros
   * @param groups which of them
   */
  public static GroupRows of(
      FixedPoint map,
      SumColumns columns,
      long[] sums,
      long[] references,
      double[] radii,
      int[] groups) {
    GroupRows rows = allocate(groups.length, columns.types());
    for (int i = 0; i < groups.length; i++) {
      int from = groups[i] * columns.width();
      long[] sum = Arrays.copyOfRange(sums, from, from + columns.width());
      rows.fill(i, map, columns, sum, GroupReference.of(references, groups[i]));
      rows.sums.enclosingRadius()[i] = radii == null ? 0 : radii[groups[i]];
    }
    return rows;
  }

  /**
   * Moments about the reference become moments about the mean (the shift theorem), and units those
   * of the snapshot.
   */
  private void fill(
      int row, FixedPoint map, SumColumns columns, long[] sum, GroupReference reference) {
    id[row] = reference.id();
    for (int t = columns.firstType(); t < columns.firstType() + columns.slots(); t++) {
      long count = sum[columns.count(t)];
      sums.length()[row] += count;
      sums.lengthType()[row * types + t] = count;
      double mass = ExactSums.value(sum, columns.mass(t));
      sums.massType()[row * types + t] = Math.scalb(mass, reference.massExponent());
    }
    // A group without mass is where its member with the smallest ID is.
    double[] mean = columns.means(sum, 0);
    int speedExponent = reference.speedExponent() + 1;
    double radiusSquare = 0;
    double bulkSquare = 0;
    for (int d = 0; d < 3; d++) {
      double offset = mean[d] * SumColumns.CELLS;
      double spread = (mean[3 + d] - mean[d] * mean[d]) * (SumColumns.CELLS * SumColumns.CELLS);
      radiusSquare += spread * map.cell()[d] * map.cell()[d];
      bulkSquare += mean[6 + d] * mean[6 + d];
      sums.position()[3 * row + d] = map.toLength(reference.position()[d] + offset, d);
      sums.velocity()[3 * row + d] =
          reference.velocity()[d] + Math.scalb(mean[6 + d], speedExponent);
    }
    sums.inertiaRadius()[row] = Math.sqrt(Math.max(0, radiusSquare));
    double dispersion = Math.sqrt(Math.max(0, mean[9] - bulkSquare) / 3);
    sums.velocityDispersion()[row] = Math.scalb(dispersion, speedExponent);
  }

  /** Groups in the order of a catalogue. */
  public int[] order() {
    return GroupOrder.of(sums.length(), id);
  }

  /**
   * Rows of a {@link GroupTable}.
   *
   * @param groups which, in the order of the rows
   */
  public long[] toTable(int[] groups) {
    return sums.columns(new TypedColumns().longs(id, 1), types).toWords(groups);
  }

  /**
   * The groups of a table in its order, without member IDs.
   *
   * @param table rows of a {@link GroupTable}
   * @param block rows that come to the host at once
   */
  static GroupCatalogue fetch(DeviceMemory memory, DeviceArray table, int types, int block) {
    int count = Math.toIntExact(table.length() / GroupTable.width(types));
    GroupCatalogue catalogue = GroupCatalogue.allocate(count, types);
    TypedColumns columns = catalogue.sums().columns(new TypedColumns().skip(), types);
    ByteBuffer bytes = ByteBuffer.allocate(columns.rowBytes() * Math.min(block, count));
    for (int from = 0; from < count; from += block) {
      int[] rows = IntStream.range(from, Math.min(count, from + block)).toArray();
      bytes.clear().limit(columns.rowBytes() * rows.length);
      memory.read(table, (long) columns.rowBytes() * from, bytes);
      columns.write(rows, 0, bytes.flip());
    }
    catalogue.sums().addMasses(types);
    return catalogue;
  }
}
