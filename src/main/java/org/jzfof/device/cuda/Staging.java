package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;
import org.jzfof.threads.Parallel;

/**
 * Copies between the Java heap and a GPU through page-locked memory, so that filling or emptying
 * one block overlaps with the transfer of another. Uploads return while the last transfer is in
 * progress; several threads may upload at once.
 */
public final class Staging implements AutoCloseable {
  /** Bytes per buffer of a download; a multiple of a row of three floats or doubles. */
  static final int BLOCK = (8 << 20) / 24 * 24;

  /** Bytes that one thread copies between a buffer and the Java heap; also a multiple of a row. */
  private static final int PIECE = (512 << 10) / 24 * 24;

  private final CudaDevice device;
  private final Pointer[] pinned = new Pointer[2];
  private final ByteBuffer[] buffer = new ByteBuffer[2];
  private final CUevent[] copied = new CUevent[2];
  private final UploadBlocks blocks;

  /**
   * Writes the bytes of an upload from byte {@code at} on into a buffer, or reads those of a
   * download from it. Several threads may call it at once.
   */
  @FunctionalInterface
  public interface Transfer {
    void run(long at, ByteBuffer bytes);
  }

  /** Is called after the start of the transfer of each block of an upload. */
  @FunctionalInterface
  public interface BlockListener {
    void started(long at, int bytes);
  }

  Staging(CudaDevice device) {
    this.device = device;
    this.blocks = new UploadBlocks(device);
  }

  /** Allocates the buffers at the first use, as page-locking takes milliseconds. */
  private void prepare() {
    device.makeCurrent();
    if (buffer[0] != null) {
      return;
    }
    for (int i = 0; i < 2; i++) {
      pinned[i] = new Pointer();
      check(JCudaDriver.cuMemHostAlloc(pinned[i], BLOCK, 0), "cuMemHostAlloc");
      copied[i] = new CUevent();
      check(
          JCudaDriver.cuEventCreate(copied[i], CUevent_flags.CU_EVENT_DISABLE_TIMING),
          "cuEventCreate");
      buffer[i] = pinned[i].getByteBuffer(0, BLOCK).order(ByteOrder.nativeOrder());
    }
  }

  /** As {@link #upload(CUdeviceptr, long, Transfer, BlockListener)}, without a listener. */
  public void upload(CUdeviceptr target, long bytes, Transfer source) {
    upload(target, bytes, source, (at, count) -> {});
  }

  /**
   * Copies to the GPU, in the order of the stream.
   *
   * @param source fills a buffer
   * @param listener may start work on a block after its transfer has been started
   */
  public void upload(CUdeviceptr target, long bytes, Transfer source, BlockListener listener) {
    device.makeCurrent();
    for (long at = 0; at < bytes; at += UploadBlocks.BYTES) {
      int count = (int) Math.min(UploadBlocks.BYTES, bytes - at);
      UploadBlocks.Block block = blocks.take();
      try {
        source.run(at, block.bytes().clear().limit(count));
        check(
            JCudaDriver.cuMemcpyHtoDAsync(
                new CudaArray.Address(target, at), block.memory(), count, device.stream()),
            "cuMemcpyHtoDAsync");
        check(JCudaDriver.cuEventRecord(block.copied(), device.stream()), "cuEventRecord");
      } finally {
        blocks.give(block);
      }
      listener.started(at, count);
    }
  }

  /**
   * Copies to the host and waits for the end of the copy.
   *
   * @param target empties a buffer
   */
  void download(CUdeviceptr source, long bytes, Transfer target) {
    prepare();
    long blocks = (bytes + BLOCK - 1) / BLOCK;
    for (long block = 0; block <= blocks; block++) {
      if (block < blocks) {
        start(source, block, bytes);
      }
      if (block > 0) {
        int half = (int) ((block - 1) % 2);
        long at = (block - 1) * BLOCK;
        if (block == blocks) {
          device.synchronize();
        }
        check(JCudaDriver.cuEventSynchronize(copied[half]), "cuEventSynchronize");
        empty(half, at, (int) Math.min(BLOCK, bytes - at), target);
      }
    }
  }

  /** Empties a buffer with all threads: one alone is slower than the transfer from the GPU. */
  private void empty(int half, long at, int count, Transfer target) {
    Parallel.forRange(
        count,
        PIECE,
        (first, end) -> {
          ByteBuffer piece = buffer[half].slice(first, end - first);
          target.run(at + first, piece.order(ByteOrder.nativeOrder()));
        });
  }

  private void start(CUdeviceptr source, long block, long bytes) {
    int half = (int) (block % 2);
    long at = block * BLOCK;
    check(JCudaDriver.cuEventSynchronize(copied[half]), "cuEventSynchronize");
    check(
        JCudaDriver.cuMemcpyDtoHAsync(
            pinned[half],
            new CudaArray.Address(source, at),
            Math.min(BLOCK, bytes - at),
            device.stream()),
        "cuMemcpyDtoHAsync");
    check(JCudaDriver.cuEventRecord(copied[half], device.stream()), "cuEventRecord");
  }

  @Override
  public void close() {
    blocks.close();
    for (int i = 0; i < 2 && buffer[0] != null; i++) {
      check(JCudaDriver.cuEventDestroy(copied[i]), "cuEventDestroy");
      check(JCudaDriver.cuMemFreeHost(pinned[i]), "cuMemFreeHost");
    }
    buffer[0] = null;
  }
}
