package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.groups.GroupKernels;

/**
 * The group of every particle of some types, in the order of the snapshot: the place of the group
 * in the catalogue, or {@link #NONE}. They lie on the devices of all ranks, each of which has
 * consecutive rows of every type.
 */
public final class GroupNumbers {
  /** Number of a particle that is in no group. */
  public static final int NONE = GroupKernels.NO_GROUP;

  private static final int BLOCK = 1 << 20;

  private final DeviceArray numbers;
  private final DeviceMemory memory;
  private final ByteBuffer block =
      ByteBuffer.allocateDirect(Integer.BYTES * BLOCK).order(ByteOrder.nativeOrder());
  private final SortedMap<Integer, Part> parts = new TreeMap<>();

  /** Numbers of a type: those of all ranks, the rows of this one, and where they lie. */
  private record Part(long count, RowRange rows, long at) {}

  /**
   * Every rank makes one.
   *
   * @param types in the order of the numbers
   * @param counts rows of each of these types on this rank
   * @param numbers I32 of this rank, type by type; stays open until all is done
   * @param memory of the numbers
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

  /** The types of which there are numbers, increasing. */
  public int[] types() {
    return parts.keySet().stream().mapToInt(Integer::intValue).toArray();
  }

  /** Particles of a type, of all ranks. */
  public long count(int type) {
    return parts.get(type).count;
  }

  /** Those whose numbers this rank has. */
  public RowRange rows(int type) {
    return parts.get(type).rows;
  }

  /**
   * Reads numbers of this rank.
   *
   * @param row first of them, counted over all ranks
   * @param target receives them; may be longer
   */
  public void read(int type, long row, int count, int[] target) {
    Part part = parts.get(type);
    long from = part.at + row - part.rows.first();
    for (int done = 0; done < count; done += BLOCK) {
      int some = Math.min(BLOCK, count - done);
      memory.read(
          numbers, (from + done) * Integer.BYTES, block.clear().limit(Integer.BYTES * some));
      block.flip().asIntBuffer().get(target, done, some);
    }
  }
}
