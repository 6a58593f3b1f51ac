package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceEvent;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;

/** The memory of a GPU. Arrays come from a heap and are reused in the order of the stream. */
public final class CudaMemory implements DeviceMemory, AutoCloseable {
  public static final String REMEDY =
      "run on a GPU with more memory, spread the particles over more ranks and GPUs, or use"
          + " --backend cpu";

  private static final int FEW_VALUES = 16; // as in arrays.cu

  private final CudaDevice device;
  private final DeviceHeap heap;
  private final EventClock clock;
  private final Staging staging;
  private final PinnedBuffers pinned;
  private final HostWord word;
  private final TableKernels tables;
  private long used;
  private long peak;

  public CudaMemory(CudaDevice device, CudaKernels kernels) {
    this.device = device;
    this.heap = new DeviceHeap(device);
    this.clock = new EventClock(device);
    this.staging = new Staging(device);
    this.pinned = new PinnedBuffers(device);
    this.word = new HostWord(device, kernels);
    this.tables = new TableKernels(kernels, this);
  }

  public Staging staging() {
    return staging;
  }

  /** Returns the page-locked buffers for messages to other ranks. */
  public PinnedBuffers pinned() {
    return pinned;
  }

  @Override
  public CudaArray allocate(ElementType type, long length) {
    device.makeCurrent();
    long bytes = length * type.bytes();
    long address = heap.allocate(bytes);
    if (address == 0) {
      throw outOfMemory(bytes);
    }
    account(bytes);
    return new CudaArray(type, length, new CudaArray.Address(address), this);
  }

  private MemoryException outOfMemory(long bytes) {
    long[] free = new long[1];
    long[] total = new long[1];
    check(JCudaDriver.cuMemGetInfo(free, total), "cuMemGetInfo");
    return new MemoryException(
        "GPU %d (%s) has no room for %d MiB more: %d MiB are in use here, %d of %d MiB are free; %s"
            .formatted(
                device.ordinal(),
                device.name(),
                (bytes >> 20) + 1,
                used >> 20,
                free[0] >> 20,
                total[0] >> 20,
                REMEDY));
  }

