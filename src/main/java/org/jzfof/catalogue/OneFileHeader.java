package org.jzfof.catalogue;

import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Info;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;

/** Changes the copied header of one file of a snapshot to that of the only one. */
final class OneFileHeader {
  private static final String HEADER = "/Header";
  private static final String ROWS = "NumPart_ThisFile";
  private static final String FILES = "NumFilesPerSnapshot";
  private static final String VIRTUAL = "Virtual";

  private final Hdf5File in;
  private final Hdf5Writer out;

  OneFileHeader(Hdf5File in, Hdf5Writer out) {
    this.in = in;
    this.out = out;
  }

  /** Its counts and the number of files; nothing in it is virtual (SWIFT) any more. */
  void write(long[] counts) {
    out.removeAttribute(HEADER, ROWS);
    out.attribute(HEADER, ROWS, type(in.attribute(HEADER, ROWS), counts), counts);
    replace(FILES, 1);
    replace(VIRTUAL, 0);
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

  /** The type that the counts had, or one that holds their sum over all files. */
  private static Hdf5Type type(Hdf5Info stored, long[] counts) {
    long most = 0;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    if (stored.bytes() == Long.BYTES || most > 0xffffffffL) {
      return stored.signed() ? Hdf5Type.INT64 : Hdf5Type.UINT64;
    }
    return stored.signed() && most <= Integer.MAX_VALUE ? Hdf5Type.INT32 : Hdf5Type.UINT32;
  }
}
