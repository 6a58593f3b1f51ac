package org.jzfof.device.cpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceEvent;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;
import org.jzfof.error.JavaHeap;
import org.jzfof.error.MemoryException;
import org.jzfof.threads.Parallel;

/** The Java heap as device memory; large arrays are reused. */
public final class CpuMemory implements DeviceMemory {
  private static final int GRAIN = 1 << 16;

  private final LongConsumer admission;
  private final FreeArrays free = new FreeArrays();
  private long used;
  private long peak;

  /**
   * @param admission receives the size of each array in bytes before it is created; throws if the
   *     array is not allowed
   */
  public CpuMemory(LongConsumer admission) {
    this.admission = admission;
  }

  @Override
  public DeviceArray allocate(ElementType type, long length) {
    if (length > HostArray.LONGEST) {
      throw new MemoryException(
          "an array of "
              + length
              + " elements does not fit one rank on the CPU: spread the particles over more ranks");
    }
    int n = (int) length;
    admission.accept(length * type.bytes());
    Object reused = free.take(type, n);
    CpuArray array = new CpuArray(type, n, reused != null ? reused : create(type, n), this);
    account(array.byteLength());
    return array;
  }

  private Object create(ElementType type, int n) {
    try {
      return CpuArray.create(type, FreeArrays.lengthFor(n));
    } catch (OutOfMemoryError e) {
      // Arrays kept for reuse are the first to go.
      free.clear();
    }
    try {
      return CpuArray.create(type, n);
    } catch (OutOfMemoryError e) {
      long limit = Runtime.getRuntime().maxMemory();
      long more = (long) n * type.bytes();
      throw new MemoryException(
          "the Java heap of "
              + (limit >> 20)
              + " MB has no room for "
              + ((more >> 20) + 1)
              + " MB more (in use: "
              + (used() >> 20)
              + " MB): "
              + JavaHeap.remedy(limit + more),
          e);
    }
  }

  void release(CpuArray array, Object values) {
    account(-array.byteLength());
    free.give(array.type(), values);
  }

  private synchronized void account(long bytes) {
    used += bytes;
    peak = Math.max(peak, used);
  }

  @Override
  public synchronized long used() {
    return used;
  }

  @Override
  public synchronized long peak() {
    return peak;
  }

  @Override
  public synchronized void resetPeak() {
    peak = used;
  }

  @Override
  public void trim() {
    free.clear();
  }

  @Override
  public void finish() {
    // Every operation on the CPU is done when its call returns.
  }

  @Override
  public DeviceEvent mark() {
    return new CpuEvent(System.nanoTime());
  }

