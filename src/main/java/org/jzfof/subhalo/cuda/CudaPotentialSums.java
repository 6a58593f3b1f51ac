package org.jzfof.subhalo.cuda;

import java.util.List;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.Softening;
import org.jzfof.centres.cuda.CudaPotentialKernels;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Potentials by sums over all pairs on the GPU. Positions and masses stay on the device; rows are
 * copied for each request.
 */
public final class CudaPotentialSums implements PotentialSums {
  private static final String STAGE = "potential_sums";

  /**
   * Sides of a box in which no distance wraps around, as integer differences wrap by themselves.
   */
  private static final double[] OPEN = {
    Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY
  };

  /** Number of longs of a request. */
  private static final int REQUEST = 6;

  /** Number of targets of a warp. */
  private static final long TILE = 32;

  /** Maximum number of sources that a warp sums up. */
  private static final long PIECE = 1 << 12;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final double[] field;
  private final DeviceArray position;
  private final DeviceArray mass;

  public CudaPotentialSums(
      CudaKernels kernels, CudaMemory memory, PointMasses members, Softening softening) {
    this.kernels = kernels;
    this.memory = memory;
    double[] cell = members.map().cell();
    this.field = CudaPotentialKernels.structOf(new PotentialKernels.Field(cell, OPEN, softening));
    try (Scope made = new Scope()) {
      this.position = made.add(memory.upload(members.position()));
      this.mass = made.add(memory.upload(members.mass()));
      made.keep(this);
    }
  }

  @Override
  public void add(List<Request> requests) {
    List<Request> active = requests.stream().filter(request -> request.pairs() > 0).toList();
    if (active.isEmpty()) {
      return;
    }
    long[] rowStart = ArrayParts.offsets(active.size(), q -> rowCount(active.get(q)));
    long[] depthStart = ArrayParts.offsets(active.size(), q -> active.get(q).targets().count());
    long[] firstWarp = ArrayParts.offsets(active.size(), q -> warps(active.get(q)));
    int[] rows = new int[Math.toIntExact(rowStart[active.size()])];
    long[] table = new long[REQUEST * active.size()];
    Parallel.forEach(
        active.size(),
        1,
        q -> write(active.get(q), rows, (int) rowStart[q], table, q, depthStart[q]));
    long[] sums;
    try (DeviceArray requested = memory.upload(table);
        DeviceArray deviceRows = memory.upload(rows);
        DeviceArray warps = memory.upload(firstWarp);
        DeviceArray depth = memory.zeros(ElementType.I64, depthStart[active.size()])) {
      kernels
          .launch(STAGE, "add_pairs")
          .arg(position)
          .arg(mass)
          .struct(field)
          .arg(deviceRows)
          .arg(requested)
          .arg(warps)
          .arg((long) active.size())
          .arg(PIECE)
          .arg(depth)
          .run(firstWarp[active.size()] * Pieces.WARP);
      sums = memory.toLongs(depth);
    }
    Parallel.forEach(
        active.size(),
        1,
        q -> {
          Request request = active.get(q);
          int from = (int) depthStart[q];
          for (int i = 0; i < request.targets().count(); i++) {
            request.depth()[i] += request.sign() * sums[from + i];
          }
        });
  }

  private static long warps(Request request) {
    return (request.targets().count() + TILE - 1)
        / TILE
        * ((request.sources().count() + PIECE - 1) / PIECE);
  }

  /**
   * Returns the number of rows of a request; members that are both sources and targets count once.
   */
  private static long rowCount(Request request) {
    long targets = request.targets().count();
    return request.sources() == request.targets() ? targets : targets + request.sources().count();
  }

  /** Writes a request as the structure {@code Request} of potential_sums.cu. */
  private static void write(
      Request request, int[] rows, int at, long[] table, int q, long depthStart) {
    MemberSelection targets = request.targets();
    MemberSelection sources = request.sources();
    System.arraycopy(targets.row(), 0, rows, at, targets.count());
    int sourcesAt = at;
    if (sources != targets) {
      sourcesAt += targets.count();
      System.arraycopy(sources.row(), 0, rows, sourcesAt, sources.count());
    }
    table[REQUEST * q] = sourcesAt;
    table[REQUEST * q + 1] = sources.count();
    table[REQUEST * q + 2] = at;
    table[REQUEST * q + 3] = targets.count();
    table[REQUEST * q + 4] = depthStart;
    table[REQUEST * q + 5] = Double.doubleToRawLongBits(request.scale());
  }

  @Override
  public void close() {
    Cleanup.close(mass, position);
  }
}
