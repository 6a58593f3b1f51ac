package org.jzfof.pipeline.stages;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
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
 * @param number I32 its number in the catalogue, or {@link GroupKernels#NO_GROUP}
 * @param place I32 place of the particle among those of its group and type in the order of
 *     subhaloes and energies, or {@link GroupKernels#NO_GROUP}
 */
public record SubhaloLabels(DeviceArray number, DeviceArray place) implements AutoCloseable {
  private static final int GROUPS = 64;

  /**
   * Those of the particles of this rank; every rank calls it.
   *
   * @param own number of groups of this rank's range of the catalogue
   */
  static SubhaloLabels of(
      DeviceMemory memory,
      Communicator comm,
      SphereStage.Groups groups,
      SphereStage.Points linked,
      SubhaloSearch.Found found,
      int own) {
    long[] first = firsts(comm, groups.places(), found.table(), own);
    long[] start = memory.toLongs(groups.members().start());
    int[] point = memory.toInts(groups.members().members());
    int[] row = memory.pick(linked.points().row(), 1, point);
    int count = Math.toIntExact(linked.points().count());
    int[] number = new int[count];
    int[] place = new int[count];
    long[] label = memory.toLongs(found.labels());
    Arrays.fill(number, GroupKernels.NO_GROUP);
    Arrays.fill(place, GroupKernels.NO_GROUP);
    Parallel.forEach(
        first.length,
        GROUPS,
        g -> {
          for (int m = (int) start[g]; m < start[g + 1]; m++) {
            if (label[m] != FoundSubhaloes.UNBOUND) {
              number[row[m]] = (int) (first[g] + FoundSubhaloes.rank(label[m]));
              place[row[m]] = FoundSubhaloes.place(label[m]);
            }
          }
        });
    try (Scope made = new Scope()) {
      return made.keep(
          new SubhaloLabels(made.add(memory.upload(number)), made.add(memory.upload(place))));
    }
  }

  /** Number in the catalogue of the first subhalo of each group of this rank. */
  private static long[] firsts(Communicator comm, GroupPlaces places, SubhaloTable table, int own) {
    long before = comm.exclusiveScan(table.count());
    long[] all = {table.count()};
    comm.sum(all);
    if (all[0] > Integer.MAX_VALUE) {
      throw new MemoryException(
          "%d subhaloes are more than can be numbered: give a larger --min-length, or leave --membership and --reorder out"
              .formatted(all[0]));
    }
    int[] start = table.starts(own);
    long[] number = places.number();
    int[] count = new int[comm.size()];
    for (long of : number) {
      count[ArrayParts.partOf(places.first(), of)]++;
    }
    long[][] asked = new long[comm.size()][];
    Arrays.setAll(asked, r -> new long[count[r]]);
    Arrays.fill(count, 0);
    for (long of : number) {
      int r = ArrayParts.partOf(places.first(), of);
      asked[r][count[r]++] = of - places.first()[r];
    }
    long[][] questions = comm.allToAll(asked);
    for (long[] of : questions) {
      Arrays.setAll(of, i -> before + start[(int) of[i]]);
    }
    long[][] answers = comm.allToAll(questions, ArrayParts.lengths(asked));
    long[] first = new long[number.length];
    Arrays.fill(count, 0);
    for (int g = 0; g < first.length; g++) {
      int r = ArrayParts.partOf(places.first(), number[g]);
      first[g] = answers[r][count[r]++];
    }
    return first;
  }

  @Override
  public void close() {
    Cleanup.close(number, place);
  }
}
