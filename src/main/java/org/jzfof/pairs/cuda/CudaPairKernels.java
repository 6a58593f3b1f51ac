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

  /** Number of copies of the sums, which blocks use in turn, as in pairs.cu. */
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
    return weighted
        ? Long.BYTES + 2 * Integer.BYTES
        : 0; // prefix sums of the weights, and their input
  }

  @Override
  public PairTotals autoPairs(WeightedIndex points, PairBins bins) {
    return count(points, points, bins, true);
  }

  @Override
  public PairTotals crossPairs(WeightedIndex points, WeightedIndex partners, PairBins bins) {
    return count(points, partners, bins, false);
  }

  private PairTotals count(
      WeightedIndex points, WeightedIndex partners, PairBins bins, boolean auto) {
    boolean weighted = points.weights() != null;
    long[] counts = new long[bins.count()];
    long[] sums = new long[weighted ? ExactSums.LONGS * counts.length : 0];
    if (points.index().count() > 0 && partners.index().count() > 0) {
      try (Scope results = new Scope();
          DeviceArray squares = memory.upload(bins.squares());
          DeviceArray onDevice = memory.zeros(ElementType.I64, counts.length)) {
        CudaNeighbourIndex partnerIndex = (CudaNeighbourIndex) partners.index();
        KnnQueries queries = queries(points);
        Launch launch =
            launch(
                    partnerIndex,
                    queries,
                    bins,
                    squares,
                    auto,
                    weighted ? "sum_pairs_" : "count_pairs_")
                .arg(onDevice);
        if (weighted) {
          DeviceArray weights = results.add(weightBefore(points));
          DeviceArray partnerWeights = auto ? weights : results.add(weightBefore(partners));
          DeviceArray copies =
              results.add(memory.zeros(ElementType.I64, (long) COPIES * sums.length));
          launch
              .struct(
                  CudaArray.address(weights),
                  CudaArray.address(partnerWeights),
                  CudaArray.address(copies))
              .run(queries.count(), BLOCK);
          addCopies(memory.toLongs(copies), sums);
        } else {
          launch.run(queries.count(), BLOCK);
        }
        counts = memory.toLongs(onDevice);
      }
    }
    return new PairTotals(counts, weighted ? ExactSums.integers(sums) : null);
  }

  private static KnnQueries queries(WeightedIndex points) {
    CudaNeighbourIndex index = (CudaNeighbourIndex) points.index();
    return KnnQueries.ofPoints(index.points(), 0, index.count());
  }

  private Launch launch(
      CudaNeighbourIndex partners,
      KnnQueries queries,
      PairBins bins,
      DeviceArray squares,
      boolean auto,
      String kernel) {
    ElementType type = partners.points().type();
    return kernels
        .launch(STAGE, kernel + type.bytes())
        .struct(partners.struct())
        .reals(type, partners.space().fields(type))
        .struct(partners.space().fields(ElementType.F64))
        .struct(queries.struct())
        .struct(
            CudaArray.address(squares),
            bins.bins(),
            bins.parts(),
            bins.axis(),
            bins.separation().ordinal(),
            auto ? 1 : 0);
  }

  /** Returns the weight of all points before each along the curve, I64 [n+1]. */
  private DeviceArray weightBefore(WeightedIndex points) {
    long n = points.index().count();
    try (DeviceArray ordered = memory.gather(points.weights(), 1, points.index().order());
        DeviceArray longer = memory.allocate(ElementType.I32, n + 1)) {
      memory.copy(ordered, longer, n);
      return algorithms.prefixSums(longer);
    }
  }

  private static void addCopies(long[] copies, long[] sums) {
    for (int from = 0; from < copies.length; from += sums.length) {
      ExactSums.addRow(sums, 0, copies, from, sums.length);
    }
  }
}
