package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * Turns stored bytes of the standard number types into numbers of an array, as HDF5 does; used by
 * one thread at a time.
 */
@FunctionalInterface
interface StoredNumbers {
  /** Numbers of an array between buffer and target. */
  int MOST = 1 << 12;

  /**
   * Puts stored values into the array.
   *
   * @param stored buffer positioned at the first value, in the stored byte order
   * @param to index in the array of the first value
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
          floats(
              (buffer, n, to) -> {
                for (int i = 0; i < n; i++) {
                  target[to + i] = buffer[i];
                }
              }));
    }
    if (is(info, Hdf5Info.Kind.INTEGER, Integer.BYTES)) {
      long mask = info.signed() ? -1L : 0xffffffffL;
      return Optional.of(
          integers(
              (buffer, n, to) -> {
                for (int i = 0; i < n; i++) {
                  target[to + i] = buffer[i] & mask;
                }
              }));
    }
    return Optional.empty();
  }

  /** Takes the first n values of an array, which go to an index on. */
  @FunctionalInterface
  interface Sink<A> {
    void take(A buffer, int n, int to);
  }

  /** Gets n values, from one of those in a buffer on. */
  @FunctionalInterface
  interface Getter<A> {
    void get(ByteBuffer stored, int from, A buffer, int n);
  }

  /** By way of an array: loops over a buffer are ten times slower until they are compiled well. */
  private static <A> StoredNumbers by(A buffer, Getter<A> getter, Sink<A> sink) {
    return (stored, to, n) -> {
      for (int done = 0; done < n; done += MOST) {
        int count = Math.min(MOST, n - done);
        getter.get(stored, done, buffer, count);
        sink.take(buffer, count, to + done);
      }
    };
  }

  private static StoredNumbers floats(Sink<float[]> sink) {
    return by(
        new float[MOST], (b, from, buffer, n) -> b.asFloatBuffer().get(from, buffer, 0, n), sink);
  }

  private static StoredNumbers integers(Sink<int[]> sink) {
    return by(new int[MOST], (b, from, buffer, n) -> b.asIntBuffer().get(from, buffer, 0, n), sink);
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
          integers(
              (buffer, n, to) -> {
                for (int i = 0; i < n; i++) {
                  target[to + i] = buffer[i] & mask;
                }
              }));
    }
    return Optional.empty();
  }

  /** As they are stored. */
  static Optional<StoredNumbers> into(byte[] target, Hdf5Info info) {
    return Optional.of((stored, to, n) -> stored.get(target, to * info.bytes(), n * info.bytes()));
  }
}
