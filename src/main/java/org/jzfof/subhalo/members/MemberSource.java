package org.jzfof.subhalo.members;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * The particles from which the columns of group members are gathered.
 *
 * @param members members of all groups of this rank, as indices of points
 * @param points points of this rank, as rows of particles
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
