package org.jzfof.spheres;

/** Searches for the smallest distance within which there is some mass. */
public interface DistanceRule extends SphereRule {
  /** The square of the distance, when it is found. */
  long nearest();
}
