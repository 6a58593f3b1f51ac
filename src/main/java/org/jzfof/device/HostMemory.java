package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A pool of host memory: the memory of closed columns is reused, for new memory costs zeroing and
 * page faults, which can take longer than filling it. The pool never has more buffers than there
 * were columns at the same time.
 */
public final class HostMemory {
  private final List<ByteBuffer> free = new ArrayList<>();

  /** Allocates a column whose contents are undefined. */
  public HostColumn allocate(ElementType type, int length) {
    int size = Math.multiplyExact(length, type.bytes());
    return new HostColumn(type, take(size).clear().limit(size), this);
  }

  /** Copies an array from a device. */
  public HostColumn fetch(DeviceMemory memory, DeviceArray array) {
    return fetch(memory, array, 0, Math.toIntExact(array.length()));
  }

  /** Copies {@code count} elements of an array from a device, from element {@code start} on. */
  public HostColumn fetch(DeviceMemory memory, DeviceArray array, long start, int count) {
    HostColumn copy = allocate(array.type(), count);
    memory.read(array, start, copy.bytes().duplicate());
    return copy;
  }

  /**
   * Returns the smallest buffer that is large enough; a new buffer replaces one that is too small.
   */
  private ByteBuffer take(int size) {
    synchronized (free) {
      free.sort(Comparator.comparingInt(ByteBuffer::capacity));
      for (int i = 0; i < free.size(); i++) {
        if (free.get(i).capacity() >= size) {
          return free.remove(i);
        }
      }
      if (!free.isEmpty()) {
        free.remove(0);
      }
    }
    return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
  }

  void give(ByteBuffer bytes) {
    synchronized (free) {
      free.add(bytes);
    }
  }
}
