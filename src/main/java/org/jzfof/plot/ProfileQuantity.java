package org.jzfof.plot;

/** The quantity of a panel of profiles. */
public enum ProfileQuantity {
  /** (r / R200c)² times the density over the critical density. */
  DENSITY,
  /** The density over the critical density. */
  RHO,
  /** The one-dimensional velocity dispersion. */
  DISPERSION
}
