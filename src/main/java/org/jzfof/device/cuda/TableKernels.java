package org.jzfof.device.cuda;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** Rows of tables on the GPU. */
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

  /** As {@link org.jzfof.device.DeviceMemory#moved}. */
  DeviceArray moved(DeviceArray array, long[] start, long[] place) {
    try (DeviceArray starts = memory.upload(start);
        DeviceArray places = memory.upload(place)) {
      DeviceArray moved = memory.allocate(ElementType.I64, array.length());
      kernels
          .launch("arrays", "move_parts")
          .arg(array)
          .arg(array.length())
          .arg(starts)
          .arg(places)
          .arg((long) place.length)
          .arg(moved)
          .run(array.length());
      return moved;
    }
  }

  /** As {@link org.jzfof.device.DeviceMemory#pick}. */
  int[] pick(DeviceArray table, int width, int[] rows) {
    if (rows.length == 0) {
      return new int[0];
    }
    try (DeviceArray wanted = memory.upload(rows);
        DeviceArray picked = memory.allocate(ElementType.I32, (long) width * rows.length)) {
      kernels
          .launch("arrays", "pick_rows")
          .arg(table)
          .arg(width)
          .arg(wanted)
          .arg((long) rows.length)
          .arg(picked)
          .run(picked.length());
      return memory.toInts(picked);
    }
  }

  /**
   * Sets all of a short array, by arguments of a kernel.
   *
   * @param array F64
   * @param values FEW_VALUES of them (arrays.cu), of which the array takes the first
   */
  void setFew(DeviceArray array, double[] values) {
    kernels
        .launch("arrays", "set_few")
        .struct(values)
        .arg((int) array.length())
        .arg(array)
        .run(values.length);
  }

  /** I64 every so many elements of an I64 array, from the first one on. */
  public DeviceArray every(long step, DeviceArray from, long count) {
    DeviceArray taken = memory.allocate(ElementType.I64, count);
    kernels.launch("arrays", "take_every").arg(from).arg(step).arg(count).arg(taken).run(count);
    return taken;
  }

  /** As {@link org.jzfof.device.DeviceMemory#put}. */
  void put(DeviceArray array, int[] places, int[] values) {
    try (DeviceArray at = memory.upload(places);
        DeviceArray what = memory.upload(values)) {
      kernels
          .launch("arrays", "put_values")
          .arg(array)
          .arg(at)
          .arg(what)
          .arg((long) places.length)
          .run(places.length);
    }
  }

  /**
   * Elements of the rows of a column.
   *
   * @param first of the elements, counted from the beginning of the first row
   * @param target address on this GPU where they go
   */
  public record Part(long first, long count, long target) {}

  /**
   * Rows of a column, in parts that are picked side by side.
   *
   * @param rows which rows
   */
  void gather(DeviceArray column, int width, DeviceArray rows, List<Part> parts) {
    for (int at = 0; at < parts.size(); at += GATHER_PARTS) {
      List<Part> some = parts.subList(at, Math.min(at + GATHER_PARTS, parts.size()));
      long[] fields = new long[3 * GATHER_PARTS];
      long longest = 0;
      for (int i = 0; i < some.size(); i++) {
        Part part = some.get(i);
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
          .arg(some.size())
          .runBlocks(some.size() * Launch.blocks(longest, GATHER_ITEMS));
    }
  }

  /** As {@link org.jzfof.domain.ParticleKernels#inverse}. */
  public DeviceArray inverse(DeviceArray rows) {
    DeviceArray places = memory.allocate(ElementType.I32, rows.length());
    kernels
        .launch("arrays", "invert_order")
        .arg(rows)
        .arg(rows.length())
        .arg(places)
        .run(rows.length());
    return places;
  }

  /**
   * Where values are in an increasing array.
   *
   * @param sorted I32, none twice
   * @param values on the host
   * @return -1 for a value that is not there
   */
  public int[] find(DeviceArray sorted, int[] values) {
    if (values.length == 0) {
      return values;
    }
    try (DeviceArray wanted = memory.upload(values);
        DeviceArray places = memory.allocate(ElementType.I32, values.length)) {
      kernels
          .launch("arrays", "find_values")
          .arg(sorted)
          .arg(sorted.length())
          .arg(wanted)
          .arg(wanted.length())
          .arg(places)
          .run(wanted.length());
      return memory.toInts(places);
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
   * A column of a table as keys, with the rows that they come from.
   *
   * @param table I64 [n·width]
   * @param rows I32 [n] the row that comes at each place, closed; null for the order of the table
   * @param decreasing whether large values are to come first
   * @return I64 keys and I32 rows
   */
  public DeviceAlgorithms.Sorted column(
      DeviceArray table, int width, int column, DeviceArray rows, boolean decreasing) {
    long count = table.length() / width;
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
