package org.jzfof.arrays;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Part of a file in memory. Java alone would keep it there until it collects garbage, and with it
 * the memory of a file that has no name.
 *
 * @param bytes content of the part
 */
record MappedMemory(MappedByteBuffer bytes) implements AutoCloseable {
  private static final Release RELEASE = Release.find();

  /** The method of the class library that unmaps a buffer, with the object that has it. */
  private record Release(Method method, Object owner) {
    static Release find() {
      try {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field owner = type.getDeclaredField("theUnsafe");
        owner.setAccessible(true);
        return new Release(type.getMethod("invokeCleaner", ByteBuffer.class), owner.get(null));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this Java cannot release mapped memory", e);
      }
    }
  }

  /** Maps part of a file for reading and writing. */
  static MappedMemory of(FileChannel file, long position, long size) throws IOException {
    return new MappedMemory(file.map(FileChannel.MapMode.READ_WRITE, position, size));
  }

  /** Releases the memory; the buffer must not be used any more. */
  @Override
  public void close() {
    try {
      RELEASE.method.invoke(RELEASE.owner, bytes);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mapped memory cannot be released", e);
    }
  }
}
