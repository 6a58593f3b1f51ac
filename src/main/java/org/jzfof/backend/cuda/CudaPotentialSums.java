package org.jzfof.backend.cuda;

import java.util.List;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.so.PotentialKernels;
import org.jzfof.so.Softening;
import org.jzfof.subhalo.MemberRows;
import org.jzfof.subhalo.PotentialSums;
import org.jzfof.subhalo.SubhaloMembers;

/** Potentials by sums over all pairs on the GPU: places and masses stay there, rows travel. */
final class CudaPotentialSums implements PotentialSums {
  private static final String STAGE = "potential_sums";

  /** Sides of a box in which no distance wraps around: integers do by themselves. */
  private static final double[] OPEN = {
    Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY
  };

  /** Longs of a request. */
  private static final int REQUEST = 6;

  /** Targets of a warp. */
  private static final long TILE = 32;

  /** Sources that a warp adds up. */
  private static final long PIECE = 1 << 12;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final double[] field;
  private final DeviceArray place;
  private final DeviceArray mass;

  CudaPotentialSums(
      CudaKernels kernels, CudaMemory memory, SubhaloMembers members, Softening softening) {
    this.kernels = kernels;
    this.memory = memory;
    double[] cell = members.map().cell();
    this.field = CudaPotentialKernels.structOf(new PotentialKernels.Field(cell, OPEN, softening));
    try (Scope made = new Scope()) {
      this.place = made.add(memory.upload(members.place()));
      this.mass = made.add(memory.upload(members.mass()));
      made.keep(this);
    }
  }

  @Override
  public void add(List<Request> requests) {
    List<Request> some = requests.stream().filter(request -> request.pairs() > 0).toList();
    if (some.isEmpty()) {
      return;
    }
    long[] depthStart = Parts.starts(some.size(), q -> some.get(q).targets().count());
    long[] firstWarp = Parts.starts(some.size(), q -> warps(some.get(q)));
    int[] rows = new int[rowCount(some)];
    long[] table = table(some, depthStart, rows);
    long[] sums;
    try (DeviceArray requested = memory.upload(table);
        DeviceArray rowsThere = memory.upload(rows);
        DeviceArray warps = memory.upload(firstWarp);
        DeviceArray depth = memory.zeros(ElementType.I64, depthStart[some.size()])) {
      kernels
          .launch(STAGE, "add_pairs")
          .arg(place)
          .arg(mass)
          .struct(field)
          .arg(rowsThere)
          .arg(requested)
          .arg(warps)
          .arg((long) some.size())
          .arg(PIECE)
          .arg(depth)
          .run(firstWarp[some.size()] * Pieces.WARP);
      sums = memory.toLongs(depth);
    }
    for (int q = 0; q < some.size(); q++) {
      Request request = some.get(q);
      int from = (int) depthStart[q];
      for (int i = 0; i < request.targets().count(); i++) {
        request.depth()[i] += request.sign() * sums[from + i];
      }
    }
  }

  private static long warps(Request request) {
    return (request.targets().count() + TILE - 1)
        / TILE
        * ((request.sources().count() + PIECE - 1) / PIECE);
  }

  /** Rows of all requests, those that are sources and targets once. */
  private static int rowCount(List<Request> requests) {
    return Math.toIntExact(
        requests.stream()
            .mapToLong(
                r -> r.targets().count() + (r.sources() == r.targets() ? 0L : r.sources().count()))
            .sum());
  }

  /** The requests as {@code Request} of potential_sums.cu. */
  private static long[] table(List<Request> requests, long[] depthStart, int[] rows) {
    long[] table = new long[REQUEST * requests.size()];
    int at = 0;
    for (int q = 0; q < requests.size(); q++) {
      Request request = requests.get(q);
      int targets = at;
      at += copy(request.targets(), rows, at);
      int sources = targets;
      if (request.sources() != request.targets()) {
        sources = at;
        at += copy(request.sources(), rows, at);
      }
      table[REQUEST * q] = sources;
      table[REQUEST * q + 1] = request.sources().count();
      table[REQUEST * q + 2] = targets;
      table[REQUEST * q + 3] = request.targets().count();
      table[REQUEST * q + 4] = depthStart[q];
      table[REQUEST * q + 5] = Double.doubleToRawLongBits(request.scale());
    }
    return table;
  }

  private static int copy(MemberRows from, int[] rows, int at) {
    System.arraycopy(from.row(), 0, rows, at, from.count());
    return from.count();
  }

  @Override
  public void close() {
    Cleanup.close(mass, place);
  }
}