  void release(CudaArray array, CudaArray.Address pointer) {
    device.makeCurrent();
    heap.free(pointer.value());
    account(-array.byteLength());
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
  public void finish() {
    device.synchronize();
  }

  @Override
  public DeviceEvent mark() {
    return clock.mark();
  }

  /** Creates an array of zeros. */
  public CudaArray zeros(ElementType type, long length) {
    return filled(type, length, (byte) 0);
  }

  /** Creates an array with the same value in every byte. */
  public CudaArray filled(ElementType type, long length, byte value) {
    CudaArray array = allocate(type, length);
    set(array, 0, array.byteLength(), value);
    return array;
  }

  private void set(DeviceArray array, long from, long bytes, byte value) {
    if (bytes > 0) {
      check(
          JCudaDriver.cuMemsetD8Async(CudaArray.at(array, from), value, bytes, device.stream()),
          "cuMemsetD8Async");
    }
  }

  /** As {@link HostWord#runForValue}. */
  long runForValue(Launch launch, long threads, int block) {
    return word.runForValue(launch, threads, block);
  }

  /** Sets one element of an I32 array. */
  public void setInt(DeviceArray array, long index, int value) {
    check(
        JCudaDriver.cuMemsetD32Async(
            CudaArray.at(array, index * Integer.BYTES), value, 1, device.stream()),
        "cuMemsetD32Async");
  }

  /** Reads one element of an I64 array, or of an I32 array as an unsigned number. */
  public long get(DeviceArray array, long index) {
    return word.read(array, index);
  }

  @Override
  public CudaArray upload(int[] values) {
    CudaArray array = allocate(ElementType.I32, values.length);
    staging.upload(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.asIntBuffer().put(values, (int) (at / Integer.BYTES), b.remaining() / 4));
    return array;
  }

  @Override
  public CudaArray upload(long[] values) {
    CudaArray array = allocate(ElementType.I64, values.length);
    write(array, 0, values, values.length);
    return array;
  }

  @Override
  public CudaArray upload(float[] values) {
    CudaArray array = allocate(ElementType.F32, values.length);
    write(array, 0, values, values.length);
    return array;
  }

  @Override
  public CudaArray upload(byte[] values) {
    CudaArray array = allocate(ElementType.U8, values.length);
    staging.upload(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.put(values, (int) at, b.remaining()));
    return array;
  }

  @Override
  public CudaArray upload(double[] values) {
    CudaArray array = allocate(ElementType.F64, values.length);
    if (values.length <= FEW_VALUES) {
      tables.setFew(array, Arrays.copyOf(values, FEW_VALUES));
    } else {
      write(array, 0, values, values.length);
    }
    return array;
  }

  @Override
  public void write(DeviceArray target, long at, long[] values, int count) {
    staging.upload(
        CudaArray.at(target, at * Long.BYTES),
        (long) count * Long.BYTES,
        (from, b) -> b.asLongBuffer().put(values, (int) (from / Long.BYTES), b.remaining() / 8));
  }

  @Override
  public void write(DeviceArray target, long at, float[] values, int count) {
    staging.upload(
        CudaArray.at(target, at * Float.BYTES),
        (long) count * Float.BYTES,
        (from, b) -> b.asFloatBuffer().put(values, (int) (from / Float.BYTES), b.remaining() / 4));
  }

  @Override
  public void write(DeviceArray target, long at, double[] values, int count) {
    staging.upload(
        CudaArray.at(target, at * Double.BYTES),
        (long) count * Double.BYTES,
        (from, b) ->
            b.asDoubleBuffer().put(values, (int) (from / Double.BYTES), b.remaining() / 8));
  }

  @Override
  public void write(DeviceArray target, long at, ByteBuffer source) {
    source.order(ByteOrder.nativeOrder());
    int start = source.position();
    staging.upload(
        CudaArray.at(target, at),
        source.remaining(),
        (from, b) -> b.put(source.slice(start + (int) from, b.remaining())));
    source.position(source.limit());
  }

  @Override
  public void read(DeviceArray source, long at, ByteBuffer target) {
    target.order(ByteOrder.nativeOrder());
    int start = target.position();
    staging.download(
        CudaArray.at(source, at),
        target.remaining(),
        (from, b) -> target.put(start + (int) from, b, 0, b.remaining()));
    target.position(target.limit());
  }

  private static int hostLength(DeviceArray array) {
    if (array.length() > HostArray.LONGEST) {
      throw new MemoryException(
          "%d values do not fit into one Java array (at most %d): use more ranks"
              .formatted(array.length(), HostArray.LONGEST));
    }
    return (int) array.length();
  }

  @Override
  public int[] toInts(DeviceArray array) {
    int[] values = new int[hostLength(array)];
    staging.download(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.asIntBuffer().get(values, (int) (at / Integer.BYTES), b.remaining() / 4));
    return values;
  }

  @Override
  public long[] toLongs(DeviceArray array) {
    long[] values = new long[hostLength(array)];
    staging.download(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.asLongBuffer().get(values, (int) (at / Long.BYTES), b.remaining() / 8));
    return values;
  }

  @Override
  public float[] toFloats(DeviceArray array) {
    float[] values = new float[hostLength(array)];
    staging.download(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.asFloatBuffer().get(values, (int) (at / Float.BYTES), b.remaining() / 4));
    return values;
  }

  @Override
  public double[] toDoubles(DeviceArray array) {
    double[] values = new double[hostLength(array)];
    staging.download(
        CudaArray.at(array, 0),
        array.byteLength(),
        (at, b) -> b.asDoubleBuffer().get(values, (int) (at / Double.BYTES), b.remaining() / 8));
    return values;
  }

  @Override
  public void fill(DeviceArray target, long from, long to, double value) {
    device.makeCurrent();
    if (target.type() == ElementType.U8) {
      set(target, from, to - from, (byte) value);
    } else if (to > from) {
      boolean integer = target.type() == ElementType.I32;
      check(
          JCudaDriver.cuMemsetD32Async(
              CudaArray.at(target, from * Float.BYTES),
              integer ? (int) value : Float.floatToRawIntBits((float) value),
              to - from,
              device.stream()),
          "cuMemsetD32Async");
    }
  }

  @Override
  public void copy(DeviceArray from, long start, DeviceArray to, long at, long count) {
    device.makeCurrent();
    if (count > 0) {
      check(
          JCudaDriver.cuMemcpyDtoDAsync(
              CudaArray.at(to, at * to.type().bytes()),
              CudaArray.at(from, start * from.type().bytes()),
              count * from.type().bytes(),
              device.stream()),
          "cuMemcpyDtoDAsync");
    }
  }

  /** As {@link org.jzfof.domain.ParticleKernels#gather}. */
  public CudaArray gather(DeviceArray column, int width, DeviceArray rows) {
    CudaArray gathered = allocate(column.type(), rows.length() * width);
    var all = new TableKernels.Part(0, gathered.length(), CudaArray.address(gathered));
    tables.gather(column, width, rows, List.of(all));
    return gathered;
  }

  /** Gathers parts of the rows into separate targets. */
  public void gather(
      DeviceArray column, int width, DeviceArray rows, List<TableKernels.Part> parts) {
    tables.gather(column, width, rows, parts);
  }

  @Override
  public DeviceArray range(ElementType type, long first, long count) {
    return tables.range(type, first, count);
  }

  @Override
  public DeviceArray columns(DeviceArray table, int width, int first, int count) {
    return tables.columns(table, width, first, count);
  }

  @Override
  public DeviceArray uploadSame(double value, long length) {
    return tables.same(value, length);
  }

  @Override
  public DeviceArray moveParts(DeviceArray array, long[] start, long[] offset) {
    return tables.moveParts(array, start, offset);
  }

  @Override
  public int[] pick(DeviceArray array, int width, int[] rows) {
    return tables.pick(array, width, rows);
  }

  @Override
  public void put(DeviceArray array, int[] indices, int[] values) {
    tables.put(array, indices, values);
  }

  @Override
  public void close() {
    heap.close();
    clock.close();
    word.close();
    staging.close();
    pinned.close();
  }
}
