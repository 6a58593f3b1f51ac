package org.jzfof.spheres.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.spheres.properties.MassProfiles;

/** Sorted squared distances of the members of groups on the GPU, with the prefix sums of masses. */
final class CudaMassProfiles implements MassProfiles {
  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final Pieces pieces;
  private final DeviceArray squares;
  private final DeviceArray before;
  private final long[] struct;

  /**
   * @param pieces pieces of the groups, closed with this object
   * @param squares sorted squared distances, closed with this object
   * @param before prefix sums of masses, closed with this object; null if members count 1
   */
  CudaMassProfiles(
      CudaKernels kernels,
      CudaMemory memory,
      Pieces pieces,
      DeviceArray squares,
      DeviceArray before,
      boolean isotropic) {
    this.kernels = kernels;
    this.memory = memory;
    this.pieces = pieces;
    this.squares = squares;
    this.before = before;
    long[] ranges = pieces.ranges();
    this.struct = Arrays.copyOf(ranges, ranges.length + 3);
    struct[ranges.length] = address(squares);
    struct[ranges.length + 1] = Columns.orNull(before);
    struct[ranges.length + 2] = isotropic ? 1 : 0;
  }

  @Override
  public long[] extremes(long[] half) {
    try (DeviceArray halves = half == null ? null : memory.upload(half);
        DeviceArray rows = memory.allocate(ElementType.I64, EXTREMES * pieces.groups())) {
      kernels
          .launch(CudaPropertyKernels.STAGE, "extremes_but_peaks")
          .struct(struct)
          .arg(halves)
          .arg(rows)
          .run(pieces.groups());
      kernels
          .launch(CudaPropertyKernels.STAGE, "take_peaks")
          .struct(struct)
          .arg(rows)
          .run(pieces.threads());
      kernels
          .launch(CudaPropertyKernels.STAGE, "take_peak_squares")
          .struct(struct)
          .arg(rows)
          .run(pieces.threads());
      long[] extremes = memory.toLongs(rows);
      for (int at = 0; at < extremes.length; at += EXTREMES) {
        extremes[at + PEAK_SQUARE] = extremes[at + PEAK] == 0 ? 0 : extremes[at + PEAK_SQUARE];
      }
      return extremes;
    }
  }

  @Override
  public long[] within(int[] group, long[] square) {
    if (group.length == 0) {
      return new long[0];
    }
    try (DeviceArray groups = memory.upload(group);
        DeviceArray requested = memory.upload(square);
        DeviceArray answers = memory.allocate(ElementType.I64, 2L * group.length)) {
      kernels
          .launch(CudaPropertyKernels.STAGE, "within_squares")
          .struct(struct)
          .arg(groups)
          .arg(requested)
          .arg((long) group.length)
          .arg(answers)
          .run(group.length);
      return memory.toLongs(answers);
    }
  }

  @Override
  public void close() {
    Cleanup.close(squares, before, pieces);
  }
}
