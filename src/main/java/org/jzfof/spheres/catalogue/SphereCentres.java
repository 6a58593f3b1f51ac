package org.jzfof.spheres.catalogue;

/**
 * Positions around which spheres are measured.
 *
 * @param description what they are, such as "GroupPos of the catalogue"
 * @param position [3n], in units of the snapshot
 * @param id of each [n], unsigned; null where they have none
 */
public record SphereCentres(String description, double[] position, long[] id) {
  /** Number of places. */
  public int count() {
    return position.length / 3;
  }
}
