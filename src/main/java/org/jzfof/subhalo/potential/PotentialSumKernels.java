package org.jzfof.subhalo.potential;

import org.jzfof.centres.Softening;
import org.jzfof.subhalo.members.PointMasses;

/** Sums over all pairs of members on a device. */
@FunctionalInterface
public interface PotentialSumKernels {
  /** Brings the places and masses of members to the device; the caller closes what holds them. */
  PotentialSums open(PointMasses members, Softening softening);
}
