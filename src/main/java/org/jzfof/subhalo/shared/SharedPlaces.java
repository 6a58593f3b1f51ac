package org.jzfof.subhalo.shared;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.groups.ids.RepeatedIds;

/**
 * The members of a group on all ranks in order: subhalo by subhalo, the most bound first, then
 * those that are in no subhalo type by type, by increasing ID. Each rank has a stretch of it.
 *
 * @param first place of the first ID of this rank's stretch
 * @param ids of the stretch
 * @param place of each member of this rank among the members of its type, subhalo by subhalo; or -1
 *     where it is in no subhalo
 * @param repeated members that have the ID of one before them of their type, here
 */
record SharedPlaces(long first, long[] ids, int[] place, RepeatedIds repeated) {
  private static final long UNBOUND = -1;
  private static final int PAIR = 2;

  /**
   * Every rank calls it.
   *
   * @param rank of the subhalo of each candidate
   * @param length of each subhalo
   */
  static SharedPlaces of(SharedMembers members, BoundMembers bound, int[] rank, long[] length) {
    Communicator comm = members.comm();
    byte[] type = members.own().type();
    long[] id = members.own().id();
    long[] start = Parts.starts(length);
    long[] key = new long[members.count()];
    long[] rows = new long[PAIR * key.length];
    for (int i = 0; i < key.length; i++) {
      key[i] =
          bound.isFree(i)
              ? start[length.length] + type[i]
              : start[rank[bound.candidate(i)]] + bound.place(i);
      rows[PAIR * i] = id[i];
      rows[PAIR * i + 1] = bound.isFree(i) ? UNBOUND : type[i];
    }
    SharedOrder order = new SharedOrder(comm, key, id);
    long[] stretch = order.toStretches(rows, PAIR);
    long[] ids = new long[stretch.length / PAIR];
    long[] types = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = stretch[PAIR * i];
      types[i] = stretch[PAIR * i + 1];
    }
    long[] places = order.toMembers(amongType(comm, types, members.own().types()), 1);
    return new SharedPlaces(
        order.start()[comm.rank()],
        ids,
        Arrays.stream(places).mapToInt(p -> (int) p).toArray(),
        repeated(members));
  }

  /** Places of the bound members of a stretch among those of their type. */
  private static long[] amongType(Communicator comm, long[] type, int types) {
    long[] count = new long[types];
    for (long of : type) {
      if (of != UNBOUND) {
        count[(int) of]++;
      }
    }
    long[][] counts = comm.allGather(count);
    long[] next = new long[types];
    for (int r = 0; r < comm.rank(); r++) {
      for (int t = 0; t < types; t++) {
        next[t] += counts[r][t];
      }
    }
    return Arrays.stream(type).map(of -> of == UNBOUND ? UNBOUND : next[(int) of]++).toArray();
  }

  /** Equal neighbours by type and ID. */
  private static RepeatedIds repeated(SharedMembers members) {
    Communicator comm = members.comm();
    int count = members.count();
    long[] type = new long[count];
    Arrays.setAll(type, i -> members.own().type()[i]);
    SharedOrder order = new SharedOrder(comm, type, members.own().id());
    long[] types = order.toStretches(type, 1);
    long[] ids = order.toStretches(Arrays.copyOf(members.own().id(), count), 1);
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
      found = same ? found.and(new RepeatedIds(1, ids[i])) : found;
    }
    return found;
  }
}
