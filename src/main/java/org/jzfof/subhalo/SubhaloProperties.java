package org.jzfof.subhalo;

import java.util.Arrays;

/**
 * What is measured of the members of a subhalo, as Gadget-4 does (subfind_properties.cc).
 *
 * @param mass of all
 * @param centreOfMass comoving, in the box [3]
 * @param velocity mean peculiar velocity [3]
 * @param dispersion of the velocities in one dimension, with the Hubble flow about the centre of
 *     mass
 * @param spin specific angular momentum about it, in physical lengths [3]
 * @param maximum largest circular velocity, from the seventh innermost member outwards
 * @param maximumRadius distance from the deepest member at which it is, physical
 * @param radii about the deepest member
 * @param types members of each type
 * @param marked members that stand out
 */
public record SubhaloProperties(
    double mass,
    double[] centreOfMass,
    double[] velocity,
    double dispersion,
    double[] spin,
    double maximum,
    double maximumRadius,
    Radii radii,
    Types types,
    Marked marked) {
  /**
   * Physical radii.
   *
   * @param halfMass of half the mass
   * @param halfMassOfType the same for the members of each type; 0 where there are none [types]
   * @param enclosing of the farthest member
   */
  public record Radii(double halfMass, double[] halfMassOfType, double enclosing) {}

  /**
   * Members of each particle type.
   *
   * @param length number of them [types]
   * @param mass of them, summed from the most bound on [types]
   */
  public record Types(long[] length, double[] mass) {}

  /**
   * Members that stand out.
   *
   * @param mostBound ID of the member of lowest energy
   * @param deepest ID of the member of lowest potential
   * @param position of the deepest, comoving, in the box [3]
   */
  public record Marked(long mostBound, long deepest, double[] position) {}

  /** Number of members. */
  public long length() {
    return Arrays.stream(types.length).sum();
  }
}
