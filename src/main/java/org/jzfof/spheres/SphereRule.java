package org.jzfof.spheres;

/**
 * Searches for the radius of one sphere, step by step: every step asks for the mass within one
 * square of a radius. All spheres of a run take their steps together.
 */
interface SphereRule {
  /** The square within which the mass is wanted next. */
  long square();

  /**
   * Takes the mass within {@link #square}.
   *
   * @return whether it is the last one
   */
  boolean take(long mass);

  /** The mass inside; 0 where there is no such sphere. */
  long mass();

  /** The mass of the sphere in the same units; another one where it is not a sum of particles. */
  default double units() {
    return mass();
  }

  /** The radius, in length units; 0 where there is no such sphere. */
  double radius();
}
