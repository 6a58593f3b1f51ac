package org.jzfof.subhalo;

import org.jzfof.so.Softening;

/** Sums over all pairs of members on a device. */
@FunctionalInterface
public interface PotentialSumKernels {
  /** Brings the places and masses of members to the device; the caller closes what holds them. */
  PotentialSums open(SubhaloMembers members, Softening softening);
}
