package org.jzfof.device;

/** Element types of device arrays. */
public enum ElementType {
  /** Unsigned bytes. */
  U8(1),
  /** 32-bit integers, mostly {@link Unsigned}. */
  I32(4),
  /** 64-bit integers. */
  I64(8),
  /** 32-bit floats. */
  F32(4),
  /** 64-bit floats. */
  F64(8);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the number of bytes per element. */
  public int bytes() {
    return bytes;
  }
}
