package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.subhalo.FoundSubhaloes;

/**
 * IDs of the members of complete groups or of parts of groups: in each group subhalo by subhalo,
 * the most bound member first, then the members outside all subhaloes type by type, by increasing
 * ID.
 */
public final class OrderedIds {
  private final List<long[]> numbers = new ArrayList<>();
  private final List<long[]> offsets = new ArrayList<>();
  private final List<long[]> lengths = new ArrayList<>();
  private final List<long[]> ids = new ArrayList<>();
  private RepeatedIds repeated = RepeatedIds.NONE;

  /** Returns the numbers of the groups in the catalogue, increasing. */
  public long[] numbers() {
    return ArrayParts.join(numbers.toArray(long[][]::new));
  }

  /** Returns the offset in each group of its first local ID; 0 for complete groups. */
  public long[] offsets() {
    return ArrayParts.join(offsets.toArray(long[][]::new));
  }

  /** Returns the number of local members of each group. */
  public long[] lengths() {
    return ArrayParts.join(lengths.toArray(long[][]::new));
  }

  /** Returns the local IDs of all groups. */
  public long[] ids() {
    return ArrayParts.join(ids.toArray(long[][]::new));
  }

  /** Returns the members that share their ID with another member. */
  public RepeatedIds repeated() {
    return repeated;
  }

  /**
   * Adds part of a group.
   *
   * @param number number of the group in the catalogue, above those of earlier groups
   */
  void add(long number, DistributedSubhaloes.Result part) {
    numbers.add(new long[] {number});
    offsets.add(new long[] {part.first()});
    lengths.add(new long[] {part.ids().length});
    ids.add(part.ids());
    repeated = repeated.plus(part.repeated());
  }

  /**
   * Adds complete groups.
   *
   * @param number numbers of the groups in the catalogue, above those of earlier groups
   * @param length number of members of each group
   * @param found subhaloes of the groups
   */
  void add(long[] number, long[] length, FoundSubhaloes found) {
    numbers.add(number);
    offsets.add(new long[number.length]);
    lengths.add(length);
    ids.add(found.ids());
    repeated = repeated.plus(found.repeated());
  }
}
