package org.jzfof.so;

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

  /** The radius, in length units; 0 where there is no such sphere. */
  double radius();
}
