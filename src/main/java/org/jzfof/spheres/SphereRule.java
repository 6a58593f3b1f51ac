package org.jzfof.spheres;

/**
 * A search for the radius of one sphere. Each step needs the mass within one squared radius; the
 * searches for all spheres run in common steps.
 */
interface SphereRule {
  /** Returns the squared radius within which the next step needs the mass. */
  long square();

  /**
   * Makes a step with the mass within {@link #square}.
   *
   * @return whether this was the last step
   */
  boolean step(long mass);

  /** Returns the mass inside; 0 without a sphere. */
  long mass();

  /**
   * Returns the mass of the sphere in the same units; it differs from {@link #mass} if it is not a
   * sum over particles.
   */
  default double units() {
    return mass();
  }

  /** Returns the radius in length units; 0 without a sphere. */
  double radius();
}
