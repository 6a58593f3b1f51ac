package org.jzfof.config;

/** The choice of a radius if the enclosed density crosses a limit more than once. */
public enum Crossing {
  /** The outermost crossing. */
  LAST,
  /** The innermost crossing. */
  FIRST,
  /** The crossing that the bisection of Gadget-4 finds. */
  GADGET,
  /** A crossing between two particles, where the mass is interpolated as in SOAP. */
  SOAP;

  /** Whether the mass is interpolated, instead of the sum of the particles inside. */
  public boolean interpolates() {
    return this == SOAP;
  }
}
