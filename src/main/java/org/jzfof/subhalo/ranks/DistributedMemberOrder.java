package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The order of the members of a group on all ranks: subhalo by subhalo, in each type by type, the
 * most bound member first, then the members outside all subhaloes type by type, by increasing ID.
 * Each rank has a stretch of this order.
 *
 * @param first index in the order of the first member of the stretch of this rank
 * @param indexInType index of each member of this rank among the members of its type, subhalo by
 *     subhalo; -1 outside all subhaloes
 * @param repeated members of this rank's stretch by type and ID that have the ID of the member
 *     before them
 */
record DistributedMemberOrder(long first, long[] ids, int[] indexInType, RepeatedIds repeated) {
  private static final byte UNBOUND = -1;

  /** Bits of the index of a member in the order by binding energy. */
  private static final int INDEX_BITS = Integer.SIZE - 1;

  /**
   * Sorts the members; every rank calls it.
   *
   * @param rank rank of the subhalo of each candidate
   * @param subhaloes number of subhaloes of the group
   */
  static DistributedMemberOrder of(
      DistributedMembers members, BoundMembers bound, int[] rank, int subhaloes) {
    Communicator comm = members.comm();
    byte[] type = members.local().type();
    long[] id = members.local().id();
    int types = members.local().types();
    long[] key = new long[members.count()];
    byte[] subhaloType = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      boolean free = bound.isFree(i);
      long subhalo = free ? subhaloes : rank[bound.candidate(i)];
      key[i] = (subhalo * types + type[i]) << INDEX_BITS | (free ? 0 : bound.energyIndex(i));
      subhaloType[i] = free ? UNBOUND : type[i];
    }
    DistributedOrder order = new DistributedOrder(comm, key, id);
    Stretch stretch = Stretch.of(order, id, subhaloType);
    int[] ofStretch = amongType(comm, stretch.type, types);
    int[] indexInType = order.toStretches().back().moved(ofStretch, 1);
    return new DistributedMemberOrder(
        order.start()[comm.rank()], stretch.id, indexInType, repeated(members));
  }

  /** IDs and types of the members of a stretch. */
  private record Stretch(long[] id, byte[] type) {
    static Stretch of(DistributedOrder order, long[] id, byte[] type) {
      Stretch stretch = new Stretch(new long[order.count()], new byte[order.count()]);
      order.toStretches().move(new Stretch(id, type).columns(), stretch.columns());
      return stretch;
    }

    private TypedColumns columns() {
      return new TypedColumns().longs(id, 1).bytes(type);
    }
  }

  /** Returns the index of each bound member of a stretch among those of its type. */
  private static int[] amongType(Communicator comm, byte[] type, int types) {
    long[] count = new long[types];
    for (byte of : type) {
      if (of != UNBOUND) {
        count[of]++;
      }
    }
    long[][] counts = comm.allGather(count);
    long[] next = new long[types];
    for (int r = 0; r < comm.rank(); r++) {
      for (int t = 0; t < types; t++) {
        next[t] += counts[r][t];
      }
    }
    int[] indexInType = new int[type.length];
    Arrays.setAll(
        indexInType, i -> type[i] == UNBOUND ? SubhaloMembers.NONE : (int) next[type[i]]++);
    return indexInType;
  }

  /** Counts members that have the type and the ID of the member before them. */
  private static RepeatedIds repeated(DistributedMembers members) {
    Communicator comm = members.comm();
    int count = members.count();
    long[] type = new long[count];
    Arrays.setAll(type, i -> members.local().type()[i]);
    DistributedOrder order = new DistributedOrder(comm, type, members.local().id());
    Stretch stretch = Stretch.of(order, members.local().id(), members.local().type());
    byte[] types = stretch.type;
    long[] ids = stretch.id;
    long[] last =
        types.length == 0 ? new long[0] : new long[] {types[types.length - 1], ids[ids.length - 1]};
    long[][] lasts = comm.allGather(last);
    long[] before = {};
    for (int r = 0; r < comm.rank(); r++) {
      before = lasts[r].length > 0 ? lasts[r] : before;
    }
    RepeatedIds found = RepeatedIds.NONE;
    for (int i = 0; i < ids.length; i++) {
      boolean same =
          i > 0
              ? types[i - 1] == types[i] && ids[i - 1] == ids[i]
              : before.length > 0 && before[0] == types[i] && before[1] == ids[i];
      found = same ? found.plus(new RepeatedIds(1, ids[i])) : found;
    }
    return found;
  }
}
