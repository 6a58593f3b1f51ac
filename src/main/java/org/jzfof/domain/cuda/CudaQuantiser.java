package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.Staging;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Quantiser;

/**
 * Converts each block on the GPU; the calling thread waits only until the block has left the Java
 * heap.
 */
final class CudaQuantiser implements Quantiser {
  private static final String STAGE = "particles";
  private static final byte ALL_BITS =
      -1; // above every row when unsigned, and the same bits as ALL_VALID

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final long[] map;
  private final DeviceArray positions;
  private final DeviceArray firstFault;

  CudaQuantiser(CudaKernels kernels, CudaMemory memory, FixedPoint map, DeviceArray positions) {
    this.kernels = kernels;
    this.memory = memory;
    this.map = CudaParticleKernels.structOf(map);
    this.positions = positions;
    this.firstFault = memory.filled(ElementType.I64, 1, ALL_BITS);
  }

  @Override
  public void convert(float[] xyz, int count, long at) {
    Staging.Transfer source =
        (from, b) -> b.asFloatBuffer().put(xyz, (int) (from / Float.BYTES), b.remaining() / 4);
    convert("quantise_floats", ElementType.F32, source, count, at);
  }

  @Override
  public void convert(double[] xyz, int count, long at) {
    Staging.Transfer source =
        (from, b) -> b.asDoubleBuffer().put(xyz, (int) (from / Double.BYTES), b.remaining() / 8);
    convert("quantise_doubles", ElementType.F64, source, count, at);
  }

  private void convert(
      String kernel, ElementType type, Staging.Transfer source, int count, long at) {
    try (DeviceArray raw = memory.allocate(type, 3L * count)) {
      memory
          .staging()
          .upload(
              CudaArray.at(raw, 0),
              raw.byteLength(),
              source,
              (from, bytes) -> {
                long first = from / type.bytes();
                kernels
                    .launch(STAGE, kernel)
                    .arg(CudaArray.address(raw) + from)
                    .arg((long) bytes / type.bytes())
                    .struct(map)
                    .arg(at + first / 3)
                    .arg(address(at) + first * Integer.BYTES)
                    .arg(firstFault)
                    .run(bytes / type.bytes());
              });
    }
  }

  @Override
  public void convertFractions(int[] fractions, int count, long at) {
    memory
        .staging()
        .upload(
            CudaArray.at(positions, 3 * at * Integer.BYTES),
            3L * count * Integer.BYTES,
            (from, b) ->
                b.asIntBuffer().put(fractions, (int) (from / Integer.BYTES), b.remaining() / 4),
            (from, bytes) ->
                kernels
                    .launch(STAGE, "flip_signs")
                    .arg(address(at) + from)
                    .arg((long) bytes / Integer.BYTES)
                    .run(bytes / Integer.BYTES));
  }

  private long address(long row) {
    return CudaArray.address(positions) + 3 * row * Integer.BYTES;
  }

  @Override
  public long firstFault() {
    return memory.get(firstFault, 0);
  }

  @Override
  public void close() {
    firstFault.close();
  }
}
