package org.jzfof.spheres;

/** A search for the smallest distance that encloses a given mass. */
public interface DistanceRule extends SphereRule {
  /** Returns the square of the distance after the end of the search. */
  long nearest();
}
