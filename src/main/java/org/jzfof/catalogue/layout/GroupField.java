package org.jzfof.catalogue.layout;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.threads.Parallel;

/**
 * A dataset with a row for each group or subhalo.
 *
 * @param columns number of values per row
 * @param label writes the attributes
 * @param values returns value number i of this rank, counted row by row; counts are exact below
 *     2^53; null for IDs
 * @param ids returns IDs likewise, which need all 64 bits; null for other fields
 */
public record GroupField(
    CatalogueTable table,
    String path,
    Hdf5Type type,
    int columns,
    Label label,
    IntToDoubleFunction values,
    IntToLongFunction ids) {
  /** Creates a field of groups. */
  public GroupField(
      String path,
      Hdf5Type type,
      int columns,
      Label label,
      IntToDoubleFunction values,
      IntToLongFunction ids) {
    this(CatalogueTable.GROUPS, path, type, columns, label, values, ids);
  }

  /** Creates a field of groups with numbers. */
  public GroupField(
      String path, Hdf5Type type, int columns, Label label, IntToDoubleFunction values) {
    this(path, type, columns, label, values, null);
  }

  /** Writer of the attributes of a dataset. */
  @FunctionalInterface
  public interface Label {
    void writeTo(Hdf5Writer out, String path);
  }

  /**
   * Returns the type of a field with the given values: float32, or float64 if float32 would turn a
   * value into infinity or 0, or would lose digits of it.
   */
  public static Hdf5Type realType(int count, IntToDoubleFunction values) {
    AtomicBoolean wide = new AtomicBoolean();
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          boolean any = false;
          for (int i = from; i < to && !any; i++) {
            any = needsDouble(values.applyAsDouble(i));
          }
          if (any) {
            wide.set(true);
          }
        });
    return wide.get() ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
  }

  private static boolean needsDouble(double value) {
    double size = Math.abs(value);
    return size > Float.MAX_VALUE && size < Double.POSITIVE_INFINITY
        || size > 0 && size < Float.MIN_NORMAL;
  }

  /** Returns the fields in types that hold the values of all ranks; collective. */
  static List<GroupField> agreed(Communicator comm, List<GroupField> fields) {
    long[] wide =
        fields.stream().mapToLong(field -> field.type == Hdf5Type.FLOAT64 ? 1 : 0).toArray();
    comm.sum(wide);
    List<GroupField> agreed = new ArrayList<>();
    for (int i = 0; i < wide.length; i++) {
      GroupField field = fields.get(i);
      Hdf5Type type = wide[i] > 0 ? Hdf5Type.FLOAT64 : field.type;
      agreed.add(field.as(type));
    }
    return agreed;
  }

  /** Returns the field with other values. */
  GroupField with(IntToDoubleFunction otherValues, IntToLongFunction otherIds) {
    return new GroupField(table, path, type, columns, label, otherValues, otherIds);
  }

  private GroupField as(Hdf5Type other) {
    return new GroupField(table, path, other, columns, label, values, ids);
  }

  /**
   * Creates the datasets of a table without values.
   *
   * @param part temporary path
   * @param file path of the complete file
   * @param rows groups or subhaloes of the file
   * @return extents of the datasets
   */
  public static List<ColumnExtent> reserve(
      Hdf5Writer out,
      List<GroupField> fields,
      CatalogueTable table,
      Path part,
      Path file,
      RowRange rows) {
    List<ColumnExtent> extents = new ArrayList<>();
    for (int column = 0; column < fields.size(); column++) {
      GroupField field = fields.get(column);
      if (field.table != table) {
        continue;
      }
      long[] dims =
          field.columns == 1 ? new long[] {rows.count()} : new long[] {rows.count(), field.columns};
      int number = column;
      out.reserve(field.path, field.type, dims)
          .ifPresent(at -> extents.add(new ColumnExtent(number, part, file, at, rows)));
      field.label.writeTo(out, field.path);
    }
    return extents;
  }

  /** Number of bytes of a row in the file. */
  int rowBytes() {
    return columns
        * switch (type) {
          case UINT8 -> Byte.BYTES;
          case FLOAT32, INT32 -> Integer.BYTES;
          default -> Long.BYTES;
        };
  }

  /**
   * Encodes rows for the file.
   *
   * @param row first row, as an index of this rank
   * @param first number of the first row of this rank, for messages
   * @param target little-endian
   * @throws SnapshotException if a value is infinite
   */
  void encode(int row, int rows, long first, ByteBuffer target) {
    int from = row * columns;
    int count = rows * columns;
    // Values are copied through arrays, because loops over a buffer are slow until they are
    // compiled.
    switch (type) {
      case FLOAT32 -> {
        float[] batch = new float[count];
        for (int i = 0; i < count; i++) {
          batch[i] = (float) finite(from + i, first);
        }
        target.asFloatBuffer().put(batch);
      }
      case FLOAT64 -> {
        double[] batch = new double[count];
        for (int i = 0; i < count; i++) {
          batch[i] = finite(from + i, first);
        }
        target.asDoubleBuffer().put(batch);
      }
      case UINT8 -> {
        byte[] batch = new byte[count];
        for (int i = 0; i < count; i++) {
          batch[i] = (byte) finite(from + i, first);
        }
        target.duplicate().put(batch);
      }
      case INT32 -> {
        int[] batch = new int[count];
        for (int i = 0; i < count; i++) {
          batch[i] = (int) finite(from + i, first);
        }
        target.asIntBuffer().put(batch);
      }
      case INT64, UINT64 -> {
        long[] batch = new long[count];
        for (int i = 0; i < count; i++) {
          batch[i] = ids == null ? (long) finite(from + i, first) : ids.applyAsLong(from + i);
        }
        target.asLongBuffer().put(batch);
      }
      default -> throw new IllegalStateException(path + " is " + type);
    }
    target.position(target.position() + rows * rowBytes());
  }

  private double finite(int i, long first) {
    double value = values.applyAsDouble(i);
    if (Double.isInfinite(value)) {
      throw new SnapshotException(
          "%s of group %d is %s: the numbers of the snapshot add up to more than float64 holds; write it in larger units"
              .formatted(path.substring(1), first + i / columns, value));
    }
    return value;
  }
}
