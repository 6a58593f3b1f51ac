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

  private final Hdf5File in;
  private final Hdf5Writer out;

  OneFileHeader(Hdf5File in, Hdf5Writer out) {
    this.in = in;
    this.out = out;
  }

  void write(long[] counts) {
    out.removeAttribute(HEADER, ROWS);
    out.attribute(HEADER, ROWS, type(in.attribute(HEADER, ROWS), counts), counts);
    if (in.hasAttribute(HEADER, FILES)) {
      boolean scalar = in.attribute(HEADER, FILES).dims().length == 0;
      out.removeAttribute(HEADER, FILES);
      if (scalar) {
        out.attribute(HEADER, FILES, Hdf5Type.INT32, 1);
      } else {
        out.attribute(HEADER, FILES, Hdf5Type.INT32, new long[] {1});
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
