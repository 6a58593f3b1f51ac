package org.jzfof.pairs.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.error.Scope;
import org.jzfof.groups.ExactSums;
import org.jzfof.neighbours.cuda.CudaNeighbourIndex;
import org.jzfof.neighbours.cuda.KnnQueries;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairKernels;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.WeightedIndex;

/** Counts of pairs on the GPU. */
public final class CudaPairKernels implements PairKernels {
  private static final String STAGE = "pairs";

  /** Threads per block, as in pairs.cu. */
  private static final int BLOCK = 128;

  /** Sums of which blocks choose one in turn, as in pairs.cu. */
  private static final int COPIES = 64;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaPairKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public long bytesPerPoint(boolean weighted) {
    return weighted ? Long.BYTES + 2 * Integer.BYTES : 0; // their sums, and how these are made
  }

  @Override
  public PairTotals own(WeightedIndex points, PairBins bins) {
    return count(points, points, bins, true);
  }

  @Override
  public PairTotals between(WeightedIndex some, WeightedIndex others, PairBins bins) {
    return count(some, others, bins, false);
  }

  private PairTotals count(WeightedIndex some, WeightedIndex others, PairBins bins, boolean own) {
    boolean weighted = some.weights() != null;
    long[] counts = new long[bins.count()];
    long[] sums = new long[weighted ? ExactSums.LONGS * counts.length : 0];
    if (some.index().count() > 0 && others.index().count() > 0) {
      try (Scope made = new Scope();
          DeviceArray squares = memory.upload(bins.squares());
          DeviceArray onDevice = memory.zeros(ElementType.I64, counts.length)) {
        CudaNeighbourIndex partners = (CudaNeighbourIndex) others.index();
        KnnQueries asking = queries(some);
        Launch launch =
            launch(partners, asking, bins, squares, own, weighted ? "sum_pairs_" : "count_pairs_")
                .arg(onDevice);
        if (weighted) {
          DeviceArray weights = made.add(weightBefore(some));
          DeviceArray partnerWeights = own ? weights : made.add(weightBefore(others));
          DeviceArray copies = made.add(memory.zeros(ElementType.I64, (long) COPIES * sums.length));
          launch
              .struct(
                  CudaArray.address(weights),
                  CudaArray.address(partnerWeights),
                  CudaArray.address(copies))
              .run(asking.count(), BLOCK);
          addCopies(memory.toLongs(copies), sums);
        } else {
          launch.run(asking.count(), BLOCK);
        }
        counts = memory.toLongs(onDevice);
      }
    }
    return new PairTotals(counts, weighted ? ExactSums.integers(sums) : null);
  }

  private static KnnQueries queries(WeightedIndex some) {
    CudaNeighbourIndex points = (CudaNeighbourIndex) some.index();
    return KnnQueries.ofPoints(points.points(), 0, points.count());
  }

  private Launch launch(
      CudaNeighbourIndex others,
      KnnQueries asking,
      PairBins bins,
      DeviceArray squares,
      boolean own,
      String kernel) {
    ElementType type = others.points().type();
    return kernels
        .launch(STAGE, kernel + type.bytes())
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
            own ? 1 : 0);
  }

  /** I64 [n+1] the weight of all points before each along the curve. */
  private DeviceArray weightBefore(WeightedIndex points) {
    long n = points.index().count();
    try (DeviceArray ordered = memory.gather(points.weights(), 1, points.index().order());
        DeviceArray longer = memory.allocate(ElementType.I32, n + 1)) {
      memory.copy(ordered, longer, n);
      return algorithms.sums(longer);
    }
  }

  private static void addCopies(long[] copies, long[] sums) {
    for (int from = 0; from < copies.length; from += sums.length) {
      ExactSums.addRow(sums, 0, copies, from, sums.length);
    }
  }
}
