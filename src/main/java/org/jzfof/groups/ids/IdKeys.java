package org.jzfof.groups.ids;

import java.util.HashMap;
import java.util.Map;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Bisection;

/**
 * Increasing IDs. Those of a run come to the host when it is first asked for: ranks ask for the few
 * runs in which a share begins.
 */
final class IdKeys implements RunKeys {
  private final DeviceMemory memory;
  private final DeviceArray ids;
  private final MemberRuns runs;
  private final Map<Integer, long[]> known = new HashMap<>();

  /**
   * @param ids I64, run by run
   */
  IdKeys(DeviceMemory memory, DeviceArray ids, MemberRuns runs) {
    this.memory = memory;
    this.ids = ids;
    this.runs = runs;
  }

  private long[] of(int run) {
    return known.computeIfAbsent(
        run,
        r -> {
          try (DeviceArray some = memory.slice(ids, runs.start()[r], runs.length(r))) {
            return memory.toLongs(some);
          }
        });
  }

  @Override
  public int below(int run, long key) {
    long[] of = of(run);
    return Bisection.countBelow(of.length, i -> Long.compareUnsigned(of[i], key) < 0);
  }

  @Override
  public long largest(int run) {
    return of(run)[runs.length(run) - 1];
  }
}
