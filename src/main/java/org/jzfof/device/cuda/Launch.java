package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.Arrays;
import jcuda.driver.CUresult;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.BackendException;

/**
 * One launch of a kernel: its arguments in order, then {@link #run}. Natively in {@code
 * cuda/launch.cu}.
 */
public final class Launch {
  private static final int BLOCK = 256;
  private static final long WARP = 32;

  /** 32 times {@code ITEMS}, as in common.cuh. */
  private static final long WARP_ITEMS = 4 * WARP;

  private static final long MAX_BLOCKS = Integer.MAX_VALUE;
  private static final boolean SYNCHRONOUS = Boolean.getBoolean("jzfof.cuda.sync");

  private final CudaDevice device;
  private final CudaKernels.Kernel kernel;
  private final String name;

  /** Arguments; each begins a word of 64 bits. */
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

  /** A pointer; null for an array that there is not. */
  public Launch arg(DeviceArray array) {
    return arg(array == null ? 0 : CudaArray.address(array));
  }

  /** A 64-bit integer. */
  public Launch arg(long value) {
    begin(1);
    words[wordCount++] = value;
    return this;
  }

  /** A 32-bit integer. */
  public Launch arg(int value) {
    return arg(Integer.toUnsignedLong(value));
  }

  /** A structure of 64-bit integers and pointers. */
  public Launch struct(long... fields) {
    begin(fields.length);
    for (long field : fields) {
      words[wordCount++] = field;
    }
    return this;
  }

  /** A structure of doubles. */
  public Launch struct(double... fields) {
    begin(fields.length);
    for (double field : fields) {
      words[wordCount++] = Double.doubleToRawLongBits(field);
    }
    return this;
  }

  /** A structure of floats (F32) or doubles (F64). */
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

  /** Starts at least so many threads, in blocks of 256. */
  public void run(long threads) {
    run(threads, BLOCK);
  }

  /** Blocks of {@link #run(long)} that so many items need, of which each thread takes some. */
  static long blocks(long items, int perThread) {
    return (items + BLOCK * perThread - 1) / (BLOCK * perThread);
  }

  /** Starts so many blocks of 256 threads. */
  void runBlocks(long blocks) {
    run(blocks * BLOCK);
  }

  /** Starts threads for so many items, of which each takes {@code ITEMS} (common.cuh). */
  public void runItems(long items) {
    runWarps(items, WARP_ITEMS);
  }

  /** Starts a warp for every so many items. */
  public void runWarps(long items, long perWarp) {
    run((items + perWarp - 1) / perWarp * WARP);
  }

  /** Starts at least so many threads, in blocks of the given size; nothing for none. */
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
    device.launched(name);
    if (SYNCHRONOUS) {
      device.synchronize();
    }
  }
}
