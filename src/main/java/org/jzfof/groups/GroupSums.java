package org.jzfof.groups;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.threads.Parallel;

/**
 * Sums over the members of groups, on the host: typed columns with one or more values per group. A
 * {@link GroupTable} holds the same values as rows on a device. Values per type have index g·types
 * + type, vectors 3·g + dimension.
 *
 * @param id smallest ID of a member, unsigned
 * @param mass group mass, snapshot mass units
 * @param position periodic centre of mass in the box, snapshot length units
 * @param velocity mass-weighted mean of the stored velocities
 * @param inertiaRadius sqrt(sum m |x - x_com|^2 / M), snapshot length units
 * @param velocityDispersion 1-D: sqrt(sum m |v - v_mean|^2 / 3M), in stored velocity units
 * @param enclosingRadius largest distance of a member from the centre of mass, snapshot length
 *     units; zeros unless requested
 */
public record GroupSums(
    int types,
    long[] id,
    long[] length,
    long[] lengthType,
    double[] mass,
    double[] massType,
    double[] position,
    double[] velocity,
    double[] inertiaRadius,
    double[] velocityDispersion,
    double[] enclosingRadius) {
  /** Creates columns of zeros, to be filled. */
  public static GroupSums allocate(int groups, int types) {
    return new GroupSums(
        types,
        new long[groups],
        new long[groups],
        new long[groups * types],
        new double[groups],
        new double[groups * types],
        new double[3 * groups],
        new double[3 * groups],
        new double[groups],
        new double[groups],
        new double[groups]);
  }

  /** Returns all columns but the mass, in their order in a {@link GroupTable}. */
  TypedColumns columns() {
    return new TypedColumns()
        .longs(id, 1)
        .longs(length, 1)
        .longs(lengthType, types)
        .doubles(massType, types)
        .doubles(position, 3)
        .doubles(velocity, 3)
        .doubles(inertiaRadius, 1)
        .doubles(velocityDispersion, 1)
        .doubles(enclosingRadius, 1);
  }

  /** Sets the mass of each group to the sum over all types. */
  void addMasses() {
    Parallel.forEach(
        mass.length,
        Parallel.GRAIN,
        g -> {
          double sum = 0;
          for (int t = 0; t < types; t++) {
            sum += massType[g * types + t];
          }
          mass[g] = sum;
        });
  }

  /**
   * Computes properties of selected groups from their sums.
   *
   * @param sums rows of sums, by group
   * @param references rows of references, by group
   * @param radii enclosing radii, by group; null for zeros
   * @param groups indices of the selected groups
   */
  public static GroupSums of(
      FixedPoint map,
      SumColumns columns,
      long[] sums,
      long[] references,
      double[] radii,
      int[] groups) {
    GroupSums selected = allocate(groups.length, columns.types());
    Parallel.forEach(
        groups.length,
        Parallel.GRAIN,
        i -> {
          int from = groups[i] * columns.width();
          long[] sum = Arrays.copyOfRange(sums, from, from + columns.width());
          selected.fill(i, map, columns, sum, GroupReference.of(references, groups[i]));
          selected.enclosingRadius[i] = radii == null ? 0 : radii[groups[i]];
        });
    return selected;
  }

  /**
   * Converts moments about the reference to moments about the mean (the shift theorem), in units of
   * the snapshot.
   */
  private void fill(
      int row, FixedPoint map, SumColumns columns, long[] sum, GroupReference reference) {
    id[row] = reference.id();
    for (int t = columns.firstType(); t < columns.firstType() + columns.slots(); t++) {
      long count = sum[columns.count(t)];
      length[row] += count;
      lengthType[row * types + t] = count;
      double mass = ExactSums.value(sum, columns.mass(t));
      massType[row * types + t] = Math.scalb(mass, reference.massExponent());
    }
    // The position of a group without mass is that of the member with the smallest ID.
    double[] mean = columns.means(sum, 0);
    int speedExponent = reference.speedExponent() + 1;
    double radiusSquare = 0;
    double bulkSquare = 0;
    for (int d = 0; d < 3; d++) {
      double offset = mean[d] * SumColumns.CELLS;
      double spread = (mean[3 + d] - mean[d] * mean[d]) * (SumColumns.CELLS * SumColumns.CELLS);
      radiusSquare += spread * map.cell()[d] * map.cell()[d];
      bulkSquare += mean[6 + d] * mean[6 + d];
      position[3 * row + d] = map.toLength(reference.position()[d] + offset, d);
      velocity[3 * row + d] = reference.velocity()[d] + Math.scalb(mean[6 + d], speedExponent);
    }
    inertiaRadius[row] = Math.sqrt(Math.max(0, radiusSquare));
    double dispersion = Math.sqrt(Math.max(0, mean[9] - bulkSquare) / 3);
    velocityDispersion[row] = Math.scalb(dispersion, speedExponent);
  }

  /** Returns the groups in catalogue order. */
  public int[] order() {
    return GroupOrder.of(length, id);
  }

  /**
   * Returns rows of a {@link GroupTable}.
   *
   * @param groups indices of the groups, in the order of the rows
   */
  public long[] toTable(int[] groups) {
    return columns().toWords(groups);
  }

  /**
   * Copies the rows of a {@link GroupTable} to the host, in their order.
   *
   * @param block number of rows per copy
   */
  static GroupSums fetch(DeviceMemory memory, GroupTable table, int block) {
    int count = Math.toIntExact(table.groups());
    GroupSums fetched = allocate(count, table.types());
    TypedColumns columns = fetched.columns();
    ByteBuffer bytes = ByteBuffer.allocate(columns.rowBytes() * Math.min(block, count));
    for (int from = 0; from < count; from += block) {
      int[] rows = IntStream.range(from, Math.min(count, from + block)).toArray();
      bytes.clear().limit(columns.rowBytes() * rows.length);
      memory.read(table.rows(), (long) columns.rowBytes() * from, bytes);
      columns.write(rows, 0, bytes.flip());
    }
    fetched.addMasses();
    return fetched;
  }
}
