package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Info;

/** Turns stored bytes of the standard number types into numbers of an array, as HDF5 does. */
@FunctionalInterface
interface StoredNumbers {

  /**
   * Puts stored values into the array.
   *
   * @param stored at the first of them, in their byte order
   * @param to index in the array of the first one
   * @param count number of values
   */
  void put(ByteBuffer stored, int to, int count);

  /** Whether a stored type is one of the standard ones of 32 or 64 bits, in either byte order. */
  static boolean areOf(long type) {
    long[] standard = {
      HDF5Constants.H5T_IEEE_F32LE,
      HDF5Constants.H5T_IEEE_F32BE,
      HDF5Constants.H5T_IEEE_F64LE,
      HDF5Constants.H5T_IEEE_F64BE,
      HDF5Constants.H5T_STD_I32LE,
      HDF5Constants.H5T_STD_I32BE,
      HDF5Constants.H5T_STD_U32LE,
      HDF5Constants.H5T_STD_U32BE,
      HDF5Constants.H5T_STD_I64LE,
      HDF5Constants.H5T_STD_I64BE,
      HDF5Constants.H5T_STD_U64LE,
      HDF5Constants.H5T_STD_U64BE
    };
    for (long one : standard) {
      if (H5.H5Tequal(type, one)) {
        return true;
      }
    }
    return false;
  }

  static ByteOrder order(Hdf5Info info) {
    return info.littleEndian() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  private static boolean is(Hdf5Info info, Hdf5Info.Kind kind, int bytes) {
    return info.kind() == kind && info.bytes() == bytes;
  }

  /** Into float32; empty for stored types that HDF5 has to convert, as in all of these. */
  static Optional<StoredNumbers> into(float[] target, Hdf5Info info) {
    return is(info, Hdf5Info.Kind.FLOAT, Float.BYTES)
        ? Optional.of((stored, to, n) -> stored.asFloatBuffer().get(target, to, n))
        : Optional.empty();
  }

  /** Into float64. */
  static Optional<StoredNumbers> into(double[] target, Hdf5Info info) {
    if (is(info, Hdf5Info.Kind.FLOAT, Double.BYTES)) {
      return Optional.of((stored, to, n) -> stored.asDoubleBuffer().get(target, to, n));
    }
    if (is(info, Hdf5Info.Kind.FLOAT, Float.BYTES)) {
      return Optional.of(
          (stored, to, n) -> {
            for (int i = 0; i < n; i++) {
              target[to + i] = stored.getFloat();
            }
          });
    }
    if (is(info, Hdf5Info.Kind.INTEGER, Integer.BYTES)) {
      long mask = info.signed() ? -1L : 0xffffffffL;
      return Optional.of(
          (stored, to, n) -> {
            for (int i = 0; i < n; i++) {
              target[to + i] = stored.getInt() & mask;
            }
          });
    }
    return Optional.empty();
  }

  /** Into 32 bits. */
  static Optional<StoredNumbers> into(int[] target, Hdf5Info info) {
    return is(info, Hdf5Info.Kind.INTEGER, Integer.BYTES)
        ? Optional.of((stored, to, n) -> stored.asIntBuffer().get(target, to, n))
        : Optional.empty();
  }

  /** Into 64 bits. */
  static Optional<StoredNumbers> into(long[] target, Hdf5Info info) {
    if (is(info, Hdf5Info.Kind.INTEGER, Long.BYTES)) {
      return Optional.of((stored, to, n) -> stored.asLongBuffer().get(target, to, n));
    }
    if (is(info, Hdf5Info.Kind.INTEGER, Integer.BYTES)) {
      long mask = info.signed() ? -1L : 0xffffffffL;
      return Optional.of(
          (stored, to, n) -> {
            for (int i = 0; i < n; i++) {
              target[to + i] = stored.getInt() & mask;
            }
          });
    }
    return Optional.empty();
  }

  /** As they are stored. */
  static Optional<StoredNumbers> into(byte[] target, Hdf5Info info) {
    return Optional.of((stored, to, n) -> stored.get(target, to * info.bytes(), n * info.bytes()));
  }
}
