package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.Arrays;
import jcuda.driver.CUresult;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.BackendException;

/**
 * One launch of a kernel: its arguments in order, then {@link #run}. The native part is {@code
 * cuda/launch.cu}.
 */
public final class Launch {
  private static final int BLOCK = 256;
  private static final long WARP = 32;

  /** Items per warp: 32 times {@code ITEMS} of common.cuh. */
  private static final long WARP_ITEMS = 4 * WARP;

  private static final long MAX_BLOCKS = Integer.MAX_VALUE;
  private static final boolean SYNCHRONOUS = Boolean.getBoolean("jzfof.cuda.sync");

  private final CudaDevice device;
  private final CudaKernels.Kernel kernel;
  private final String name;

  /** Arguments; each starts at a new 64-bit word. */
  private long[] words = new long[16];

  private int[] starts = new int[16];
  private int wordCount;
  private int count;

  Launch(CudaDevice device, CudaKernels.Kernel kernel, String name) {
    this.device = device;
    this.kernel = kernel;
    this.name = name;
  }

  private static native int start(
      long function,
      int blocks,
      int threads,
      long stream,
      long[] words,
      int wordCount,
      int[] starts,
      int count);

  private void begin(int size) {
    if (wordCount + size > words.length) {
      words = Arrays.copyOf(words, 2 * words.length + size);
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
    }
    starts[count++] = wordCount;
  }

  /** Adds a pointer argument; a null array gives a null pointer. */
  public Launch arg(DeviceArray array) {
    return arg(array == null ? 0 : CudaArray.address(array));
  }

  /** Adds a 64-bit integer argument. */
  public Launch arg(long value) {
    begin(1);
    words[wordCount++] = value;
    return this;
  }

  /** Adds a 32-bit integer argument. */
  public Launch arg(int value) {
    return arg(Integer.toUnsignedLong(value));
  }

  /** Adds a structure of 64-bit integers and pointers. */
  public Launch struct(long... fields) {
    begin(fields.length);
    for (long field : fields) {
      words[wordCount++] = field;
    }
    return this;
  }

  /** Adds a structure of doubles. */
  public Launch struct(double... fields) {
    begin(fields.length);
    for (double field : fields) {
      words[wordCount++] = Double.doubleToRawLongBits(field);
    }
    return this;
  }

  /** Adds a structure of floats (F32) or doubles (F64). */
  public Launch reals(ElementType type, double... fields) {
    if (type == ElementType.F64) {
      return struct(fields);
    }
    begin((fields.length + 1) / 2);
    for (int i = 0; i < fields.length; i += 2) {
      long low = bits(fields[i]);
      words[wordCount++] = i + 1 < fields.length ? bits(fields[i + 1]) << 32 | low : low;
    }
    return this;
  }

  private static long bits(double field) {
    return Integer.toUnsignedLong(Float.floatToRawIntBits((float) field));
  }

  /** Starts at least {@code threads} threads, in blocks of 256. */
  public void run(long threads) {
    run(threads, BLOCK);
  }

  /**
   * Returns the number of blocks of 256 threads for {@code items} items, {@code perThread} per
   * thread.
   */
  static long blocks(long items, int perThread) {
    return (items + BLOCK * perThread - 1) / (BLOCK * perThread);
  }

  /** Starts {@code blocks} blocks of 256 threads. */
  void runBlocks(long blocks) {
    run(blocks * BLOCK);
  }

  /** Starts threads for {@code items} items, {@code ITEMS} of common.cuh per thread. */
  public void runItems(long items) {
    runWarps(items, WARP_ITEMS);
  }

  /** Starts one warp per {@code perWarp} items. */
  public void runWarps(long items, long perWarp) {
    run((items + perWarp - 1) / perWarp * WARP);
  }

  /**
   * Starts at least {@code threads} threads, in blocks of {@code block} threads; does nothing for 0
   * threads.
   */
  public void run(long threads, int block) {
    if (threads == 0) {
      return;
    }
    long blocks = (threads + block - 1) / block;
    if (blocks > MAX_BLOCKS) {
      throw new BackendException(
          "kernel %s needs %d blocks, and a launch has at most %d: use more ranks"
              .formatted(name, blocks, MAX_BLOCKS));
    }
    int result =
        start(
            kernel.address(),
            (int) blocks,
            block,
            device.streamAddress(),
            words,
            wordCount,
            starts,
            count);
    if (result != CUresult.CUDA_SUCCESS) {
      check(result, "kernel " + name + " with " + blocks + " blocks");
    }
    device.recordLaunch(name);
    if (SYNCHRONOUS) {
      device.synchronize();
    }
  }
}
