package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.knn.Coordinates;

/**
 * Points along a Hilbert curve.
 *
 * @param count points n
 * @param type F32 or F64, as their coordinates
 * @param rows I32 [n] row of each point
 * @param records U8, the structures {@code Record} of {@code knn_index.cuh} [n]
 * @param leafKeys I64 position along the curve of every eighth point
 */
record CurveOrder(
    long count, ElementType type, DeviceArray rows, DeviceArray records, DeviceArray leafKeys)
    implements AutoCloseable {
  private static final String STAGE = "knn_index";

  /** Points of a leaf, as in {@code knn_index.cuh}. */
  static final int LEAF = 8;

  /** Points out of order for each of which there may be this many in order. */
  private static final int ORDERED_PER_UNORDERED = 64;

  /** Rows in order, with the positions of the leaves along the curve. */
  private record Order(DeviceArray rows, DeviceArray leafKeys) {}

  /** Bytes of a {@code Record}. */
  private static long recordBytes(ElementType type) {
    return type == ElementType.F32 ? 16 : 32;
  }

  /** Address of the record at a place. */
  long recordAddress(long place) {
    return CudaArray.address(records) + place * recordBytes(type);
  }

  static CurveOrder of(Coordinates points, KnnSpace space, DeviceAlgorithms algorithms) {
    return new Sorter(points, space, algorithms).sort();
  }

  @Override
  public void close() {
    rows.close();
    records.close();
    leafKeys.close();
  }

  /** Sorts points. */
  private record Sorter(Coordinates points, KnnSpace space, DeviceAlgorithms algorithms) {

    CurveOrder sort() {
      Order order = byLeadingBits();
      if (order == null) {
        order = byWholeKeys();
      }
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
      return new CurveOrder(n, type, order.rows, records, order.leafKeys);
    }

    private CudaMemory memory() {
      return algorithms.memory();
    }

    /** A kernel for the precision of the coordinates. */
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
     * Sorts by as many leading bits of the keys as fit into a word beside a row, which is twice as
     * fast as by all of them.
     *
     * @return null if the points are clustered so much that this leaves too many in no order
     */
    private Order byLeadingBits() {
      long n = points.count();
      int rowBits = DeviceAlgorithms.bitsFor(n);
      DeviceArray words = memory().allocate(ElementType.I64, n);
      launch("curve_words")
          .arg(points.xyz())
          .arg(n)
          .struct(space.curveMap())
          .arg(rowBits)
          .arg(words)
          .run(n);
      try (DeviceArray sorted = algorithms.sort(words, rowBits, Long.SIZE)) {
        if (unordered(sorted, rowBits) > n / ORDERED_PER_UNORDERED) {
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

    private long unordered(DeviceArray words, int rowBits) {
      try (DeviceArray count = memory().zeros(ElementType.I32, 1)) {
        algorithms
            .kernels()
            .launch(STAGE, "count_unordered")
            .arg(words)
            .arg(points.count())
            .arg(rowBits)
            .arg(count)
            .run(points.count());
        return memory().get(count, 0);
      }
    }

    private Order byWholeKeys() {
      long n = points.count();
      DeviceArray keys = memory().allocate(ElementType.I64, n);
      DeviceArray rows = memory().allocate(ElementType.I32, n);
      launch("curve_keys")
          .arg(points.xyz())
          .arg(n)
          .struct(space.curveMap())
          .arg(keys)
          .arg(rows)
          .run(n);
      DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, rows, Long.SIZE);
      try (DeviceArray sortedKeys = sorted.keys()) {
        DeviceArray leafKeys = memory().allocate(ElementType.I64, leaves());
        algorithms
            .kernels()
            .launch(STAGE, "take_leaf_keys")
            .arg(sortedKeys)
            .arg(leaves())
            .arg(leafKeys)
            .run(leaves());
        return new Order(sorted.values(), leafKeys);
      }
    }
  }
}
