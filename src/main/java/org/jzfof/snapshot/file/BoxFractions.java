package org.jzfof.snapshot.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Coordinates stored as unsigned integers i of 32, 64 or 128 bits, with x = i · region / 2^bits.
 *
 * @param regionLength length that the integer fractions divide
 * @param regionIsBox whether every side of the box has that length
 */
record BoxFractions(double regionLength, boolean regionIsBox) implements Decoder {
  @Override
  public boolean isDouble() {
    return true;
  }

  @Override
  public void read(Column column, Blocks blocks, ColumnSink sink) {
    int bytes = column.info().bytes();
    ByteOrder order = column.info().littleEndian() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    byte[] raw = new byte[3 * blocks.length() * bytes];
    ByteBuffer stored = ByteBuffer.wrap(raw).order(order);
    boolean asFractions = regionIsBox && sink.takesFractions();
    int[] fractions = new int[asFractions ? 3 * blocks.length() : 0];
    double[] xyz = new double[asFractions ? 0 : 3 * blocks.length()];
    column.read(
        blocks,
        (data, row, count) -> data.read(row, count, raw),
        (row, count, target) -> {
          if (asFractions) {
            for (int i = 0; i < 3 * count; i++) {
              fractions[i] = (int) (top64(stored, i * bytes, bytes) >>> 32);
            }
            sink.accept(new ColumnBlock(target, count, 3, fractions));
          } else {
            for (int i = 0; i < 3 * count; i++) {
              xyz[i] = (top64(stored, i * bytes, bytes) >>> 11) * 0x1p-53 * regionLength;
            }
            sink.accept(new ColumnBlock(target, count, 3, xyz));
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
