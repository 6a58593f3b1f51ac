package org.jzfof.groups.ids;

import java.util.HashMap;
import java.util.Map;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Bisection;

/** What the members of each run of this rank are in order of. */
interface RunKeys {
  /**
   * How many members of a run have lower keys.
   *
   * @param run among those of this rank
   * @param key unsigned
   */
  int below(int run, long key);

  /**
   * Increasing IDs. Those of a run come to the host when it is first asked for: ranks ask for the
   * few runs that a share begins in.
   *
   * @param ids I64, run by run
   */
  static RunKeys ofIds(DeviceMemory memory, DeviceArray ids, MemberRuns runs) {
    Map<Integer, long[]> known = new HashMap<>();
    return (run, key) -> {
      long[] of =
          known.computeIfAbsent(
              run,
              r -> {
                try (DeviceArray some = memory.slice(ids, runs.start()[r], runs.length(r))) {
                  return memory.toLongs(some);
                }
              });
      return Bisection.countBelow(of.length, i -> Long.compareUnsigned(of[i], key) < 0);
    };
  }

  /**
   * Consecutive places, in whatever order the IDs are.
   *
   * @param first of each run of this rank
   */
  static RunKeys ofPlaces(long[] first, MemberRuns runs) {
    return (run, key) -> {
      boolean above = Long.compareUnsigned(key, first[run]) <= 0;
      long past = key - first[run];
      return above
          ? 0
          : (int) (Long.compareUnsigned(past, runs.length(run)) < 0 ? past : runs.length(run));
    };
  }
}
