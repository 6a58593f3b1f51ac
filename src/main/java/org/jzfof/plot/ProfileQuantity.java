package org.jzfof.plot;

/** What a panel of profiles shows. */
public enum ProfileQuantity {
  /** (r / R200c)² times the density over the critical one. */
  DENSITY,
  /** The density over the critical one. */
  RHO,
  /** The one-dimensional velocity dispersion. */
  DISPERSION
}
