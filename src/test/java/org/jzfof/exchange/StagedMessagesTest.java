package org.jzfof.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;

/** Copies through buffers of the host, here by a device that does them as late as it may. */
class StagedMessagesTest extends ArrayExchangeContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }

  @Override
  List<Path> paths() {
    return List.of(new Path(1, StagedMessagesTest::staged));
  }

  private static ArrayExchange staged(Backend backend, Communicator comm) {
    return new MessageExchange(
        comm,
        backend.memory(),
        backend.particles()::gather,
        new StagedMessages(new LateBuffers(backend.memory()), 1000),
        "staged in a test");
  }

  /** Several rounds of 64 KiB for each pair. */
  @Override
  int longest() {
    return 1 << 18;
  }

  /** What one rank sends and the other one expects may end in different rounds. */
  @Test
  void ranksNeedNotHaveAsManyRounds() {
    ThreadRanks.run(3, this::sendAlongTheRing);
  }

  private Void sendAlongTheRing(Communicator comm) {
    int me = comm.rank();
    long[] mib = {3L << 20, 100, 0}; // from rank 0 to 1, from 1 to 2
    long[] send = new long[4];
    long[] receive = new long[4];
    for (int r = 0; r < 3; r++) {
      send[r + 1] = send[r] + (r == me + 1 ? mib[me] : 0);
      receive[r + 1] = receive[r] + (r == me - 1 ? mib[r] : 0);
    }
    try (Backend backend = open(comm);
        ArrayExchange exchange = staged(backend, comm);
        DeviceArray from = backend.memory().allocate(ElementType.U8, send[3]);
        DeviceArray to = backend.memory().allocate(ElementType.U8, receive[3])) {
      backend.memory().fill(from, 0, send[3], me + 1);
      exchange.exchange(from, send, to, receive);
      ByteBuffer arrived = ByteBuffer.allocate((int) receive[3]);
      backend.memory().read(to, 0, arrived);
      for (byte value : arrived.array()) {
        assertEquals(me, value);
      }
      exchange.finish();
    }
    return null;
  }

  /** Copies when somebody waits for it, and loses what a buffer held before. */
  private static final class LateBuffers implements StagingBuffers {
    private final DeviceMemory memory;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private ByteBuffer[] leaving = {};
    private ByteBuffer[] coming = {};

    LateBuffers(DeviceMemory memory) {
      this.memory = memory;
    }

    @Override
    public void begin(int bytes) {
      assertEquals(0, waiting.size());
      leaving = two(bytes);
      coming = two(bytes);
    }

    private static ByteBuffer[] two(int bytes) {
      return new ByteBuffer[] {direct(bytes), direct(bytes)};
    }

    private static ByteBuffer direct(int bytes) {
      return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void fetch(int half, int place, DeviceArray from, long at, int bytes) {
      waiting.add(() -> memory.read(from, at, leaving[half].slice(place, bytes)));
    }

    private void copy() {
      while (!waiting.isEmpty()) {
        waiting.remove().run();
      }
    }

    @Override
    public ByteBuffer sendBuffer(int half) {
      copy();
      return leaving[half];
    }

    @Override
    public ByteBuffer receiveBuffer(int half) {
      if (waiting.isEmpty()) {
        return coming[half];
      }
      copy();
      while (coming[half].hasRemaining()) {
        coming[half].put((byte) -1);
      }
      return coming[half].clear();
    }

    @Override
    public void store(int half, int place, DeviceArray to, long at, int bytes) {
      waiting.add(() -> memory.write(to, at, coming[half].slice(place, bytes)));
    }

    @Override
    public void store(ByteBuffer from, DeviceArray to, long at) {
      memory.write(to, at, from);
    }

    @Override
    public void end() {
      copy();
    }
  }
}
