package org.jzfof.pipeline.stages;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.subhalo.ranks.SubhaloSearch;
import org.jzfof.threads.Parallel;

/**
 * The subhalo of each particle.
 *
 * @param number I32 number of the subhalo in the catalogue, or {@link GroupKernels#NO_GROUP}
 * @param memberIndex I32 index of the particle among those of its group and type in the order of
 *     subhaloes and energies, or {@link GroupKernels#NO_GROUP}
 */
public record SubhaloLabels(DeviceArray number, DeviceArray memberIndex) implements AutoCloseable {
  /**
   * Creates the labels of the particles of this rank; every rank calls it.
   *
   * @param localGroups number of groups in this rank's range of the catalogue
   */
  static SubhaloLabels of(
      Backend backend,
      Communicator comm,
      SphereStage.Groups groups,
      SphereStage.Points linked,
      SubhaloSearch.Result found,
      int localGroups) {
    DeviceMemory memory = backend.memory();
    long[] first = firstSubhaloes(comm, groups.rows(), found.table(), localGroups);
    long[] start = memory.toLongs(groups.members().start());
    int[] row = rows(backend, groups, linked);
    int[] number = none(linked.points().count());
    int[] memberIndex = none(linked.points().count());
    long[] label = memory.toLongs(found.labels());
    Parallel.forRange(
        label.length,
        Parallel.GRAIN,
        (from, to) -> {
          int group = ArrayParts.partOf(start, from);
          for (int m = from; m < to; m++) {
            while (m >= start[group + 1]) {
              group++;
            }
            if (label[m] != FoundSubhaloes.UNBOUND) {
              number[row[m]] = (int) (first[group] + FoundSubhaloes.rank(label[m]));
              memberIndex[row[m]] = FoundSubhaloes.indexInType(label[m]);
            }
          }
        });
    try (Scope scope = new Scope()) {
      return scope.keep(
          new SubhaloLabels(
              scope.add(memory.upload(number)), scope.add(memory.upload(memberIndex))));
    }
  }

  /** Returns the row of each member among the particles. */
  private static int[] rows(Backend backend, SphereStage.Groups groups, SphereStage.Points linked) {
    try (DeviceArray rows =
        backend.particles().gather(linked.points().row(), 1, groups.members().members())) {
      return backend.memory().toInts(rows);
    }
  }

  private static int[] none(long count) {
    int[] numbers = new int[Math.toIntExact(count)];
    Parallel.forRange(
        numbers.length,
        Parallel.STREAM_GRAIN,
        (from, to) -> Arrays.fill(numbers, from, to, GroupKernels.NO_GROUP));
    return numbers;
  }

  /** Returns the catalogue number of the first subhalo of each group of this rank. */
  private static long[] firstSubhaloes(
      Communicator comm, GroupRows rows, SubhaloTable table, int localGroups) {
    long firstLocal = comm.exclusiveScan(table.count());
    long[] total = {table.count()};
    comm.sum(total);
    if (total[0] > Integer.MAX_VALUE) {
      throw new MemoryException(
          "%d subhaloes are more than can be numbered: give a larger --min-length, or leave --membership and --reorder out"
              .formatted(total[0]));
    }
    int[] start = table.starts(localGroups);
    long[] first = Arrays.stream(start).mapToLong(s -> firstLocal + s).toArray();
    return RowTransfer.ofRequests(comm, rows.first(), rows.number()).moved(first, 1);
  }

  @Override
  public void close() {
    Cleanup.close(number, memberIndex);
  }
}
