package org.jzfof.groups;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.threads.Parallel;

/**
 * What the members of groups add up to, on the host: typed columns with a value or several of each
 * group, which a {@link GroupTable} has as rows on a device. Group by group; per type g·types +
 * type, vectors 3·g + dimension.
 *
 * @param types number of particle types
 * @param id smallest ID of a member, unsigned
 * @param length members per group
 * @param lengthType members per group and type
 * @param mass group mass, snapshot mass units
 * @param massType mass per group and type
 * @param position periodic centre of mass in the box, snapshot length units
 * @param velocity mass-weighted mean of the stored velocities
 * @param inertiaRadius sqrt(sum m |x - x_com|^2 / M), snapshot length units
 * @param velocityDispersion 1-D: sqrt(sum m |v - v_mean|^2 / 3M), in stored velocity units
 * @param enclosingRadius largest distance of a member from the centre of mass, snapshot length
 *     units; zeros where it was not asked for
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
  /** Zeros, to be filled. */
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

  /** All columns but the mass, in their order in a {@link GroupTable}. */
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

  /** Sets the masses to the sums of those of all types. */
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
   * Properties of some groups, from their sums.
   *
   * @param map fixed-point map of the box
   * @param columns of the sums
   * @param sums rows of sums of any groups
   * @param references rows of the references of these groups
   * @param radii enclosing radii of these groups; null for zeros
   * @param groups which of them
   */
  public static GroupSums of(
      FixedPoint map,
      SumColumns columns,
      long[] sums,
      long[] references,
      double[] radii,
      int[] groups) {
    GroupSums made = allocate(groups.length, columns.types());
    for (int i = 0; i < groups.length; i++) {
      int from = groups[i] * columns.width();
      long[] sum = Arrays.copyOfRange(sums, from, from + columns.width());
      made.fill(i, map, columns, sum, GroupReference.of(references, groups[i]));
      made.enclosingRadius[i] = radii == null ? 0 : radii[groups[i]];
    }
    return made;
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
      length[row] += count;
      lengthType[row * types + t] = count;
      double mass = ExactSums.value(sum, columns.mass(t));
      massType[row * types + t] = Math.scalb(mass, reference.massExponent());
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
      position[3 * row + d] = map.toLength(reference.position()[d] + offset, d);
      velocity[3 * row + d] = reference.velocity()[d] + Math.scalb(mean[6 + d], speedExponent);
    }
    inertiaRadius[row] = Math.sqrt(Math.max(0, radiusSquare));
    double dispersion = Math.sqrt(Math.max(0, mean[9] - bulkSquare) / 3);
    velocityDispersion[row] = Math.scalb(dispersion, speedExponent);
  }

  /** Groups in the order of a catalogue. */
  public int[] order() {
    return GroupOrder.of(length, id);
  }

  /**
   * Rows of a {@link GroupTable}.
   *
   * @param groups which, in the order of the rows
   */
  public long[] toTable(int[] groups) {
    return columns().toWords(groups);
  }

  /**
   * The rows of a {@link GroupTable}, in its order.
   *
   * @param block rows that come to the host at once
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
