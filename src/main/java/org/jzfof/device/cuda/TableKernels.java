package org.jzfof.device.cuda;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** Kernels for rows and columns of tables on the GPU. */
public final class TableKernels {
  private static final int GATHER_ITEMS = 4; // as in arrays.cu
  private static final int GATHER_PARTS = 8;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  public TableKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /** As {@link org.jzfof.device.DeviceMemory#range}. */
  DeviceArray range(ElementType type, long first, long count) {
    DeviceArray range = memory.allocate(type, count);
    kernels
        .launch("arrays", "make_range_" + type.bytes())
        .arg(first)
        .arg(count)
        .arg(range)
        .run(count);
    return range;
  }

  /** As {@link org.jzfof.device.DeviceMemory#uploadSame}. */
  DeviceArray same(double value, long count) {
    DeviceArray same = memory.allocate(ElementType.F64, count);
    kernels
        .launch("arrays", "set_same")
        .arg(Double.doubleToRawLongBits(value))
        .arg(count)
        .arg(same)
        .run(count);
    return same;
  }

  /** As {@link org.jzfof.device.DeviceMemory#columns}. */
  DeviceArray columns(DeviceArray table, int width, int first, int count) {
    DeviceArray columns = memory.allocate(ElementType.I64, table.length() / width * count);
    kernels
        .launch("arrays", "take_columns")
        .arg(table)
        .arg(width)
        .arg(first)
        .arg(count)
        .arg(columns.length())
        .arg(columns)
        .run(columns.length());
    return columns;
  }

  /** As {@link org.jzfof.device.DeviceMemory#moveParts}. */
  DeviceArray moveParts(DeviceArray array, long[] start, long[] offset) {
    try (DeviceArray starts = memory.upload(start);
        DeviceArray offsets = memory.upload(offset)) {
      DeviceArray result = memory.allocate(ElementType.I64, array.length());
      kernels
          .launch("arrays", "move_parts")
          .arg(array)
          .arg(array.length())
          .arg(starts)
          .arg(offsets)
          .arg((long) offset.length)
          .arg(result)
          .run(array.length());
      return result;
    }
  }

  /** As {@link org.jzfof.device.DeviceMemory#pick}. */
  int[] pick(DeviceArray table, int width, int[] rows) {
    if (rows.length == 0) {
      return new int[0];
    }
    try (DeviceArray requested = memory.upload(rows);
        DeviceArray picked = memory.allocate(ElementType.I32, (long) width * rows.length)) {
      kernels
          .launch("arrays", "pick_rows")
          .arg(table)
          .arg(width)
          .arg(requested)
          .arg((long) rows.length)
          .arg(picked)
          .run(picked.length());
      return memory.toInts(picked);
    }
  }

  /**
   * Sets all elements of a short array from the arguments of a kernel.
   *
   * @param array F64
   * @param values FEW_VALUES values (arrays.cu), the first of which go into the array
   */
  void setFew(DeviceArray array, double[] values) {
    kernels
        .launch("arrays", "set_few")
        .struct(values)
        .arg((int) array.length())
        .arg(array)
        .run(values.length);
  }

  /**
   * Returns {@code count} elements of an I64 array, each {@code step} after the one before, from
   * the first one on (I64).
   */
  public DeviceArray strided(long step, DeviceArray from, long count) {
    DeviceArray selected = memory.allocate(ElementType.I64, count);
    kernels.launch("arrays", "take_every").arg(from).arg(step).arg(count).arg(selected).run(count);
    return selected;
  }

  /** As {@link org.jzfof.device.DeviceMemory#put}. */
  void put(DeviceArray array, int[] indices, int[] values) {
    try (DeviceArray at = memory.upload(indices);
        DeviceArray what = memory.upload(values)) {
      kernels
          .launch("arrays", "put_values")
          .arg(array)
          .arg(at)
          .arg(what)
          .arg((long) indices.length)
          .run(indices.length);
    }
  }

  /**
   * A part of the elements of gathered rows.
   *
   * @param first index of the first element, counted from the beginning of the first row
   * @param target address of the result on this GPU
   */
  public record Part(long first, long count, long target) {}

  /**
   * Gathers rows of a column in several parts at once.
   *
   * @param rows I32 source row of each result row
   */
  void gather(DeviceArray column, int width, DeviceArray rows, List<Part> parts) {
    for (int at = 0; at < parts.size(); at += GATHER_PARTS) {
      List<Part> batch = parts.subList(at, Math.min(at + GATHER_PARTS, parts.size()));
      long[] fields = new long[3 * GATHER_PARTS];
      long longest = 0;
      for (int i = 0; i < batch.size(); i++) {
        Part part = batch.get(i);
        fields[3 * i] = part.first;
        fields[3 * i + 1] = part.count;
        fields[3 * i + 2] = part.target;
        longest = Math.max(longest, part.count);
      }
      kernels
          .launch("arrays", "gather_rows_" + column.type().bytes())
          .arg(column)
          .arg(width)
          .arg(rows)
          .struct(fields)
          .arg(batch.size())
          .runBlocks(batch.size() * Launch.blocks(longest, GATHER_ITEMS));
    }
  }

  /** As {@link org.jzfof.domain.ParticleKernels#inverse}. */
  public DeviceArray inverse(DeviceArray rows) {
    DeviceArray indices = memory.allocate(ElementType.I32, rows.length());
    kernels
        .launch("arrays", "invert_order")
        .arg(rows)
        .arg(rows.length())
        .arg(indices)
        .run(rows.length());
    return indices;
  }

  /**
   * Returns the indices of values in an increasing array.
   *
   * @param sorted I32 distinct values
   * @param values values to find, on the host
   * @return index of each value, -1 for a value that is absent
   */
  public int[] find(DeviceArray sorted, int[] values) {
    if (values.length == 0) {
      return values;
    }
    try (DeviceArray requested = memory.upload(values);
        DeviceArray indices = memory.allocate(ElementType.I32, values.length)) {
      kernels
          .launch("arrays", "find_values")
          .arg(sorted)
          .arg(sorted.length())
          .arg(requested)
          .arg(requested.length())
          .arg(indices)
          .run(requested.length());
      return memory.toInts(indices);
    }
  }

  /** As {@link org.jzfof.groups.GroupKernels#replaceRows}. */
  public void replaceRows(DeviceArray rows, int width, int[] which, long[] values) {
    try (DeviceArray at = memory.upload(which);
        DeviceArray what = memory.upload(values)) {
      kernels
          .launch("arrays", "replace_rows")
          .arg(rows)
          .arg(width)
          .arg(at)
          .arg(what)
          .arg(what.length())
          .run(what.length());
    }
  }

  /**
   * Copies a column of a table as sort keys, with the rows that they come from.
   *
   * @param table I64 [n·width]
   * @param rows I32 table row of each key, closed; null for all rows in the order of the table
   * @param decreasing whether sorting the keys puts large values first
   * @return I64 keys and I32 rows
   */
  public DeviceAlgorithms.Sorted column(
      DeviceArray table, int width, int column, DeviceArray rows, boolean decreasing) {
    long count = rows == null ? table.length() / width : rows.length();
    DeviceArray keys = memory.allocate(ElementType.I64, count);
    DeviceArray values = memory.allocate(ElementType.I32, count);
    try (rows) {
      kernels
          .launch("arrays", "take_column")
          .arg(table)
          .arg(width)
          .arg(column)
          .arg(rows)
          .arg(count)
          .arg(decreasing ? -1L : 0L)
          .arg(keys)
          .arg(values)
          .run(count);
    }
    return new DeviceAlgorithms.Sorted(keys, values);
  }
}
