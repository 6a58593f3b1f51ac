package org.jzfof.device;

/** A typed array in the memory of a device; {@link #close()} gives the memory back. */
public interface DeviceArray extends AutoCloseable {
  /** Returns the type of the elements. */
  ElementType type();

  /** Returns the number of elements. */
  long length();

  /** Returns the size in bytes. */
  default long byteLength() {
    return length() * type().bytes();
  }

  /** Frees the memory; a second call does nothing. */
  @Override
  void close();
}
