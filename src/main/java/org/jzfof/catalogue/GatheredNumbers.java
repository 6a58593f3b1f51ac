package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.comm.Communicator;

/**
 * Group numbers that lie on all ranks, each of which has consecutive rows of every type. They come
 * to rank 0 a block at a time.
 */
public final class GatheredNumbers implements GroupNumbers {
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final int[] numbers;
  private final SortedMap<Integer, Part> parts = new TreeMap<>();

  /** Where the numbers of a type lie: rows of every rank, and the first one of this rank. */
  private record Part(long[] rowsOfRank, int at) {}

  /**
   * @param comm the ranks
   * @param types in the order of the numbers
   * @param counts rows of each of these types on this rank
   * @param numbers of this rank, type by type
   */
  public GatheredNumbers(Communicator comm, int[] types, long[] counts, int[] numbers) {
    this.comm = comm;
    this.numbers = numbers;
    long[][] all = comm.allGather(counts);
    int at = 0;
    for (int i = 0; i < types.length; i++) {
      int index = i;
      long[] rowsOfRank = Arrays.stream(all).mapToLong(rows -> rows[index]).toArray();
      parts.put(types[i], new Part(rowsOfRank, at));
      at += (int) counts[i];
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
        int[] block = fetch(rank, part.at + (int) done, count);
        if (comm.rank() == 0) {
          sink.accept(row, block);
        }
        row += count;
      }
    }
  }

  /** Numbers of a rank, on rank 0. */
  private int[] fetch(int rank, int from, int count) {
    if (comm.size() == 1) {
      return Arrays.copyOfRange(numbers, from, from + count);
    }
    long[][] messages = new long[comm.size()][0];
    if (comm.rank() == rank) {
      messages[0] = Arrays.stream(numbers, from, from + count).asLongStream().toArray();
    }
    return Arrays.stream(comm.allToAll(messages)[rank]).mapToInt(n -> (int) n).toArray();
  }
}
