package org.jzfof.backend.cuda;

import static org.jzfof.backend.cuda.CudaCheck.check;

import java.util.ArrayList;
import java.util.List;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.BackendException;

/** One launch of a kernel: its arguments in order, then {@link #run}. */
final class Launch {
  private static final int BLOCK = 256;
  private static final long WARP = 32;

  /** 32 times {@code ITEMS}, as in common.cuh. */
  private static final long WARP_ITEMS = 4 * WARP;

  private static final long MAX_BLOCKS = Integer.MAX_VALUE;
  private static final boolean SYNCHRONOUS = Boolean.getBoolean("jzfof.cuda.sync");

  private final CudaDevice device;
  private final CUfunction function;
  private final String name;
  private final List<Pointer> arguments = new ArrayList<>();

  Launch(CudaDevice device, CUfunction function, String name) {
    this.device = device;
    this.function = function;
    this.name = name;
  }

  /** A pointer; null for an array that there is not. */
  Launch arg(DeviceArray array) {
    return arg(array == null ? 0 : CudaArray.address(array));
  }

  /** A 64-bit integer. */
  Launch arg(long value) {
    return struct(value);
  }

  /** A 32-bit integer. */
  Launch arg(int value) {
    arguments.add(Pointer.to(new int[] {value}));
    return this;
  }

  /** A structure of 64-bit integers and pointers. */
  Launch struct(long... fields) {
    arguments.add(Pointer.to(fields));
    return this;
  }

  /** A structure of doubles. */
  Launch struct(double... fields) {
    arguments.add(Pointer.to(fields));
    return this;
  }

  /** A structure of floats (F32) or doubles (F64). */
  Launch reals(ElementType type, double... fields) {
    if (type == ElementType.F64) {
      return struct(fields);
    }
    float[] rounded = new float[fields.length];
    for (int i = 0; i < fields.length; i++) {
      rounded[i] = (float) fields[i];
    }
    arguments.add(Pointer.to(rounded));
    return this;
  }

  /** Starts at least so many threads, in blocks of 256. */
  void run(long threads) {
    run(threads, BLOCK);
  }

  /** Starts threads for so many items, of which each takes {@code ITEMS} (common.cuh). */
  void runItems(long items) {
    runWarps(items, WARP_ITEMS);
  }

  /** Starts a warp for every so many items. */
  void runWarps(long items, long perWarp) {
    run((items + perWarp - 1) / perWarp * WARP);
  }

  /** Starts at least so many threads, in blocks of the given size; nothing for none. */
  void run(long threads, int block) {
    if (threads == 0) {
      return;
    }
    long blocks = (threads + block - 1) / block;
    if (blocks > MAX_BLOCKS) {
      throw new BackendException(
          "kernel %s needs %d blocks, and a launch has at most %d: use more ranks"
              .formatted(name, blocks, MAX_BLOCKS));
    }
    Pointer parameters = Pointer.to(arguments.toArray(new NativePointerObject[0]));
    check(
        JCudaDriver.cuLaunchKernel(
            function, (int) blocks, 1, 1, block, 1, 1, 0, device.stream(), parameters, null),
        "kernel " + name + " with " + blocks + " blocks");
    device.launched(name);
    if (SYNCHRONOUS) {
      device.synchronize();
    }
  }
}
