package org.jzfof.groups.ids;

import java.util.HashMap;
import java.util.Map;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Bisection;

/**
 * Keys that are increasing IDs. The IDs of a run are copied to the host at the first request: ranks
 * request only the few runs in which a share begins.
 */
final class IdKeys implements RunKeys {
  private final DeviceMemory memory;
  private final DeviceArray ids;
  private final MemberRuns runs;
  private final Map<Integer, long[]> cache = new HashMap<>();

  /**
   * @param ids I64 IDs, run by run
   */
  IdKeys(DeviceMemory memory, DeviceArray ids, MemberRuns runs) {
    this.memory = memory;
    this.ids = ids;
    this.runs = runs;
  }

  private long[] of(int run) {
    return cache.computeIfAbsent(
        run,
        r -> {
          try (DeviceArray runIds = memory.slice(ids, runs.start()[r], runs.length(r))) {
            return memory.toLongs(runIds);
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
