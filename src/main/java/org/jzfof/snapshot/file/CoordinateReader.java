package org.jzfof.snapshot.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.library.Hdf5Info;

/** Coordinates as floats of any width, or as integers i with x = i · region / 2^bits. */
public final class CoordinateReader {
  private static final String FLOATS = "Coordinates";
  private static final String INTEGERS = "IntCoordinates";

  private static final List<Integer> WIDTHS = List.of(4, 8, 16);

  private final double regionLength;
  private final boolean regionIsBox;

  /**
   * @param boxSize side lengths, or null
   * @param regionLength length that integer coordinates divide, NaN if unknown
   */
  public CoordinateReader(double[] boxSize, double regionLength) {
    this.regionLength = regionLength;
    this.regionIsBox =
        boxSize != null && Arrays.stream(boxSize).allMatch(side -> side == regionLength);
  }

  /** Whether the file has coordinates of a type in some form. */
  public static boolean has(SnapshotFile f, int type) {
    return f.hasColumn(type, FLOATS) || f.hasColumn(type, INTEGERS);
  }

  /** Opens the coordinates of a type, whichever form they have. */
  public Column open(SnapshotFile f, int type, long rows) {
    boolean integers = !f.hasColumn(type, FLOATS) && f.hasColumn(type, INTEGERS);
    Column column = f.column(type, integers ? INTEGERS : FLOATS, rows, 3);
    boolean integerType = column.info().kind() == Hdf5Info.Kind.INTEGER;
    String fault = null;
    if (integers != integerType) {
      fault =
          "is " + column.info().describe() + ": write it as " + (integers ? "integers" : "floats");
    } else if (integers && !WIDTHS.contains(column.info().bytes())) {
      fault = "is " + column.info().describe() + ": write it with 32, 64 or 128 bits";
    } else if (integers && Double.isNaN(regionLength)) {
      fault =
          "needs RegionLen or a periodic BoxSize, and the header has neither: write Coordinates as"
              + " floats";
    }
    if (fault != null) {
      column.close();
      throw new SnapshotException(
          "PartType%d/%s in %s %s".formatted(type, integers ? INTEGERS : FLOATS, f.path(), fault));
    }
    return column;
  }

  public void read(Column column, Blocks blocks, FloatSink sink) {
    if (column.info().kind() == Hdf5Info.Kind.INTEGER) {
      readIntegers(column, blocks, sink);
    } else {
      column.readFloats(blocks, sink);
    }
  }

  private void readIntegers(Column column, Blocks blocks, FloatSink sink) {
    int bytes = column.info().bytes();
    ByteOrder order = column.info().littleEndian() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    byte[] raw = new byte[3 * blocks.length() * bytes];
    ByteBuffer stored = ByteBuffer.wrap(raw).order(order);
    FloatSink.Fractions whole = regionIsBox ? sink.fractions().orElse(null) : null;
    int[] fractions = new int[whole != null ? 3 * blocks.length() : 0];
    double[] xyz = new double[whole != null ? 0 : 3 * blocks.length()];
    column.read(
        blocks,
        (data, row, count) -> data.read(row, count, raw),
        (row, count, target) -> {
          if (whole != null) {
            for (int i = 0; i < 3 * count; i++) {
              fractions[i] = (int) (top64(stored, i * bytes, bytes) >>> 32);
            }
            whole.accept(target, count, fractions);
          } else {
            for (int i = 0; i < 3 * count; i++) {
              xyz[i] = (top64(stored, i * bytes, bytes) >>> 11) * 0x1p-53 * regionLength;
            }
            sink.accept(target, count, xyz);
          }
        });
  }

  /** The most significant bits of an unsigned integer of 4, 8 or 16 bytes, left-aligned. */
  private static long top64(ByteBuffer stored, int at, int bytes) {
    return switch (bytes) {
      case Integer.BYTES -> (long) stored.getInt(at) << 32;
      case Long.BYTES -> stored.getLong(at);
      default ->
          stored.getLong(stored.order() == ByteOrder.LITTLE_ENDIAN ? at + bytes - Long.BYTES : at);
    };
  }
}
