package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;

/** Operations on rows of neighbours on the GPU. */
final class CudaNeighbourRows implements RowKernels {
  private static final String STAGE = "knn_rows";
  private static final String REACH_STAGE = "knn_reach";
  private static final long WARP = 32;

  /** Number of row numbers that a block of threads holds. */
  private static final int LAST = 1024;

  private final CudaKernels kernels;
  private final CudaMemory memory;

  CudaNeighbourRows(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public Neighbours removeNeighbour(Neighbours found, DeviceArray self) {
    long queries = found.count();
    int k = found.k();
    ElementType row = found.row().type();
    ElementType distance = found.distance().type();
    Neighbours rest = Neighbours.allocate(memory, queries, k - 1, row, distance);
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

  @Override
  public Neighbours allocate(long count, int k, ElementType distance) {
    CudaArray wide = memory.allocate(ElementType.I64, count * k);
    return new Neighbours(count, k, new CudaArray(wide), memory.allocate(distance, count * k));
  }

  @Override
  public Neighbours renumber(Neighbours found, DeviceArray numbers) {
    DeviceArray rows = found.row();
    long source = CudaArray.address(rows);
    DeviceArray wide = ((CudaArray) rows).releaseContainer();
    if (wide != null) {
      renumberInPlace(source, numbers, wide);
    } else {
      wide = memory.allocate(ElementType.I64, rows.length());
      renumber(source, numbers, wide, 0, rows.length());
      rows.close();
    }
    return new Neighbours(found.count(), found.k(), wide, found.distance());
  }

  private void renumber(long rows, DeviceArray numbers, DeviceArray wide, long from, long to) {
    kernels
        .launch(STAGE, "renumber")
        .arg(rows + from * Integer.BYTES)
        .arg(to - from)
        .arg(numbers)
        .arg(CudaArray.address(wide) + from * Long.BYTES)
        .run(to - from);
  }

  /**
   * Renumbers rows that lie in the second half of the array of the new numbers. Each step writes
   * half of the remaining numbers, which overwrites only rows that have been read.
   */
  private void renumberInPlace(long rows, DeviceArray numbers, DeviceArray wide) {
    long n = wide.length();
    long done = 0;
    while (n - done > LAST) {
      long next = done + (n - done) / 2;
      renumber(rows, numbers, wide, done, next);
      done = next;
    }
    if (n > 0) {
      kernels
          .launch(STAGE, "renumber_last")
          .arg(rows + done * Integer.BYTES)
          .arg((int) (n - done))
          .arg(numbers)
          .arg(CudaArray.address(wide) + done * Long.BYTES)
          .run(LAST, LAST);
    }
  }

  @Override
  public DeviceArray farthest(Neighbours found) {
    DeviceArray last = memory.allocate(ElementType.F64, found.count());
    kernels
        .launch(REACH_STAGE, "farthest_" + found.distance().type().bytes())
        .arg(found.distance())
        .arg(found.count())
        .arg(found.k())
        .arg(last)
        .run(found.count());
    return last;
  }

  @Override
  public DeviceArray round(DeviceArray distance) {
    DeviceArray rounded = memory.allocate(ElementType.F32, distance.length());
    kernels
        .launch(STAGE, "round_distances")
        .arg(distance)
        .arg(distance.length())
        .arg(rounded)
        .run(distance.length());
    return rounded;
  }

  @Override
  public DeviceArray distances(Neighbours found, Coordinates queries, Coordinates points, Box box) {
    long n = found.row().length();
    DeviceArray distances = memory.allocate(ElementType.F64, n);
    KnnSpace space = new KnnSpace(box);
    kernels
        .launch(
            STAGE, "measure_" + queries.xyz().type().bytes() + "_" + points.xyz().type().bytes())
        .arg(found.row())
        .arg(n)
        .arg(found.k())
        .arg(queries.xyz())
        .arg(points.xyz())
        .struct(space.fields(ElementType.F64))
        .arg(space.flat())
        .arg(distances)
        .run(n);
    return distances;
  }

  @Override
  public void put(Neighbours found, DeviceArray number, Neighbours all, long first) {
    long n = found.row().length();
    kernels
        .launch(
            STAGE,
            "put_rows_"
                + number.type().bytes()
                + "_"
                + found.distance().type().bytes()
                + "_"
                + all.distance().type().bytes())
        .arg(found.row())
        .arg(found.distance())
        .arg(n)
        .arg(found.k())
        .arg(number)
        .arg(first)
        .arg(all.row())
        .arg(all.distance())
        .run(n);
  }

  @Override
  public void merge(Neighbours found, DeviceArray targets, Neighbours others, long from, long to) {
    kernels
        .launch(STAGE, "merge_rows")
        .arg(found.row())
        .arg(found.distance())
        .arg(found.k())
        .arg(targets)
        .arg(others.row())
        .arg(others.distance())
        .arg(from)
        .arg(to)
        .run(to - from);
  }
}
