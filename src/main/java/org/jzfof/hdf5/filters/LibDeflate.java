package org.jzfof.hdf5.filters;

/**
 * Deflate by libdeflate, in half the time of the JDK. It is available if the system has libdeflate,
 * and this program was built with its native library.
 */
public final class LibDeflate {
  private static final boolean AVAILABLE = find();

  private LibDeflate() {}

  private static boolean find() {
    try {
      System.loadLibrary("jzfofinflate");
      return isFound();
    } catch (UnsatisfiedLinkError e) {
      return false; // built without a compiler, or for another machine
    }
  }

  /** Whether libdeflate is available. */
  public static boolean isAvailable() {
    return AVAILABLE;
  }

  private static native boolean isFound();

  /**
   * Unpacks bytes with the header and the checksum of zlib; requires {@link #isAvailable}.
   *
   * @param width bytes of a value whose bytes were shuffled, and are restored as by {@link
   *     Shuffles#bytes}; 1 for no shuffle
   * @return whether the result has exactly {@code count} undamaged bytes; false also if memory
   *     outside the heap is exhausted
   */
  static native boolean unpack(
      byte[] data, int from, int length, byte[] target, int to, int count, int width);
}
