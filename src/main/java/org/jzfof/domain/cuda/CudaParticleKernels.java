package org.jzfof.domain.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.domain.Balls;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.Splitters;

/** Fixed-point conversion and Morton order on the GPU. */
public final class CudaParticleKernels implements ParticleKernels {
  private static final String STAGE = "particles";
  private static final long WARP = 32;
  private static final int MAX_PIECES = 1 << 16;
  private static final int ROWS_PER_COUNT = 512; // a multiple of four warps

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaParticleKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public Quantiser quantiser(FixedPoint map, DeviceArray positions) {
    return new CudaQuantiser(kernels, memory, map, positions);
  }

  /** The structure {@code FixedPointMap} of common.cuh. */
  public static long[] structOf(FixedPoint map) {
    long[] fields = new long[6];
    for (int d = 0; d < 3; d++) {
      fields[d] = Double.doubleToRawLongBits(map.cell()[d]);
      fields[3 + d] = map.offset()[d];
    }
    return fields;
  }

  @Override
  public ColumnRange range(DeviceArray column, int width, boolean signed, long from, long count) {
    return CudaColumnRange.of(kernels, memory, column, width, signed, from, count);
  }

  @Override
  public Particles mock(MockParticles mock, long first, long count) {
    DeviceArray positions = memory.allocate(ElementType.I32, 3 * count);
    DeviceArray ids = memory.allocate(ElementType.I64, count);
    DeviceArray velocities = memory.allocate(ElementType.F32, 3 * count);
    try (DeviceArray firstSlot = memory.upload(mock.firstSlot());
        DeviceArray radius = memory.upload(mock.radius());
        DeviceArray profile = memory.upload(mock.profile())) {
      kernels
          .launch("mock", "make_mock")
          .struct(structOf(mock, firstSlot, radius, profile))
          .arg(first)
          .arg(count)
          .arg(positions)
          .arg(ids)
          .arg(velocities)
          .run(count);
    }
    return MockParticles.particles(positions, ids, velocities);
  }

  /** The structure {@code Mock} of mock.cu. */
  private static long[] structOf(
      MockParticles mock, DeviceArray firstSlot, DeviceArray radius, DeviceArray profile) {
    long[] keys = mock.keys();
    return new long[] {
      mock.count(),
      mock.seed(),
      CudaArray.address(firstSlot),
      radius.length(),
      CudaArray.address(radius),
      CudaArray.address(profile),
      keys[0],
      keys[1],
      keys[2],
      keys[3],
      mock.halfBits()
    };
  }

  @Override
  public DeviceArray coordinates(FixedPoint map, DeviceArray positions) {
    DeviceArray coordinates = memory.allocate(ElementType.F32, positions.length());
    kernels
        .launch(STAGE, "coordinates_of")
        .arg(positions)
        .arg(positions.length())
        .struct(structOf(map))
        .arg(coordinates)
        .run(positions.length());
    return coordinates;
  }

  @Override
  public DeviceArray quantise(FixedPoint map, DeviceArray xyz) {
    DeviceArray positions = memory.allocate(ElementType.I32, xyz.length());
    kernels
        .launch("balls", "quantise_nearest_" + xyz.type().bytes())
        .arg(xyz)
        .arg(xyz.length())
        .struct(structOf(map))
        .arg(map.periodic() ? 1 : 0)
        .arg(positions)
        .run(xyz.length());
    return positions;
  }

  @Override
  public DeviceArray findIntersecting(Balls balls, KeyRange piece) {
    return selectBalls(kernels.launch("balls", "balls_reaching"), balls, piece);
  }

  @Override
  public DeviceArray findLeaving(Balls balls, KeyRange piece) {
    return selectBalls(kernels.launch("balls", "balls_leaving"), balls, piece);
  }

  private DeviceArray selectBalls(Launch test, Balls balls, KeyRange piece) {
    try (DeviceArray bits = algorithms.bits(balls.count())) {
      test.arg(balls.centre())
          .arg(balls.radius())
          .arg(balls.count())
          .struct(structOf(balls.map()))
          .arg(balls.map().periodic() ? 1 : 0)
          .arg(piece.first())
          .arg(piece.last())
          .arg(bits)
          .run(balls.count());
      return algorithms.indices(bits, 0);
    }
  }

