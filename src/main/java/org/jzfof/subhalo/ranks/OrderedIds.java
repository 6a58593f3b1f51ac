package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.subhalo.FoundSubhaloes;

/**
 * IDs of the members of complete groups or of parts of groups: in each group subhalo by subhalo, in
 * each type by type, the most bound member first, then the members outside all subhaloes type by
 * type, by increasing ID.
 */
public final class OrderedIds implements AutoCloseable {
  private final DeviceMemory memory;
  private final List<long[]> numbers = new ArrayList<>();
  private final List<long[]> offsets = new ArrayList<>();
  private final List<long[]> lengths = new ArrayList<>();
  private final List<DeviceArray> ids = new ArrayList<>();
  private RepeatedIds repeated = RepeatedIds.NONE;

  OrderedIds(DeviceMemory memory) {
    this.memory = memory;
  }

  /**
   * IDs by increasing number of the group.
   *
   * @param numbers numbers of the groups in the catalogue, increasing
   * @param offsets offset in each group of its first local ID; 0 for complete groups
   * @param lengths number of local members of each group
   * @param ids I64 local IDs of all groups
   */
  public record Sorted(long[] numbers, long[] offsets, long[] lengths, DeviceArray ids) {}

  /** Returns the local IDs group by group, in the order in which groups were added. */
  public long[] ids() {
    return memory.toLongs(joined());
  }

  /** Returns the IDs in one array, which this object keeps. */
  private DeviceArray joined() {
    if (ids.size() != 1) {
      DeviceArray all = memory.join(ElementType.I64, ids);
      ids.clear();
      ids.add(all);
    }
    return ids.get(0);
  }

  /** Returns the IDs of all groups; the caller closes them. */
  public Sorted sorted() {
    long[] number = ArrayParts.join(numbers.toArray(long[][]::new));
    long[] offset = ArrayParts.join(offsets.toArray(long[][]::new));
    long[] length = ArrayParts.join(lengths.toArray(long[][]::new));
    int[] order = ArrayParts.orderOf(number);
    long[] first = ArrayParts.offsets(order.length, i -> length[order[i]]);
    long[] target = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      target[order[i]] = first[i];
    }
    return new Sorted(
        ArrayParts.take(number, order),
        ArrayParts.take(offset, order),
        ArrayParts.take(length, order),
        memory.moveParts(joined(), ArrayParts.offsets(length), target));
  }

  /** Returns the members that share their ID with another member. */
  public RepeatedIds repeated() {
    return repeated;
  }

  /**
   * Adds part of a group.
   *
   * @param number number of the group in the catalogue
   */
  void add(long number, DistributedSubhaloes.Result part) {
    numbers.add(new long[] {number});
    offsets.add(new long[] {part.first()});
    lengths.add(new long[] {part.ids().length});
    ids.add(memory.upload(part.ids()));
    repeated = repeated.plus(part.repeated());
  }

  /**
   * Adds complete groups.
   *
   * @param number numbers of the groups in the catalogue
   * @param length number of members of each group
   * @param found subhaloes of the groups, whose IDs belong to this object from now on
   */
  void add(long[] number, long[] length, FoundSubhaloes found) {
    numbers.add(number);
    offsets.add(new long[number.length]);
    lengths.add(length);
    ids.add(found.ids());
    repeated = repeated.plus(found.repeated());
  }

  @Override
  public void close() {
    Cleanup.close(ids.toArray(AutoCloseable[]::new));
  }
}
