package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;

/**
 * References of groups and sums over their members. What a device prepares for both is made once
 * and held until this is closed; members, points and particles have to stay open as long.
 */
public interface MemberSums extends AutoCloseable {
  /**
   * Finds the member with the smallest ID in each group, of equal ones the first, and bounds of the
   * masses and velocities of its members.
   *
   * @return I64 [G·{@link GroupReference#LONGS}] rows of references, closed by the caller
   */
  DeviceArray references();

  /**
   * Sums over the members of each group.
   *
   * @param references I64 [G·{@link GroupReference#LONGS}] about which to sum; they may be members
   *     of the same group on another rank, and the bounds hold for the members there as well
   * @return I64 [G·width] rows of {@link SumColumns}, closed by the caller
   */
  DeviceArray sums(DeviceArray references);

  /**
   * Finds the largest distance of a member of each group from the centre of mass of all members.
   * They stand at their images nearest to the reference, as for the sums.
   *
   * @param references as for {@link #sums}
   * @param sums rows over all members, those on other ranks included
   * @param map fixed-point map of the box
   * @return F64 [G] the distances in length units, closed by the caller
   */
  DeviceArray enclosingRadii(DeviceArray references, DeviceArray sums, FixedPoint map);

  /** Frees what is held, but not the arrays returned; a second call does nothing. */
  @Override
  void close();
}