  @Override
  public SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun) {
    return new MortonSort(algorithms, maxRun).sort(positions, count);
  }

  @Override
  public long[] sampleKeys(DeviceArray positions, long count, int samples) {
    DeviceArray keys = memory.allocate(ElementType.I64, samples);
    kernels
        .launch(STAGE, "sample_keys")
        .arg(positions)
        .arg(count)
        .arg((long) samples)
        .arg(keys)
        .run(samples);
    try (DeviceArray sorted = algorithms.sort(keys, 0, 3 * Splitters.BITS)) {
      return memory.toLongs(sorted);
    }
  }

  @Override
  public Partition partition(DeviceArray positions, long count, Splitters splitters) {
    DeviceArray pieceOfRow = memory.allocate(ElementType.U8, Short.BYTES * count);
    try (DeviceArray keys = memory.upload(splitters.key());
        DeviceArray fractions = memory.upload(splitters.fraction())) {
      kernels
          .launch(STAGE, "pieces_of_rows")
          .arg(positions)
          .arg(count)
          .arg(keys)
          .arg(fractions)
          .arg(splitters.key().length)
          .arg(pieceOfRow)
          .runItems(count);
    }
    return byPiece(pieceOfRow, count, splitters.key().length + 1);
  }

  @Override
  public Partition partition(DeviceArray numbers, long[] start) {
    DeviceArray pieceOfRow = memory.allocate(ElementType.U8, Short.BYTES * numbers.length());
    try (DeviceArray starts = memory.upload(start)) {
      kernels
          .launch(STAGE, "pieces_of_numbers")
          .arg(numbers)
          .arg(numbers.length())
          .arg(starts)
          .arg(start.length - 1)
          .arg(pieceOfRow)
          .run(numbers.length());
    }
    return byPiece(pieceOfRow, numbers.length(), start.length - 1);
  }

  /**
   * Sorts rows by piece with a counting sort: a warp counts the rows of each piece in its stretch
   * of rows, and then writes them.
   *
   * @param pieceOfRow piece of each row, 16 bits; closed
   */
  private Partition byPiece(DeviceArray pieceOfRow, long count, int pieces) {
    if (pieces > MAX_PIECES) {
      throw new IllegalArgumentException(pieces + " pieces; at most " + MAX_PIECES);
    }
    int stretch = ROWS_PER_COUNT * pieces;
    long warps = (count + stretch - 1) / stretch;
    TableKernels tables = new TableKernels(kernels, memory);
    try (pieceOfRow;
        DeviceArray offsets = rowsBefore(pieceOfRow, count, pieces, stretch, warps);
        DeviceArray starts = tables.strided(warps, offsets, pieces + 1)) {
      DeviceArray rows = memory.allocate(ElementType.I32, count);
      kernels
          .launch(STAGE, "place_rows" + fewOrMany(pieces))
          .arg(pieceOfRow)
          .arg(count)
          .arg(stretch)
          .arg(warps)
          .arg(pieces)
          .arg(offsets)
          .arg(rows)
          .run(warps * WARP);
      return new Partition(rows, memory.toLongs(starts));
    }
  }

  private static String fewOrMany(int pieces) {
    return pieces <= WARP ? "_of_few" : "_of_many";
  }

  /**
   * I64 [pieces·warps + 1] number of rows before those of each piece and warp, followed by the
   * number of rows.
   */
  private DeviceArray rowsBefore(
      DeviceArray pieceOfRow, long count, int pieces, int stretch, long warps) {
    try (DeviceArray counts = memory.zeros(ElementType.I32, pieces * warps + 1)) {
      kernels
          .launch(STAGE, "count_rows" + fewOrMany(pieces))
          .arg(pieceOfRow)
          .arg(count)
          .arg(stretch)
          .arg(warps)
          .arg(pieces)
          .arg(counts)
          .run(warps * WARP);
      return algorithms.prefixSums(counts);
    }
  }

  @Override
  public DeviceArray gather(DeviceArray column, int width, DeviceArray rows) {
    return memory.gather(column, width, rows);
  }

  @Override
  public DeviceArray joinRows(SortedPoints first, SortedPoints second) {
    DeviceArray joined = memory.allocate(ElementType.I32, first.count() + second.count());
    memory.copy(first.row(), joined, first.count());
    kernels
        .launch(STAGE, "append_rows")
        .arg(second.row())
        .arg(second.count())
        .arg((int) first.count())
        .arg(joined)
        .run(second.count());
    return joined;
  }

  @Override
  public DeviceArray order(DeviceArray rows) {
    DeviceArray keys = memory.slice(rows, 0, rows.length());
    DeviceArray indices = memory.range(ElementType.I32, 0, rows.length());
    DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, indices, Integer.SIZE);
    sorted.keys().close();
    return sorted.values();
  }

  @Override
  public DeviceArray inverse(DeviceArray rows) {
    return new TableKernels(kernels, memory).inverse(rows);
  }
}
