package org.jzfof.snapshot.positions;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Types of the numbers in PLY files. */
enum PlyType {
  INT8("char", "int8", Byte.BYTES),
  UINT8("uchar", "uint8", Byte.BYTES),
  INT16("short", "int16", Short.BYTES),
  UINT16("ushort", "uint16", Short.BYTES),
  INT32("int", "int32", Integer.BYTES),
  UINT32("uint", "uint32", Integer.BYTES),
  FLOAT32("float", "float32", Float.BYTES),
  FLOAT64("double", "float64", Double.BYTES);

  private final String name;
  private final String otherName;
  private final int bytes;

  PlyType(String name, String otherName, int bytes) {
    this.name = name;
    this.otherName = otherName;
    this.bytes = bytes;
  }

  /** The type of a name in a header. */
  static Optional<PlyType> of(String name) {
    return Arrays.stream(values())
        .filter(type -> type.name.equals(name) || type.otherName.equals(name))
        .findFirst();
  }

  int bytes() {
    return bytes;
  }

  boolean isReal() {
    return this == FLOAT32 || this == FLOAT64;
  }

  /** Takes the next number of a buffer, in its byte order. */
  double take(ByteBuffer from) {
    return switch (this) {
      case INT8 -> from.get();
      case UINT8 -> from.get() & 0xff;
      case INT16 -> from.getShort();
      case UINT16 -> from.getShort() & 0xffff;
      case INT32 -> from.getInt();
      case UINT32 -> from.getInt() & 0xffffffffL;
      case FLOAT32 -> from.getFloat();
      case FLOAT64 -> from.getDouble();
    };
  }
}
