package org.jzfof.config;

/** Which radius is taken where the enclosed density crosses a limit more than once. */
public enum Crossing {
  /** The outermost. */
  LAST,
  /** The innermost. */
  FIRST,
  /** That which Gadget-4's bisection finds. */
  GADGET
}
