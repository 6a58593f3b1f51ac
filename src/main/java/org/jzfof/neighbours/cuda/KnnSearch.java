package org.jzfof.neighbours.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.SearchWork;

/**
 * One search for nearest neighbours.
 *
 * @param found receives the neighbours
 * @param byCurve whether rows of neighbours come in the order of the curve instead of the row order
 *     of the queries
 * @param work receives the work of the queries, or null
 */
record KnnSearch(
    CudaNeighbourIndex index,
    KnnQueries queries,
    Neighbours found,
    boolean byCurve,
    SearchWork work) {
  private static final int WARP = 32;

  /** Threads per block, as in knn_group.cu. */
  private static final int GROUP_BLOCK = 2 * WARP;

  /** Threads per block, as in knn_exact.cu. */
  private static final int EXACT_BLOCK = 4 * WARP;

  /** The values of k for which knn_group.cu has kernels. */
  private static final int[] GROUP_K = {8, 16, 24, 30, 32, 64};

  private static final int MAX_GROUP_K = 64;

  /**
   * Runs the search.
   *
   * @param grouped whether 32 consecutive queries are close together
   */
  void run(CudaKernels kernels, CudaMemory memory, boolean grouped) {
    if (queries.count() == 0) {
      return;
    }
    if (!grouped || found.k() > MAX_GROUP_K) {
      single(kernels, null, queries.count());
      return;
    }
    try (DeviceArray undecided = memory.allocate(ElementType.I32, queries.count());
        DeviceArray count = memory.zeros(ElementType.I32, 1)) {
      groups(kernels, undecided, count);
      single(kernels, undecided, memory.get(count, 0));
    }
  }

  /**
   * Answers queries in groups.
   *
   * @param undecided receives the indices of the queries that remain unanswered
   * @param count receives their number
   */
  private void groups(CudaKernels kernels, DeviceArray undecided, DeviceArray count) {
    int capacity = 0;
    while (GROUP_K[capacity] < found.k()) {
      capacity++;
    }
    ElementType type = index.points().type();
    long firstGroup = queries.from() / WARP;
    long groups = (queries.to() + WARP - 1) / WARP - firstGroup;
    String suffix =
        work == null ? type.bytes() + "_" + GROUP_K[capacity] : "counted_" + type.bytes();
    CudaWork.addTo(
            kernels
                .launch("knn_group", "search_group_" + suffix)
                .struct(index.struct())
                .reals(type, index.space().fields(type))
                .struct(index.space().fields(ElementType.F64))
                .arg(index.points().leafKeys())
                .struct(queries.struct())
                .struct(answers())
                .arg(undecided)
                .arg(count),
            work)
        .run(groups * WARP, GROUP_BLOCK);
  }

  /**
   * Answers queries one by one.
   *
   * @param selection indices of the queries, or null for all
   */
  private void single(CudaKernels kernels, DeviceArray selection, long count) {
    // Capacity for twice as many neighbours as a round finds.
    int capacity = found.k() <= 32 ? 64 : found.k() <= 128 ? 256 : 2048;
    String suffix = capacity + (work == null ? "" : "_counted");
    CudaWork.addTo(
            kernels
                .launch(
                    "knn_exact", "search_exactly_" + index.points().type().bytes() + "_" + suffix)
                .struct(index.struct())
                .struct(index.space().fields(ElementType.F64))
                .struct(queries.struct())
                .struct(answers())
                .arg(selection)
                .arg(count),
            work)
        .run(count * WARP, capacity == 2048 ? WARP : EXACT_BLOCK);
  }

  /** The structure {@code Answers} of {@code knn_index.cuh}. */
  private long[] answers() {
    return new long[] {
      address(found.row()),
      address(found.distance()),
      found.distance().type() == ElementType.F64 ? 1 : 0,
      found.k(),
      byCurve ? 1 : 0
    };
  }
}
