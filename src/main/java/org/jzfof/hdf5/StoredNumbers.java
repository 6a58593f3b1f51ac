package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * Converts stored bytes of the standard number types to numbers in an array, with the same results
 * as HDF5. One thread uses an object at a time.
 */
@FunctionalInterface
interface StoredNumbers {
  /** Length of the array between buffer and target. */
  int BUFFER_LENGTH = 1 << 12;

  /**
   * Converts stored values and writes them to the array.
   *
   * @param stored buffer positioned at the first value, in the stored byte order
   * @param to index of the first value in the array
   */
  void put(ByteBuffer stored, int to, int count);

  /** Whether a stored type is a standard number of 32 or 64 bits, in either byte order. */
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

  /** Returns a conversion to float32; like all of these, empty for types that HDF5 must convert. */
  static Optional<StoredNumbers> into(float[] target, Hdf5Info info) {
    return is(info, Hdf5Info.Kind.FLOAT, Float.BYTES)
        ? Optional.of((stored, to, n) -> stored.asFloatBuffer().get(target, to, n))
        : Optional.empty();
  }

  /** Returns a conversion to float64. */
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

  /** A consumer of the first n values of an array, which it writes from an index on. */
  @FunctionalInterface
  interface Sink<A> {
    void accept(A buffer, int n, int to);
  }

  /** Copies n values of a buffer, from one value on, to the start of an array. */
  @FunctionalInterface
  interface Getter<A> {
    void get(ByteBuffer stored, int from, A buffer, int n);
  }

  /**
   * Converts through an array, because loops over a buffer are ten times slower until the compiler
   * has optimised them.
   */
  private static <A> StoredNumbers buffered(A buffer, Getter<A> getter, Sink<A> sink) {
    return (stored, to, n) -> {
      for (int done = 0; done < n; done += BUFFER_LENGTH) {
        int count = Math.min(BUFFER_LENGTH, n - done);
        getter.get(stored, done, buffer, count);
        sink.accept(buffer, count, to + done);
      }
    };
  }

  private static StoredNumbers floats(Sink<float[]> sink) {
    return buffered(
        new float[BUFFER_LENGTH],
        (b, from, buffer, n) -> b.asFloatBuffer().get(from, buffer, 0, n),
        sink);
  }

  private static StoredNumbers integers(Sink<int[]> sink) {
    return buffered(
        new int[BUFFER_LENGTH],
        (b, from, buffer, n) -> b.asIntBuffer().get(from, buffer, 0, n),
        sink);
  }

  /** Returns a conversion to integers of 32 bits. */
  static Optional<StoredNumbers> into(int[] target, Hdf5Info info) {
    return is(info, Hdf5Info.Kind.INTEGER, Integer.BYTES)
        ? Optional.of((stored, to, n) -> stored.asIntBuffer().get(target, to, n))
        : Optional.empty();
  }

  /** Returns a conversion to integers of 64 bits. */
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

  /** Returns a copy of stored bytes without conversion. */
  static Optional<StoredNumbers> into(byte[] target, Hdf5Info info) {
    return Optional.of((stored, to, n) -> stored.get(target, to * info.bytes(), n * info.bytes()));
  }

  /**
   * Returns a copy of stored bytes as {@link RowWords}; several threads may use it at a time.
   *
   * @param at index of the word that receives the first value
   */
  static StoredNumbers into(int[] target, int at, Hdf5Info info) {
    int words = info.bytes() / Integer.BYTES;
    return (stored, to, n) -> RowWords.fromBytes(stored, info.bytes(), n, target, at + to * words);
  }
}
