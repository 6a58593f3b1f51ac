package org.jzfof.spheres.catalogue;

/**
 * Positions around which spheres are measured.
 *
 * @param description description of the positions, such as "GroupPos of the catalogue"
 * @param position positions [3n], in units of the snapshot
 * @param id ID of each position [n], unsigned; null without IDs
 */
public record SphereCentres(String description, double[] position, long[] id) {
  /** Returns the number of positions. */
  public int count() {
    return position.length / 3;
  }
}
