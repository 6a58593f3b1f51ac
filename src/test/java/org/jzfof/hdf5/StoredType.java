package org.jzfof.hdf5;

import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Types of stored numbers, with values for tests. */
enum StoredType {
  F32LE,
  F32BE,
  F64LE,
  F64BE,
  I32LE,
  I32BE,
  U32LE,
  U32BE,
  I64LE,
  I64BE,
  U64LE,
  U64BE;

  long type() {
    return switch (this) {
      case F32LE -> HDF5Constants.H5T_IEEE_F32LE;
      case F32BE -> HDF5Constants.H5T_IEEE_F32BE;
      case F64LE -> HDF5Constants.H5T_IEEE_F64LE;
      case F64BE -> HDF5Constants.H5T_IEEE_F64BE;
      case I32LE -> HDF5Constants.H5T_STD_I32LE;
      case I32BE -> HDF5Constants.H5T_STD_I32BE;
      case U32LE -> HDF5Constants.H5T_STD_U32LE;
      case U32BE -> HDF5Constants.H5T_STD_U32BE;
      case I64LE -> HDF5Constants.H5T_STD_I64LE;
      case I64BE -> HDF5Constants.H5T_STD_I64BE;
      case U64LE -> HDF5Constants.H5T_STD_U64LE;
      case U64BE -> HDF5Constants.H5T_STD_U64BE;
    };
  }

  /** Values of either sign that need all bytes, in this type. */
  byte[] values(int n) {
    boolean wide = name().contains("64");
    ByteBuffer bytes =
        ByteBuffer.allocate(n * (wide ? 8 : 4))
            .order(name().endsWith("LE") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    for (int i = 0; i < n; i++) {
      double x = Math.sin(i) * 1000;
      long bits = (i - n / 2) * 0x0123456789abcdefL;
      if (name().startsWith("F")) {
        bits = wide ? Double.doubleToLongBits(x) : Float.floatToIntBits((float) x);
      }
      if (wide) {
        bytes.putLong(bits);
      } else {
        bytes.putInt((int) bits);
      }
    }
    return bytes.array();
  }
}
