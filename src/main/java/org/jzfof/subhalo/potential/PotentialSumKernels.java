package org.jzfof.subhalo.potential;

import org.jzfof.subhalo.members.PointMasses;

/** Factory of potential sums on a device. */
@FunctionalInterface
public interface PotentialSumKernels {
  /** Copies the positions and masses of members to the device; the caller closes the result. */
  PotentialSums open(PointMasses members);
}
