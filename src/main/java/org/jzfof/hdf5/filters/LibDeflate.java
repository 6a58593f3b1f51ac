package org.jzfof.hdf5.filters;

/**
 * Deflate by libdeflate, which takes half the time of the JDK's: where the system has it, and this
 * program was built with its native library.
 */
public final class LibDeflate {
  private static final boolean FOUND = find();

  private LibDeflate() {}

  private static boolean find() {
    try {
      System.loadLibrary("jzfofinflate");
      return isFound();
    } catch (UnsatisfiedLinkError e) {
      return false; // built without a compiler, or for another machine
    }
  }

  /** Whether it is there. */
  public static boolean found() {
    return FOUND;
  }

  private static native boolean isFound();

  /**
   * Unpacks bytes with the header and the checksum of zlib; only where it is there.
   *
   * @param width of values whose bytes were shuffled before, which are put back as by {@link
   *     Shuffles#bytes}; 1 for none
   * @return whether they are exactly {@code count}, and undamaged; false as well where there is no
   *     memory for them beside the heap
   */
  static native boolean unpack(
      byte[] data, int from, int length, byte[] target, int to, int count, int width);
}
