package org.jzfof.literature.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.error.Scope;
import org.jzfof.literature.CellKernels;
import org.jzfof.literature.Cells;
import org.jzfof.literature.Clover;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.Grid;
import org.jzfof.literature.GridShape;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cuda.CudaWork;
import org.jzfof.neighbours.cuda.CurveOrder;
import org.jzfof.neighbours.cuda.KnnSpace;

/** Cells of CLOVER and of a grid on the GPU. */
public final class CudaCellKernels implements CellKernels {
  private static final String STAGE = "clover";
  private static final String GRID = "grid";
  private static final int WARP = 32;

  /** Number of hubs per block in the computation of edges: {@code TILE} of {@code clover.cu}. */
  private static final int TILE = 256;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final ThreadSearch threads;

  public CudaCellKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.threads = new ThreadSearch(memory, algorithms);
  }

  /** Suffix of the name of a kernel for the precision of coordinates. */
  private static String suffix(ElementType type) {
    return "_" + type.bytes();
  }

  @Override
  public DeviceArray findNearestHubs(DistinctPoints positions, DeviceArray hubs) {
    try (Scope made = new Scope()) {
      DeviceArray words = made.add(memory.allocate(ElementType.I64, positions.count()));
      KnnSpace space = new KnnSpace(positions.box());
      ElementType type = hubs.type();
      kernels
          .launch(STAGE, "nearest_hubs" + suffix(type))
          .arg(positions.xyz())
          .arg(positions.count())
          .arg(hubs)
          .arg(hubs.length() / 3)
          .reals(type, space.fields(type))
          .arg((long) space.flat())
          .arg(words)
          .run(positions.count());
      return made.keep(words);
    }
  }

  @Override
  public DeviceArray findGridCells(DistinctPoints positions, GridShape shape) {
    try (Scope made = new Scope()) {
      DeviceArray words = made.add(memory.allocate(ElementType.I64, positions.count()));
      kernels
          .launch(GRID, "grid_cells" + suffix(positions.xyz().type()))
          .arg(positions.xyz())
          .arg(positions.count())
          .struct(fields(shape))
          .arg((long) new KnnSpace(positions.box()).flat())
          .arg(words)
          .run(positions.count());
      return made.keep(words);
    }
  }

  @Override
  public Cells fill(DistinctPoints positions, DeviceArray words, long cells, DeviceArray next) {
    long n = positions.count();
    ElementType type = positions.xyz().type();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, cells - 1));
    try (Scope made = new Scope()) {
      made.add(next);
      try (DeviceArray sorted = algorithms.sort(words, Integer.SIZE, Integer.SIZE + bits)) {
        DeviceArray start = made.add(memory.allocate(ElementType.I32, cells + 1));
        kernels.launch(GRID, "cell_starts").arg(sorted).arg(n).arg(cells).arg(start).run(cells + 1);
        DeviceArray records =
            made.add(memory.allocate(ElementType.U8, n * CurveOrder.recordBytes(type)));
        kernels
            .launch(GRID, "fill_cells" + suffix(type))
            .arg(sorted)
            .arg(n)
            .arg(positions.xyz())
            .arg(positions.row())
            .arg((long) new KnnSpace(positions.box()).flat())
            .arg(records)
            .run(n);
        return made.keep(new Cells(positions.with(null, null, next), records, start));
      }
    }
  }

  @Override
  public DeviceArray measureEdges(Cells cells, DeviceArray hubs, int cellBits) {
    long count = cells.count();
    ElementType type = hubs.type();
    DeviceArray edges = memory.allocate(ElementType.I64, count * count);
    kernels
        .launch(STAGE, "measure_edges" + suffix(type))
        .struct(fields(cells))
        .arg(hubs)
        .arg((long) cellBits)
        .reals(type, new KnnSpace(cells.positions().box()).fields(type))
        .arg(edges)
        .run(count * ((count + TILE - 1) / TILE) * TILE, TILE);
    return edges;
  }

  @Override
  public DeviceArray sortEdges(DeviceArray edges, int cellBits) {
    return algorithms.sort(edges, cellBits, Integer.SIZE + 2 * cellBits);
  }

  private static double[] fields(GridShape shape) {
    double[] fields = new double[9];
    for (int d = 0; d < 3; d++) {
      fields[d] = shape.lower()[d];
      fields[3 + d] = shape.side()[d];
      fields[6 + d] = Double.longBitsToDouble(shape.number()[d]);
    }
    return fields;
  }

  private static long[] fields(Cells cells) {
    DistinctPoints positions = cells.positions();
    return new long[] {
      address(cells.records()),
      address(cells.start()),
      positions.next() == null ? 0 : address(positions.next()),
      positions.isWrapped() ? address(positions.points().xyz()) : 0,
      cells.count(),
      new KnnSpace(positions.box()).flat()
    };
  }

  @Override
  public void findNearest(Clover clover, MethodQueries queries, Queue queue, Neighbours found) {
    ElementType type = clover.hubs().type();
    KnnSpace space = new KnnSpace(clover.box());
    int capacity = Math.max(WARP, Integer.highestOneBit(2 * found.k() - 1));
    String kernel = (queue == Queue.BITONIC ? "bitonic_" : "select_") + capacity;
    String counted = queries.work() == null ? "" : "_counted";
    Launch launch =
        kernels
            .launch(STAGE, kernel + counted + suffix(type))
            .struct(fields(clover.cells()))
            .struct(address(clover.hubs()), address(clover.edges()), clover.cellBits())
            .struct(space.fields(ElementType.F64))
            .reals(type, space.fields(type))
            .struct(MethodArguments.slack(clover.positions()))
            .struct(MethodArguments.queries(queries))
            .arg(queries.from())
            .arg(queries.to())
            .struct(MethodArguments.answers(queries, found));
    CudaWork.addTo(launch, queries.work())
        .run((queries.to() - queries.from()) * WARP, ThreadSearch.BLOCK);
  }

  @Override
  public void findNearest(Grid grid, MethodQueries queries, Neighbours found) {
    DistinctPoints positions = grid.positions();
    String suffix = suffix(positions.points().xyz().type());
    KnnSpace space = new KnnSpace(grid.box());
    threads.findNearest(
        (kernel, from, to) ->
            kernels
                .launch(GRID, kernel + suffix)
                .struct(fields(grid))
                .struct(space.fields(ElementType.F64))
                .struct(MethodArguments.slack(positions))
                .struct(MethodArguments.queries(queries))
                .arg(from)
                .arg(to),
        queries,
        positions.next() != null,
        found);
  }

  /**
   * The structure {@code Grid}: the fields of its cells and of its shape, and two fields of the
   * cells again.
   */
  private static long[] fields(Grid grid) {
    long[] cells = fields(grid.cells());
    double[] shape = fields(grid.shape());
    long[] fields = Arrays.copyOf(cells, cells.length + shape.length + 2);
    for (int i = 0; i < shape.length; i++) {
      fields[cells.length + i] = Double.doubleToRawLongBits(shape[i]);
    }
    fields[cells.length + shape.length] = cells[2];
    fields[cells.length + shape.length + 1] = cells[5];
    return fields;
  }
}
