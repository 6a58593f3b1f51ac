package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.knn.Neighbours;

/** Rows of neighbours that have been found, on the GPU. */
final class CudaNeighbourRows {
  private static final String STAGE = "knn_rows";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  CudaNeighbourRows(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  /** As {@link org.jzfof.knn.KnnKernels#without}. */
  Neighbours without(Neighbours found, DeviceArray self) {
    long queries = found.count();
    int k = found.k();
    ElementType row = found.row().type();
    ElementType distance = found.distance().type();
    Neighbours rest =
        new Neighbours(
            queries,
            k - 1,
            memory.allocate(row, queries * (k - 1)),
            memory.allocate(distance, queries * (k - 1)));
    kernels
        .launch(STAGE, "leave_out_" + row.bytes() + "_" + distance.bytes())
        .arg(found.row())
        .arg(found.distance())
        .arg(queries)
        .arg(k)
        .arg(self)
        .arg(rest.row())
        .arg(rest.distance())
        .run(queries * WARP);
    return rest;
  }

  /** As {@link org.jzfof.knn.KnnKernels#renumber}. */
  Neighbours renumber(Neighbours found, DeviceArray rows) {
    long n = found.row().length();
    DeviceArray row = memory.allocate(ElementType.I64, n);
    DeviceArray distance = memory.allocate(found.distance().type(), n);
    memory.copy(found.distance(), distance, n);
    kernels.launch(STAGE, "renumber").arg(found.row()).arg(n).arg(rows).arg(row).run(n);
    return new Neighbours(found.count(), found.k(), row, distance);
  }

  /** As {@link org.jzfof.knn.KnnKernels#farthest}. */
  DeviceArray farthest(Neighbours found) {
    DeviceArray last = memory.allocate(ElementType.F64, found.count());
    kernels
        .launch(STAGE, "farthest")
        .arg(found.distance())
        .arg(found.count())
        .arg(found.k())
        .arg(last)
        .run(found.count());
    return last;
  }

  /** As {@link org.jzfof.knn.KnnKernels#merge}. */
  void merge(Neighbours found, DeviceArray which, Neighbours others, long from, long to) {
    kernels
        .launch(STAGE, "merge_rows")
        .arg(found.row())
        .arg(found.distance())
        .arg(found.k())
        .arg(which)
        .arg(others.row())
        .arg(others.distance())
        .arg(from)
        .arg(to)
        .run(to - from);
  }
}
