package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.subhalo.FoundSubhaloes;

/**
 * IDs of the members of groups, whole or in part: in each group subhalo by subhalo, the most bound
 * first, then those that are in no subhalo type by type, by increasing ID.
 */
public final class OrderedIds {
  private final List<long[]> numbers = new ArrayList<>();
  private final List<long[]> offsets = new ArrayList<>();
  private final List<long[]> lengths = new ArrayList<>();
  private final List<long[]> ids = new ArrayList<>();
  private RepeatedIds repeated = RepeatedIds.NONE;

  /** Numbers of the groups in the catalogue, increasing. */
  public long[] numbers() {
    return ArrayParts.join(numbers.toArray(long[][]::new));
  }

  /** Place of the first ID here of each group in that group: 0 for whole ones. */
  public long[] offsets() {
    return ArrayParts.join(offsets.toArray(long[][]::new));
  }

  /** Members of each group, or of its part here. */
  public long[] lengths() {
    return ArrayParts.join(lengths.toArray(long[][]::new));
  }

  /** All IDs. */
  public long[] ids() {
    return ArrayParts.join(ids.toArray(long[][]::new));
  }

  /** Members that share their ID. */
  public RepeatedIds repeated() {
    return repeated;
  }

  /**
   * Adds part of a group.
   *
   * @param number of it in the catalogue, above those that are there
   */
  void add(long number, DistributedSubhaloes.Result part) {
    numbers.add(new long[] {number});
    offsets.add(new long[] {part.first()});
    lengths.add(new long[] {part.ids().length});
    ids.add(part.ids());
    repeated = repeated.plus(part.repeated());
  }

  /**
   * Adds groups.
   *
   * @param number of each in the catalogue, above those that are there
   * @param length members of each
   * @param found their subhaloes
   */
  void add(long[] number, long[] length, FoundSubhaloes found) {
    numbers.add(number);
    offsets.add(new long[number.length]);
    lengths.add(length);
    ids.add(found.ids());
    repeated = repeated.plus(found.repeated());
  }
}
