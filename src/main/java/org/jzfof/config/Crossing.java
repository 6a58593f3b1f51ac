package org.jzfof.config;

/** Which radius is taken where the enclosed density crosses a limit more than once. */
public enum Crossing {
  /** The outermost. */
  LAST,
  /** The innermost. */
  FIRST,
  /** That which Gadget-4's bisection finds. */
  GADGET,
  /** Between two particles, as SOAP interpolates the mass there. */
  SOAP;

  /** Begins the names of datasets that tell where there are several crossings. */
  public static final String FLAG = "Group_MultipleCrossings_";

  /**
   * What such a dataset holds.
   *
   * @param density description of the limit
   */
  public static String flag(String density) {
    return "1 if the enclosed density falls through the limit (%s) more than once, so that the first and the last crossing differ; 0 otherwise"
        .formatted(density);
  }

  /** Whether the mass is interpolated, and not the sum of the particles inside. */
  public boolean interpolates() {
    return this == SOAP;
  }
}
