package org.jzfof.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * Group numbers that lie on the devices of all ranks, each of which has consecutive rows of every
 * type. They come to rank 0 a block at a time.
 */
public final class GatheredNumbers implements GroupNumbers {
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final DeviceArray numbers;
  private final DeviceMemory memory;
  private final ByteBuffer block = ByteBuffer.allocateDirect(Integer.BYTES * BLOCK);
  private final SortedMap<Integer, Part> parts = new TreeMap<>();

  /** Where the numbers of a type lie: rows of every rank, and the first one of this rank. */
  private record Part(long[] rowsOfRank, long at) {}

  /**
   * @param comm the ranks
   * @param types in the order of the numbers
   * @param counts rows of each of these types on this rank
   * @param numbers I32 of this rank, type by type; stays open until all is done
   * @param memory of the numbers
   */
  public GatheredNumbers(
      Communicator comm, int[] types, long[] counts, DeviceArray numbers, DeviceMemory memory) {
    this.comm = comm;
    this.numbers = numbers;
    this.memory = memory;
    long[][] all = comm.allGather(counts);
    long at = 0;
    for (int i = 0; i < types.length; i++) {
      int index = i;
      long[] rowsOfRank = Arrays.stream(all).mapToLong(rows -> rows[index]).toArray();
      parts.put(types[i], new Part(rowsOfRank, at));
      at += counts[i];
    }
  }

  @Override
  public int[] types() {
    return parts.keySet().stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public long count(int type) {
    return Arrays.stream(parts.get(type).rowsOfRank).sum();
  }

  @Override
  public void stream(int type, Sink sink) {
    Part part = parts.get(type);
    long row = 0;
    for (int rank = 0; rank < comm.size(); rank++) {
      long rows = part.rowsOfRank[rank];
      for (long done = 0; done < rows; done += BLOCK) {
        int count = (int) Math.min(BLOCK, rows - done);
        int[] some = fetch(rank, part.at + done, count);
        if (comm.rank() == 0) {
          sink.accept(row, some);
        }
        row += count;
      }
    }
  }

  /** Numbers of a rank, on rank 0. */
  private int[] fetch(int rank, long from, int count) {
    if (comm.size() == 1) {
      return read(from, count);
    }
    long[][] messages = new long[comm.size()][0];
    if (comm.rank() == rank) {
      messages[0] = Arrays.stream(read(from, count)).asLongStream().toArray();
    }
    return Arrays.stream(comm.allToAll(messages)[rank]).mapToInt(n -> (int) n).toArray();
  }

  /** Numbers of this rank. */
  private int[] read(long from, int count) {
    memory.read(numbers, from * Integer.BYTES, block.clear().limit(Integer.BYTES * count));
    int[] some = new int[count];
    block.flip().order(ByteOrder.nativeOrder()).asIntBuffer().get(some);
    return some;
  }
}
