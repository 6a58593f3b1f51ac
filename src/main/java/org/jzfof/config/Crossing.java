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

  /** Whether the mass is interpolated, and not the sum of the particles inside. */
  public boolean interpolates() {
    return this == SOAP;
  }
}
