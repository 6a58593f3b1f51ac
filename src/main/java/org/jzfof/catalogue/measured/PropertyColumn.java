package org.jzfof.catalogue.measured;

import java.util.List;

/**
 * A property, as the layouts have it: one dataset, or several side by side that share its numbers.
 *
 * @param gadget name in /Group
 * @param swift paths in the layout of SWIFT and SOAP; empty ones for numbers that are not written
 * @param yt paths in yt's halo catalogue, likewise
 * @param width numbers per group
 * @param dimension of the numbers
 */
public record PropertyColumn(
    String gadget, List<String> swift, List<String> yt, int width, Dimension dimension) {
  /** Whether its numbers are components of vectors. */
  public boolean ofVectors() {
    return width % 3 == 0 && dimension != Dimension.MASS;
  }
}
