package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * Allocates arrays from large segments of device memory. Freed memory can be reused at once, since
 * all work runs in the order of one stream, whichever thread starts it. Segments are freed only
 * when an allocation fails, or at the end. The driver's own pool maps memory anew for large arrays,
 * which took 10 ms per sort of 512³ points on an H200.
 */
final class DeviceHeap implements AutoCloseable {
  private static final long ALIGNMENT = 512;
  private static final long SMALLEST_SEGMENT = 32L << 20;

  /**
   * A segment is larger than requested by 1/64: columns of a rank become a little longer or shorter
   * when particles are exchanged, and then fit into the segments of earlier columns. Without it, 28
   * of 140 GB were unusable fragments with 2^31 particles on a GPU.
   */
  private static final long SPARE = 64;

  /** Whether every array has a segment of exactly its size, for memory checkers. */
  private static final boolean SEPARATE = Boolean.getBoolean("jzfof.cuda.separate");

  private final CudaDevice device;
  private final Map<Long, Block> used = new HashMap<>();
  private final TreeMap<Long, Block> free = new TreeMap<>();
  private final TreeSet<Block> freeBySize =
      new TreeSet<>(Comparator.comparingLong(Block::bytes).thenComparingLong(Block::address));
  private final Map<Long, Long> segments = new HashMap<>();

  /** A part of the segment that begins at address {@code segment}. */
  private record Block(long segment, long address, long bytes) {
    long end() {
      return address + bytes;
    }
  }

  DeviceHeap(CudaDevice device) {
    this.device = device;
  }

  /** Allocates memory and returns its address; 0 if the GPU has no room for it. */
  synchronized long allocate(long bytes) {
    long requested = Math.max(1, bytes);
    long size = SEPARATE ? requested : (requested + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    Block best = freeBySize.ceiling(new Block(0, 0, size));
    if (best == null) {
      best = newSegment(size);
      if (best == null) {
        return 0;
      }
    } else {
      removeFree(best);
    }
    if (best.bytes > size) {
      addFree(new Block(best.segment, best.address + size, best.bytes - size));
    }
    used.put(best.address, new Block(best.segment, best.address, size));
    return best.address;
  }

  /** Frees memory at an address that {@link #allocate} returned. */
  synchronized void free(long address) {
    Block block = used.remove(address);
    Map.Entry<Long, Block> before = free.lowerEntry(address);
    if (before != null && joins(before.getValue(), block)) {
      block = join(before.getValue(), block);
      removeFree(before.getValue());
    }
    Block after = free.get(block.end());
    if (after != null && joins(block, after)) {
      removeFree(after);
      block = join(block, after);
    }
    addFree(block);
    if (SEPARATE) {
      releaseFreeSegments();
    }
  }

  private static boolean joins(Block a, Block b) {
    return a.segment == b.segment && a.end() == b.address;
  }

  private static Block join(Block a, Block b) {
    return new Block(a.segment, a.address, a.bytes + b.bytes);
  }

  private void addFree(Block block) {
    free.put(block.address, block);
    freeBySize.add(block);
  }

  private void removeFree(Block block) {
    free.remove(block.address);
    freeBySize.remove(block);
  }

  private Block newSegment(long size) {
    long roomy = (size + size / SPARE + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    long bytes = SEPARATE ? size : Math.max(roomy, SMALLEST_SEGMENT);
    CudaArray.Address pointer = new CudaArray.Address();
    int result = JCudaDriver.cuMemAlloc(pointer, bytes);
    if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      releaseFreeSegments();
      bytes = size;
      result = JCudaDriver.cuMemAlloc(pointer, bytes);
    }
    if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      return null;
    }
    check(result, "cuMemAlloc of " + bytes + " bytes");
    segments.put(pointer.value(), bytes);
    return new Block(pointer.value(), pointer.value(), bytes);
  }

  private void releaseFreeSegments() {
    device.synchronize();
    for (Block block : freeBySize.toArray(new Block[0])) {
      if (block.bytes == segments.get(block.segment)) {
        removeFree(block);
        release(block.segment);
      }
    }
  }

  private void release(long segment) {
    check(JCudaDriver.cuMemFree(new CudaArray.Address(segment)), "cuMemFree");
    segments.remove(segment);
  }

  @Override
  public synchronized void close() {
    device.synchronize();
    for (Long segment : segments.keySet().toArray(new Long[0])) {
      release(segment);
    }
  }
}
