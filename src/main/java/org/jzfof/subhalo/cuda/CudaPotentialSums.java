package org.jzfof.subhalo.cuda;

import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Potentials by sums over all pairs on the GPU. Positions and masses stay on the device; rows are
 * copied for each request.
 */
public final class CudaPotentialSums implements PotentialSums {
  private final CudaMemory memory;
  private final CudaPairSums pairs;
  private final DeviceArray position;
  private final DeviceArray mass;

  public CudaPotentialSums(CudaKernels kernels, CudaMemory memory, PointMasses members) {
    this.memory = memory;
    try (Scope made = new Scope()) {
      this.position = made.add(memory.upload(members.position()));
      this.mass = made.add(memory.upload(members.mass()));
      double[] field = CudaPairSums.field(members.map());
      this.pairs = new CudaPairSums(kernels, memory, position, mass, field);
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
    int[] rows = new int[Math.toIntExact(rowStart[active.size()])];
    CudaPairSums.Request[] written = new CudaPairSums.Request[active.size()];
    Parallel.forEach(
        active.size(),
        1,
        q -> written[q] = write(active.get(q), rows, (int) rowStart[q], depthStart[q]));
    long[] sums;
    try (DeviceArray deviceRows = memory.upload(rows);
        DeviceArray depth = memory.zeros(ElementType.I64, depthStart[active.size()])) {
      pairs.add(List.of(written), deviceRows, depth);
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

  /**
   * Returns the number of rows of a request; members that are both sources and targets count once.
   */
  private static long rowCount(Request request) {
    long targets = request.targets().count();
    return request.sources() == request.targets() ? targets : targets + request.sources().count();
  }

  /** Writes the rows of a request from an index on. */
  private static CudaPairSums.Request write(Request request, int[] rows, int at, long depths) {
    MemberSelection targets = request.targets();
    MemberSelection sources = request.sources();
    System.arraycopy(targets.row(), 0, rows, at, targets.count());
    int sourcesAt = at;
    if (sources != targets) {
      sourcesAt += targets.count();
      System.arraycopy(sources.row(), 0, rows, sourcesAt, sources.count());
    }
    return new CudaPairSums.Request(
        sourcesAt,
        sources.count(),
        at,
        targets.count(),
        depths,
        request.softening(),
        request.scale());
  }

  @Override
  public void close() {
    Cleanup.close(mass, position);
  }
}
