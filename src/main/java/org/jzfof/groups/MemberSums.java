package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;

/**
 * Computes references of groups and sums over their members. Data that a device prepares for both
 * are kept until this object is closed; members, points and particles must stay open until then.
 */
public interface MemberSums extends AutoCloseable {
  /**
   * Finds in each group the member with the smallest ID (the first of equal IDs), and bounds of the
   * masses and velocities of all members.
   *
   * @return I64 [G·{@link GroupReference#LONGS}] rows of references, closed by the caller
   */
  DeviceArray references();

  /**
   * Sums over the members of each group.
   *
   * @param references I64 [G·{@link GroupReference#LONGS}] reference points of the sums; they may
   *     be members of the group on another rank, and the bounds hold for all ranks
   * @return I64 [G·width] rows of {@link SumColumns}, closed by the caller
   */
  DeviceArray sums(DeviceArray references);

  /**
   * Finds the largest distance of a member of each group from the centre of mass of all members.
   * The members' images are those nearest to the reference, as for the sums.
   *
   * @param references as for {@link #sums}
   * @param sums rows of sums over all members, including those on other ranks
   * @return F64 [G] distances in length units, closed by the caller
   */
  DeviceArray enclosingRadii(DeviceArray references, DeviceArray sums, FixedPoint map);

  /** Frees the prepared data, but not the arrays returned; a second call does nothing. */
  @Override
  void close();
}
