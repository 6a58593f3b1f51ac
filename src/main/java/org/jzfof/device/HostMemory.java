package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays of the host whose memory is used again when they are closed: fresh memory costs zeroing
 * and page faults, which can take longer than filling it.
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

  private ByteBuffer take(int size) {
    synchronized (free) {
      int best = -1;
      for (int i = 0; i < free.size(); i++) {
        int capacity = free.get(i).capacity();
        if (capacity >= size && (best < 0 || capacity < free.get(best).capacity())) {
          best = i;
        }
      }
      if (best >= 0) {
        return free.remove(best);
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
