package org.jzfof.hdf5.library;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;

/** Number types in which datasets and attributes are written, little-endian. */
public enum Hdf5Type {
  /** IEEE half precision. */
  FLOAT16(HDF5Constants.H5T_IEEE_F32LE),
  /** IEEE single precision. */
  FLOAT32(HDF5Constants.H5T_IEEE_F32LE),
  /** IEEE double precision. */
  FLOAT64(HDF5Constants.H5T_IEEE_F64LE),
  /** Unsigned, 8 bits. */
  UINT8(HDF5Constants.H5T_STD_U8LE),
  /** Signed, 32 bits. */
  INT32(HDF5Constants.H5T_STD_I32LE),
  /** Unsigned, 32 bits. */
  UINT32(HDF5Constants.H5T_STD_U32LE),
  /** Signed, 64 bits. */
  INT64(HDF5Constants.H5T_STD_I64LE),
  /** Unsigned, 64 bits. */
  UINT64(HDF5Constants.H5T_STD_U64LE),
  /** Unsigned, 128 bits; values are written as bytes. */
  UINT128(HDF5Constants.H5T_STD_U64LE);

  private final long base;

  Hdf5Type(long base) {
    this.base = base;
  }

  /** Returns the type of 32 or 64 bits that holds stored numbers. */
  public static Hdf5Type holding(Hdf5Info stored) {
    boolean wide = stored.bytes() > Integer.BYTES;
    if (stored.kind() == Hdf5Info.Kind.FLOAT) {
      return wide ? FLOAT64 : FLOAT32;
    }
    if (stored.signed()) {
      return wide ? INT64 : INT32;
    }
    return wide ? UINT64 : UINT32;
  }

  public boolean isFloat() {
    return this == FLOAT16 || this == FLOAT32 || this == FLOAT64;
  }

  public Hdf5Id open() {
    Hdf5Id type = Hdf5Id.type(H5.H5Tcopy(base));
    if (this == FLOAT16) {
      H5.H5Tset_fields(type.value(), 15L, 10L, 5L, 0L, 10L);
      H5.H5Tset_size(type.value(), 2);
      H5.H5Tset_ebias(type.value(), 15L);
    } else if (this == UINT128) {
      H5.H5Tset_precision(type.value(), 128L);
    }
    return type;
  }
}
