package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Arrays of the host whose memory is used again when they are closed: fresh memory costs zeroing
 * and page faults, which can take longer than filling it. There are never more pieces of memory
 * than there were arrays at once.
 */
public final class HostMemory {
  private final List<ByteBuffer> free = new ArrayList<>();

  /** An array whose contents are undefined, of any type but U8. */
  public HostColumn allocate(ElementType type, int length) {
    int size = Math.multiplyExact(length, type.bytes());
    return new HostColumn(type, take(size).clear().limit(size), this);
  }

  /** A copy of an array on a device. */
  public HostColumn fetch(DeviceMemory memory, DeviceArray array) {
    HostColumn copy = allocate(array.type(), Math.toIntExact(array.length()));
    memory.read(array, 0, copy.bytes().duplicate());
    return copy;
  }

  /** The smallest memory that is large enough; a new one replaces one that is too small. */
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

  /** How many pieces of memory wait to be used again. */
  int waiting() {
    synchronized (free) {
      return free.size();
    }
  }

  void give(ByteBuffer bytes) {
    synchronized (free) {
      free.add(bytes);
    }
  }
}
