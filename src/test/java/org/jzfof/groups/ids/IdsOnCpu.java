package org.jzfof.groups.ids;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Function;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.exchange.ArrayExchange;

/** Member IDs that are exchanged between ranks on the CPU. */
public final class IdsOnCpu {
  private IdsOnCpu() {}

  /**
   * Makes them, and gives the device back before the IDs are asked for; every rank calls it.
   *
   * @param block rows that a rank gets from others at once
   */
  public static DistributedIds make(
      Communicator comm, int block, Function<DistributedIds.Context, DistributedIds> made) {
    try (Backend backend = new CpuBackend();
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      DistributedIds ids = made.apply(new DistributedIds.Context(arrays, backend.memory(), block));
      assertEquals(0, backend.memory().used(), "device arrays left open");
      arrays.finish();
      return ids;
    }
  }

  /** IDs that increase in each type of each group. */
  public static DistributedIds increasing(
      Communicator comm, int block, long[] numbers, long[] lengthType, long[] ids) {
    return make(
        comm,
        block,
        context ->
            DistributedIds.increasing(context, numbers, lengthType, context.memory().upload(ids)));
  }
}
