package org.jzfof.neighbours;

import org.jzfof.domain.Box;

/**
 * The condition for a smoothing length h: the effective number of neighbours, V(h) sum W(r, h) over
 * all points with V the volume of a ball, has a given value (Springel et al. 2021, MNRAS 506, 2871,
 * section 2.6). In a flat box V is the area of a circle, and W the kernel of two dimensions.
 *
 * @param dimensions number of dimensions in which the box has an extent, 1 to 3
 * @param neighbours effective number of neighbours
 * @param tolerance largest difference from that number, above 0
 */
public record SmoothingCondition(
    SphKernel kernel, int dimensions, int neighbours, double tolerance) {
  /** The condition in a box. Points that are all at one place have lengths of three dimensions. */
  public static SmoothingCondition of(SphKernel kernel, Box box, int neighbours, double tolerance) {
    int dimensions = box.dimensions() == 0 ? 3 : box.dimensions();
    return new SmoothingCondition(kernel, dimensions, neighbours, tolerance);
  }

  /** The number of neighbours that a point at the centre counts for. */
  public double central() {
    return kernel.central(dimensions);
  }
}
