package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.domain.cuda.LongRuns;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.Coordinates;

/**
 * Points along a Hilbert curve.
 *
 * @param type type of the coordinates, F32 or F64
 * @param rows I32 [n] row of each point
 * @param records U8, the structures {@code Record} of {@code knn_index.cuh} [n]
 * @param leafKeys I64 position along the curve of the first point of each leaf
 * @param quantiles quantiles of the coordinates that the cells of the curve follow; null for cells
 *     of equal size
 */
public record CurveOrder(
    long count,
    ElementType type,
    DeviceArray rows,
    DeviceArray records,
    DeviceArray leafKeys,
    DeviceArray quantiles)
    implements AutoCloseable {
  private static final int WARP_ROWS = 8 * 32; // CURVE_ITEMS in knn_index.cu
  private static final String STAGE = "knn_index";

  /** Number of points of a leaf, as in {@code knn_index.cuh}. */
  static final int LEAF = 32;

  /** Required number of points in order for each point out of order. */
  private static final int ORDERED_PER_UNORDERED = 64;

  /**
   * Required number of points for each point in a long run of equal leading bits, if only these
   * runs are refined.
   */
  private static final int POINTS_PER_REFINED = 3;

  /** Required number of other points for each point in a crowd. */
  private static final int OTHERS_PER_CROWDED = 4096;

  /** Rows in order, with the key along the curve of the first point of each leaf. */
  private record Order(DeviceArray rows, DeviceArray leafKeys) {}

  /** Bytes of a {@code Record}. */
  public static long recordBytes(ElementType type) {
    return type == ElementType.F32 ? 16 : 32;
  }

  /**
   * Address of the record of a point.
   *
   * @param i index of the point along the curve
   */
  long recordAddress(long i) {
    return CudaArray.address(records) + i * recordBytes(type);
  }

  /**
   * Orders the points of an index. If many points share cells of equal size (a distant particle
   * stretches the box, or all particles are in a tiny part of it), the cells follow the quantiles
   * of each coordinate, so that only coincident points share a cell in large numbers.
   */
  static CurveOrder of(Coordinates points, KnnSpace space, DeviceAlgorithms algorithms) {
    Sorter sorter = new Sorter(points, space, algorithms, null);
    Order order = sorter.byLeadingBits();
    if (order == null) {
      order = sorter.byCompleteKeys(true);
    }
    if (order != null) {
      return sorter.ordered(order, null);
    }
    DeviceArray quantiles = sorter.findQuantiles();
    Sorter byQuantiles = new Sorter(points, space, algorithms, quantiles);
    return byQuantiles.ordered(byQuantiles.byCompleteKeys(false), quantiles);
  }

  /** Orders queries along the curve of the points that are searched. */
  static CurveOrder ofQueries(
      Coordinates queries, CudaNeighbourIndex searched, DeviceAlgorithms algorithms) {
    Sorter sorter =
        new Sorter(queries, searched.space(), algorithms, searched.points().quantiles());
    Order order = sorter.byLeadingBits();
    return sorter.ordered(order == null ? sorter.byCompleteKeys(false) : order, null);
  }

  @Override
  public void close() {
    Cleanup.close(rows, records, leafKeys, quantiles);
  }

  /**
   * Sorts points.
   *
   * @param quantiles quantiles that the cells follow, or null for cells of equal size
   */
  private record Sorter(
      Coordinates points, KnnSpace space, DeviceAlgorithms algorithms, DeviceArray quantiles) {

    /**
     * Gathers the records of points in an order.
     *
     * @param kept quantiles that the result owns, or null
     */
    CurveOrder ordered(Order order, DeviceArray kept) {
      long n = points.count();
      ElementType type = points.xyz().type();
      DeviceArray records = memory().allocate(ElementType.U8, n * recordBytes(type));
      launch("gather_records")
          .arg(points.xyz())
          .arg(order.rows)
          .arg(n)
          .arg(space.flat())
          .arg(records)
          .run(n);
      return new CurveOrder(n, type, order.rows, records, order.leafKeys, kept);
    }

    private CudaMemory memory() {
      return algorithms.memory();
    }

    private TableKernels tables() {
      return new TableKernels(algorithms.kernels(), memory());
    }

    /** Prepares a kernel for the precision of the coordinates. */
    private Launch launch(String kernel) {
      return algorithms.kernels().launch(STAGE, kernel + "_" + points.xyz().type().bytes());
    }

    private Order allocate() {
      return new Order(
          memory().allocate(ElementType.I32, points.count()),
          memory().allocate(ElementType.I64, leaves()));
    }

    private long leaves() {
      return (points.count() + LEAF - 1) / LEAF;
    }

    /**
     * Sorts by as many leading bits of the keys as fit into a word together with a row, which is
     * twice as fast as sorting by all bits. Long runs of equal bits are sorted by all bits if too
     * many points are out of order.
     *
     * @return the order; null if too many points are in long runs, or many points share all bits
     */
    private Order byLeadingBits() {
      long n = points.count();
      int rowBits = DeviceAlgorithms.bitsFor(n);
      DeviceArray words = memory().allocate(ElementType.I64, n);
      launch("curve_words")
          .arg(points.xyz())
          .arg(n)
          .struct(space.curveMap(quantiles))
          .arg(rowBits)
          .arg(words)
          .runWarps(n, WARP_ROWS);
      try (DeviceArray sorted = algorithms.sort(words, rowBits, Long.SIZE)) {
        if (!isOrdered(sorted, n, rowBits, ORDERED_PER_UNORDERED) && !refine(sorted, rowBits)) {
          return null;
        }
        Order order = allocate();
        algorithms
            .kernels()
            .launch(STAGE, "split_words")
            .arg(sorted)
            .arg(n)
            .arg(rowBits)
            .arg(order.rows)
            .arg(order.leafKeys)
            .run(n);
        return order;
      }
    }

    /** Sorts the points of long runs of equal leading bits, and returns whether it succeeded. */
    private boolean refine(DeviceArray words, int rowBits) {
      LongRuns longRuns = new LongRuns(algorithms, LEAF);
      try (DeviceArray indices =
          longRuns.find(words, rowBits, points.count() / POINTS_PER_REFINED)) {
        if (indices == null) {
          return false;
        }
        try (DeviceAlgorithms.Sorted sorted = completeKeys(words, indices, rowBits)) {
          if (!isOrdered(sorted.keys(), indices.length(), 0, 1)) {
            return false;
          }
          longRuns.putRows(sorted.values(), indices, rowBits, words);
          return true;
        }
      }
    }

    /**
     * Sorted complete keys and rows of words.
     *
     * @param indices I32 indices of the words
     */
    private DeviceAlgorithms.Sorted completeKeys(
        DeviceArray words, DeviceArray indices, int rowBits) {
      long count = indices.length();
      DeviceArray keys = memory().allocate(ElementType.I64, count);
      DeviceArray rows = memory().allocate(ElementType.I32, count);
      launch("curve_keys_of")
          .arg(words)
          .arg(indices)
          .arg(count)
          .arg(rowBits)
          .arg(points.xyz())
          .struct(space.curveMap(quantiles))
          .arg(keys)
          .arg(rows)
          .run(count);
      return algorithms.sort(keys, rows, Long.SIZE);
    }

    /**
     * Whether most leaves are in order and crowds have few points.
     *
     * @param words I64 words of all points or of a part of them
     * @param count number of words
     */
    private boolean isOrdered(DeviceArray words, long count, int rowBits, int orderedPerUnordered) {
      long n = points.count();
      try (DeviceArray counts = memory().zeros(ElementType.I64, 1)) {
        algorithms
            .kernels()
            .launch(STAGE, "count_unordered")
            .arg(words)
            .arg(count)
            .arg(rowBits)
            .arg(counts)
            .run(count);
        long found = memory().get(counts, 0);
        long inCrowds = found >>> Integer.SIZE;
        return (found & 0xffffffffL) <= n / orderedPerUnordered
            && inCrowds <= n / OTHERS_PER_CROWDED;
      }
    }

    /**
     * Sorts by all bits of the keys.
     *
     * @param refusesCrowds whether the result is null if many points are in crowds
     */
    private Order byCompleteKeys(boolean refusesCrowds) {
      long n = points.count();
      DeviceArray keys = memory().allocate(ElementType.I64, n);
      DeviceArray rows = memory().allocate(ElementType.I32, n);
      launch("curve_keys")
          .arg(points.xyz())
          .arg(n)
          .struct(space.curveMap(quantiles))
          .arg(keys)
          .arg(rows)
          .run(n);
      DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, rows, Long.SIZE);
      try (DeviceArray sortedKeys = sorted.keys()) {
        if (refusesCrowds && !isOrdered(sortedKeys, n, 0, 1)) {
          sorted.values().close();
          return null;
        }
        return new Order(sorted.values(), tables().strided(LEAF, sortedKeys, leaves()));
      }
    }

    /** I64 [3m] words at which cells with about equal numbers of points begin in each dimension. */
    private DeviceArray findQuantiles() {
      long n = points.count();
      long step = (n + KnnSpace.CELLS - 1) / KnnSpace.CELLS;
      long cells = (n + step - 1) / step;
      DeviceArray quantiles = memory().allocate(ElementType.I64, 3 * cells);
      for (int d = 0; d < 3; d++) {
        DeviceArray words = memory().allocate(ElementType.I64, n);
        launch("coordinate_words")
            .arg(points.xyz())
            .arg(n)
            .struct(space.curveMap(null))
            .arg(d)
            .arg(words)
            .run(n);
        try (DeviceArray sorted = algorithms.sort(words, 0, Long.SIZE);
            DeviceArray bounds = tables().strided(step, sorted, cells)) {
          memory().copy(bounds, 0, quantiles, d * cells, cells);
        }
      }
      return quantiles;
    }
  }
}
