package org.jzfof.catalogue.particles;

import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;

/** Adapts the copied header of a file of a snapshot to different rows. */
final class ReorderedHeader {
  private static final String HEADER = "/Header";
  private static final String ROWS = "NumPart_ThisFile";
  private static final String FILES = "NumFilesPerSnapshot";

  private final Hdf5File in;
  private final Hdf5Writer out;

  ReorderedHeader(Hdf5File in, Hdf5Writer out) {
    this.in = in;
    this.out = out;
  }

  /** Writes the numbers of rows and files; the file has no virtual datasets (SWIFT) any more. */
  void write(long[] counts, int file, int files) {
    out.removeAttribute(HEADER, ROWS);
    out.attribute(HEADER, ROWS, type(in.attribute(HEADER, ROWS), counts), counts);
    if (in.hasAttribute(HEADER, FILES)) {
      replace(FILES, files);
    } else {
      out.attribute(HEADER, FILES, Hdf5Type.INT32, files);
    }
    replace("ThisFile", file);
    replace("Virtual", 0);
  }

  private void replace(String name, int value) {
    if (in.hasAttribute(HEADER, name)) {
      boolean scalar = in.attribute(HEADER, name).dims().length == 0;
      out.removeAttribute(HEADER, name);
      if (scalar) {
        out.attribute(HEADER, name, Hdf5Type.INT32, value);
      } else {
        out.attribute(HEADER, name, Hdf5Type.INT32, new long[] {value});
      }
    }
  }

  /**
   * Returns the stored type of the counts, or one that holds them. Unsigned 64 bits are excluded:
   * NumPy turns the difference to a signed number into a float, with which illustris_python could
   * not slice.
   */
  private static Hdf5Type type(Hdf5Info stored, long[] counts) {
    long largest = 0;
    for (long count : counts) {
      largest = Math.max(largest, count);
    }
    if (stored.bytes() == Long.BYTES || largest > 0xffffffffL) {
      return Hdf5Type.INT64;
    }
    return stored.signed() && largest <= Integer.MAX_VALUE ? Hdf5Type.INT32 : Hdf5Type.UINT32;
  }
}