  /** An event that has occurred, for the CPU does its work at once. */
  private record CpuEvent(long nanoseconds) implements DeviceEvent {
    @Override
    public double secondsSince(DeviceEvent earlier) {
      return 1e-9 * (nanoseconds - ((CpuEvent) earlier).nanoseconds);
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  @Override
  public DeviceArray upload(int[] values) {
    return upload(ElementType.I32, values, values.length);
  }

  @Override
  public DeviceArray upload(long[] values) {
    return upload(ElementType.I64, values, values.length);
  }

  @Override
  public DeviceArray upload(float[] values) {
    return upload(ElementType.F32, values, values.length);
  }

  @Override
  public DeviceArray upload(double[] values) {
    return upload(ElementType.F64, values, values.length);
  }

  @Override
  public DeviceArray upload(byte[] values) {
    return upload(ElementType.U8, values, values.length);
  }

  private DeviceArray upload(ElementType type, Object values, int length) {
    DeviceArray array = allocate(type, length);
    System.arraycopy(values, 0, ((CpuArray) array).values(), 0, length);
    return array;
  }

  @Override
  public int[] toInts(DeviceArray array) {
    return Arrays.copyOf(CpuArray.ints(array), (int) array.length());
  }

  @Override
  public long[] toLongs(DeviceArray array) {
    return Arrays.copyOf(CpuArray.longs(array), (int) array.length());
  }

  @Override
  public float[] toFloats(DeviceArray array) {
    return Arrays.copyOf(CpuArray.floats(array), (int) array.length());
  }

  @Override
  public double[] toDoubles(DeviceArray array) {
    return Arrays.copyOf(CpuArray.doubles(array), (int) array.length());
  }

  @Override
  public void write(DeviceArray target, long at, long[] values, int count) {
    System.arraycopy(values, 0, CpuArray.longs(target), (int) at, count);
  }

  @Override
  public void write(DeviceArray target, long at, float[] values, int count) {
    System.arraycopy(values, 0, CpuArray.floats(target), (int) at, count);
  }

  @Override
  public void write(DeviceArray target, long at, double[] values, int count) {
    System.arraycopy(values, 0, CpuArray.doubles(target), (int) at, count);
  }

  @Override
  public void read(DeviceArray source, long at, ByteBuffer target) {
    int size = source.type().bytes();
    int from = (int) (at / size);
    int count = target.remaining() / size;
    target.order(ByteOrder.nativeOrder());
    switch (source.type()) {
      case U8 -> target.put(CpuArray.bytes(source), from, count);
      case I32 -> target.asIntBuffer().put(CpuArray.ints(source), from, count);
      case I64 -> target.asLongBuffer().put(CpuArray.longs(source), from, count);
      case F32 -> target.asFloatBuffer().put(CpuArray.floats(source), from, count);
      case F64 -> target.asDoubleBuffer().put(CpuArray.doubles(source), from, count);
    }
    target.position(target.limit());
  }

  @Override
  public void write(DeviceArray target, long at, ByteBuffer source) {
    int size = target.type().bytes();
    int from = (int) (at / size);
    int count = source.remaining() / size;
    source.order(ByteOrder.nativeOrder());
    switch (target.type()) {
      case U8 -> source.get(CpuArray.bytes(target), from, count);
      case I32 -> source.asIntBuffer().get(CpuArray.ints(target), from, count);
      case I64 -> source.asLongBuffer().get(CpuArray.longs(target), from, count);
      case F32 -> source.asFloatBuffer().get(CpuArray.floats(target), from, count);
      case F64 -> source.asDoubleBuffer().get(CpuArray.doubles(target), from, count);
    }
    source.position(source.limit());
  }

  @Override
  public void copy(DeviceArray from, long start, DeviceArray to, long at, long count) {
    Object source = ((CpuArray) from).values();
    System.arraycopy(source, (int) start, ((CpuArray) to).values(), (int) at, (int) count);
  }

  @Override
  public DeviceArray uploadSame(double value, long length) {
    DeviceArray array = allocate(ElementType.F64, length);
    double[] values = CpuArray.doubles(array);
    Parallel.forRange((int) length, GRAIN, (from, to) -> Arrays.fill(values, from, to, value));
    return array;
  }

  @Override
  public DeviceArray range(ElementType type, long first, long count) {
    DeviceArray range = allocate(type, count);
    Parallel.forRange(
        (int) count,
        GRAIN,
        (from, to) -> {
          if (type == ElementType.I64) {
            long[] values = CpuArray.longs(range);
            for (int i = from; i < to; i++) {
              values[i] = first + i;
            }
          } else {
            int[] values = CpuArray.ints(range);
            for (int i = from; i < to; i++) {
              values[i] = (int) first + i;
            }
          }
        });
    return range;
  }

  @Override
  public DeviceArray columns(DeviceArray table, int width, int first, int count) {
    int rows = (int) (table.length() / width);
    DeviceArray columns = allocate(ElementType.I64, (long) rows * count);
    long[] from = CpuArray.longs(table);
    long[] to = CpuArray.longs(columns);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(from, row * width + first, to, row * count, count);
    }
    return columns;
  }

  @Override
  public DeviceArray moveParts(DeviceArray array, long[] start, long[] offset) {
    DeviceArray result = allocate(ElementType.I64, array.length());
    long[] from = CpuArray.longs(array);
    long[] to = CpuArray.longs(result);
    Parallel.forRange(
        offset.length,
        Parallel.GRAIN,
        (first, end) -> {
          for (int p = first; p < end; p++) {
            int count = (int) (start[p + 1] - start[p]);
            System.arraycopy(from, (int) start[p], to, (int) offset[p], count);
          }
        });
    return result;
  }

  @Override
  public int[] pick(DeviceArray array, int width, int[] rows) {
    int[] from = CpuArray.ints(array);
    int[] picked = new int[width * rows.length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, width * rows[i], picked, width * i, width);
    }
    return picked;
  }

  @Override
  public void put(DeviceArray array, int[] indices, int[] values) {
    int[] target = CpuArray.ints(array);
    for (int i = 0; i < indices.length; i++) {
      target[indices[i]] = values[i];
    }
  }

  @Override
  public void fill(DeviceArray target, long from, long to, double value) {
    int start = (int) from;
    int end = (int) to;
    switch (target.type()) {
      case U8 -> Arrays.fill(CpuArray.bytes(target), start, end, (byte) value);
      case I32 -> Arrays.fill(CpuArray.ints(target), start, end, (int) value);
      default -> Arrays.fill(CpuArray.floats(target), start, end, (float) value);
    }
  }
}
