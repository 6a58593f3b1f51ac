package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairKernels;

/** Counts of pairs on the GPU. */
final class CudaPairKernels implements PairKernels {
  private static final String STAGE = "pairs";

  /** Threads per block, as in pairs.cu. */
  private static final int BLOCK = 128;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  CudaPairKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public long bytesPerPoint() {
    return 0;
  }

  @Override
  public long[] countOwn(NeighbourIndex index, PairBins bins) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) index;
    return count(points, points, bins, true);
  }

  @Override
  public long[] countBetween(NeighbourIndex some, NeighbourIndex others, PairBins bins) {
    return count((CudaNeighbourIndex) some, (CudaNeighbourIndex) others, bins, false);
  }

  private long[] count(
      CudaNeighbourIndex some, CudaNeighbourIndex others, PairBins bins, boolean own) {
    if (some.count() == 0 || others.count() == 0) {
      return new long[bins.count()];
    }
    KnnQueries asking = KnnQueries.own(some.points(), 0, some.count());
    ElementType type = others.points().type();
    try (DeviceArray squares = memory.upload(bins.squares());
        DeviceArray counts = memory.zeros(ElementType.I64, bins.count())) {
      kernels
          .launch(STAGE, "count_pairs_" + type.bytes())
          .struct(others.struct())
          .reals(type, others.space().fields(type))
          .struct(others.space().fields(ElementType.F64))
          .struct(asking.struct())
          .struct(
              CudaArray.address(squares),
              bins.bins(),
              bins.parts(),
              bins.axis(),
              bins.separation().ordinal(),
              own ? 1 : 0)
          .arg(counts)
          .run(asking.count(), BLOCK);
      return memory.toLongs(counts);
    }
  }
}
