package org.jzfof.catalogue.layout;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.error.SnapshotException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.threads.Parallel;

/**
 * A dataset with a row for each group or subhalo.
 *
 * @param table what its rows are
 * @param path of the dataset
 * @param type in the file
 * @param columns values per group
 * @param label says what it is
 * @param values value number i of the groups of this rank, counted group by group; counts stay
 *     exact below 2^53; null for IDs
 * @param ids the same for IDs, which need all 64 bits; null for others
 */
public record GroupField(
    CatalogueTable table,
    String path,
    Hdf5Type type,
    int columns,
    Label label,
    IntToDoubleFunction values,
    IntToLongFunction ids) {
  /** Of groups. */
  public GroupField(
      String path,
      Hdf5Type type,
      int columns,
      Label label,
      IntToDoubleFunction values,
      IntToLongFunction ids) {
    this(CatalogueTable.GROUPS, path, type, columns, label, values, ids);
  }

  /** Of numbers of groups. */
  public GroupField(
      String path, Hdf5Type type, int columns, Label label, IntToDoubleFunction values) {
    this(path, type, columns, label, values, null);
  }

  /** The attributes of a dataset. */
  @FunctionalInterface
  public interface Label {
    /** Writes them. */
    void writeTo(Hdf5Writer out, String path);
  }

  /**
   * A field of floats: float32, or float64 where that would make infinity or 0 of a value, or lose
   * some of its digits.
   *
   * @param groups of this rank
   */
  public static GroupField real(
      GroupCatalogue groups, String path, int columns, Label label, IntToDoubleFunction values) {
    return new GroupField(
        path, realType(groups.groups() * columns, values), columns, label, values);
  }

  /** The type of a field of floats with so many values. */
  public static Hdf5Type realType(int count, IntToDoubleFunction values) {
    boolean wide =
        Parallel.indices(count, Parallel.GRAIN).anyMatch(i -> needsDouble(values.applyAsDouble(i)));
    return wide ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
  }

  private static boolean needsDouble(double value) {
    double size = Math.abs(value);
    return size > Float.MAX_VALUE && size < Double.POSITIVE_INFINITY
        || size > 0 && size < Float.MIN_NORMAL;
  }

  /** The same fields, in types that do for the values of all ranks, which call it together. */
  static List<GroupField> agreed(Communicator comm, List<GroupField> own) {
    long[] wide = own.stream().mapToLong(field -> field.type == Hdf5Type.FLOAT64 ? 1 : 0).toArray();
    comm.sum(wide);
    List<GroupField> agreed = new ArrayList<>();
    for (int i = 0; i < wide.length; i++) {
      GroupField field = own.get(i);
      Hdf5Type type = wide[i] > 0 ? Hdf5Type.FLOAT64 : field.type;
      agreed.add(field.as(type));
    }
    return agreed;
  }

  private GroupField as(Hdf5Type other) {
    return new GroupField(table, path, other, columns, label, values, ids);
  }

  /**
   * Creates the datasets of a table with room for some rows.
   *
   * @param out writes the part
   * @param file its name when it is complete
   * @param rows which groups or subhaloes
   * @return where their values belong
   */
  public static List<ColumnExtent> reserve(
      Hdf5Writer out,
      List<GroupField> fields,
      CatalogueTable table,
      Path part,
      Path file,
      RowRange rows) {
    List<ColumnExtent> places = new ArrayList<>();
    for (int column = 0; column < fields.size(); column++) {
      GroupField field = fields.get(column);
      if (field.table != table) {
        continue;
      }
      long[] dims =
          field.columns == 1 ? new long[] {rows.count()} : new long[] {rows.count(), field.columns};
      int number = column;
      out.reserve(field.path, field.type, dims)
          .ifPresent(at -> places.add(new ColumnExtent(number, part, file, at, rows)));
      field.label.writeTo(out, field.path);
    }
    return places;
  }

  /** Bytes of a row in the file. */
  int rowBytes() {
    return columns
        * switch (type) {
          case UINT8 -> Byte.BYTES;
          case FLOAT32, INT32 -> Integer.BYTES;
          default -> Long.BYTES;
        };
  }

  /**
   * Puts rows as they stand in the file.
   *
   * @param row first of them, among those of this rank
   * @param first number of the first row of this rank, for messages
   * @param target little-endian
   * @throws SnapshotException where a value is infinite
   */
  void encode(int row, int rows, long first, ByteBuffer target) {
    int from = row * columns;
    int count = rows * columns;
    if (ids != null) {
      long[] some = new long[count];
      Arrays.setAll(some, i -> ids.applyAsLong(from + i));
      target.asLongBuffer().put(some);
    } else {
      double[] some = new double[count];
      Arrays.setAll(some, i -> values.applyAsDouble(from + i));
      requireFinite(some, first + row);
      put(some, target);
    }
    target.position(target.position() + rows * rowBytes());
  }

  private void requireFinite(double[] some, long row) {
    for (int i = 0; i < some.length; i++) {
      if (Double.isInfinite(some[i])) {
        throw new SnapshotException(
            "%s of group %d is %s: the numbers of the snapshot add up to more than float64 holds; write it in larger units"
                .formatted(path.substring(1), row + i / columns, some[i]));
      }
    }
  }

  /** By way of arrays: loops over a buffer are slow until they are compiled well. */
  private void put(double[] some, ByteBuffer target) {
    int count = some.length;
    switch (type) {
      case FLOAT32 -> {
        float[] values32 = new float[count];
        for (int i = 0; i < count; i++) {
          values32[i] = (float) some[i];
        }
        target.asFloatBuffer().put(values32);
      }
      case FLOAT64 -> target.asDoubleBuffer().put(some);
      case UINT8 -> {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
          bytes[i] = (byte) some[i];
        }
        target.duplicate().put(bytes);
      }
      case INT32 -> target.asIntBuffer().put(Arrays.stream(some).mapToInt(v -> (int) v).toArray());
      case INT64 ->
          target.asLongBuffer().put(Arrays.stream(some).mapToLong(v -> (long) v).toArray());
      default -> throw new IllegalStateException(path + " is " + type);
    }
  }
}
