package org.jzfof.subhalo.members;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * The particles that the columns of members of groups are taken from.
 *
 * @param members of all groups of this rank
 * @param points that they are
 * @param particles that these are
 * @param map fixed-point map of the points
 * @param density F64 local density of each member
 * @param toPeculiar factor from stored to peculiar velocities
 * @param toPhysical factor from stored to physical thermal energies
 */
public record MemberSource(
    MemberList members,
    SortedPoints points,
    Particles particles,
    FixedPoint map,
    DeviceArray density,
    double toPeculiar,
    double toPhysical) {}
