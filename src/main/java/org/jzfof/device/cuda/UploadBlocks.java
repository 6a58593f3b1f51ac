package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/**
 * Page-locked blocks of memory that threads fill and a GPU copies from. Each thread fills its own
 * block, so that the data it has just read are in its cache; a single thread for all blocks would
 * fetch them from other cores.
 */
final class UploadBlocks implements AutoCloseable {
  /**
   * Bytes per block: a multiple of a row of three floats or doubles that fits into a core's cache.
   */
  static final int BYTES = 3 << 18;

  /**
   * Number of blocks, so large that threads seldom wait for one; page-locking them takes
   * milliseconds.
   */
  private static final int NUMBER = 32;

  private final CudaDevice device;
  private final Pointer memory = new Pointer();
  private final List<Block> all = new ArrayList<>();
  private final Deque<Block> idle =
      new ArrayDeque<>(); // the block returned first is the first in the queue

  /** A block with the event of the last copy from it. */
  record Block(Pointer memory, ByteBuffer bytes, CUevent copied) {}

  UploadBlocks(CudaDevice device) {
    this.device = device;
  }

  /**
   * Returns a block whose last copy is done. The caller returns it with {@link #give}.
   *
   * @throws CancellationException if this thread is interrupted while it waits for a block
   */
  Block take() {
    Block block = takeIdle();
    check(JCudaDriver.cuEventSynchronize(block.copied), "cuEventSynchronize");
    return block;
  }

  private synchronized Block takeIdle() {
    if (all.isEmpty()) {
      make();
    }
    while (idle.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted while copying to the GPU");
      }
    }
    return idle.remove();
  }

  private void make() {
    check(JCudaDriver.cuMemHostAlloc(memory, (long) NUMBER * BYTES, 0), "cuMemHostAlloc");
    for (int i = 0; i < NUMBER; i++) {
      CUevent copied = new CUevent();
      check(
          JCudaDriver.cuEventCreate(copied, CUevent_flags.CU_EVENT_DISABLE_TIMING),
          "cuEventCreate");
      ByteBuffer bytes =
          memory.getByteBuffer((long) i * BYTES, BYTES).order(ByteOrder.nativeOrder());
      all.add(new Block(memory.withByteOffset((long) i * BYTES), bytes, copied));
    }
    idle.addAll(all);
  }

  /** Takes a block back; a copy from it may still be in progress. */
  synchronized void give(Block block) {
    idle.add(block);
    notify();
  }

  @Override
  public synchronized void close() {
    if (all.isEmpty()) {
      return;
    }
    device.makeCurrent();
    for (Block block : all) {
      check(JCudaDriver.cuEventDestroy(block.copied), "cuEventDestroy");
    }
    check(JCudaDriver.cuMemFreeHost(memory), "cuMemFreeHost");
    all.clear();
    idle.clear();
  }
}
