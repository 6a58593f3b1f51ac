package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.groups.GroupKernels;
import org.jzfof.threads.Parallel;

/**
 * The group of every particle of the given types, in the order of the snapshot: the row of the
 * group in the catalogue, or {@link #NONE}. The numbers are in the memory of the devices of all
 * ranks, each with consecutive rows of every type.
 */
public final class GroupNumbers {
  /** Number of a particle without group. */
  public static final int NONE = GroupKernels.NO_GROUP;

  private static final int BLOCK = 1 << 20;
  private static final int COPY = 1 << 16; // numbers that a thread copies at a time

  private final DeviceArray numbers;
  private final DeviceMemory memory;
  private final ByteBuffer block =
      ByteBuffer.allocateDirect(Integer.BYTES * BLOCK).order(ByteOrder.nativeOrder());
  private final SortedMap<Integer, Part> parts = new TreeMap<>();

  /**
   * Numbers of a type.
   *
   * @param count number of particles on all ranks
   * @param rows rows of this rank
   * @param at index of the first number of this rank
   */
  private record Part(long count, RowRange rows, long at) {}

  /**
   * Creates the numbers; collective over all ranks.
   *
   * @param types types in the order of the numbers
   * @param counts number of rows of each of these types on this rank
   * @param numbers I32 of this rank, type by type; the caller closes it after the last use
   */
  public GroupNumbers(
      Communicator comm, int[] types, long[] counts, DeviceArray numbers, DeviceMemory memory) {
    this.numbers = numbers;
    this.memory = memory;
    long[] all = counts.clone();
    comm.sum(all);
    long at = 0;
    for (int i = 0; i < types.length; i++) {
      RowRange rows = new RowRange(comm.exclusiveScan(counts[i]), counts[i]);
      parts.put(types[i], new Part(all[i], rows, at));
      at += counts[i];
    }
  }

  /** Returns the types with numbers, increasing. */
  public int[] types() {
    return parts.keySet().stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns the number of particles of a type on all ranks. */
  public long count(int type) {
    return parts.get(type).count;
  }

  /** Returns the rows of a type whose numbers this rank has. */
  public RowRange rows(int type) {
    return parts.get(type).rows;
  }

  /** Returns the memory of the numbers. */
  DeviceMemory memory() {
    return memory;
  }

  /** Returns a copy of the numbers of a type on this rank, I32. */
  DeviceArray ofType(int type) {
    Part part = parts.get(type);
    return memory.slice(numbers, part.at, part.rows.count());
  }

  /**
   * Reads numbers of this rank.
   *
   * @param row first row, counted over all ranks
   * @param target receives the numbers; may be longer
   */
  public void read(int type, long row, int count, int[] target) {
    Part part = parts.get(type);
    long from = part.at + row - part.rows.first();
    for (int done = 0; done < count; done += BLOCK) {
      int batch = Math.min(BLOCK, count - done);
      memory.read(
          numbers, (from + done) * Integer.BYTES, block.clear().limit(Integer.BYTES * batch));
      int first = done;
      IntBuffer numbersOfBlock = block.flip().asIntBuffer();
      Parallel.forRange(
          batch,
          COPY,
          (start, end) -> numbersOfBlock.get(start, target, first + start, end - start));
    }
  }

  /**
   * Writes numbers of this rank.
   *
   * @param row first row, counted over all ranks
   */
  public void write(int type, long row, int count, int[] source) {
    Part part = parts.get(type);
    long from = part.at + row - part.rows.first();
    for (int done = 0; done < count; done += BLOCK) {
      int batch = Math.min(BLOCK, count - done);
      block.clear().asIntBuffer().put(source, done, batch);
      memory.write(numbers, (from + done) * Integer.BYTES, block.limit(Integer.BYTES * batch));
    }
  }
}
