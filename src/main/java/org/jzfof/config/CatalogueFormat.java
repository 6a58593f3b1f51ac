package org.jzfof.config;

/** A layout of catalogue files. */
public enum CatalogueFormat {
  /** The layout of Gadget-4, for yt, pynbody and illustris_python. */
  GADGET,
  /** The layout of IllustrisTNG: Gadget's layout with additions for its readers. */
  TNG,
  /** The layout of SWIFT's friends-of-friends output, with spheres as in SOAP. */
  SWIFT,
  /** The halo light cone of lightcone_io, whose rows are in the order of pixels on the sky. */
  LIGHTCONE,
  /** The halo catalogue of yt. */
  YT;

  /** Whether the format follows Gadget's layout, with any number of files in Gadget's units. */
  public boolean isGadgetLike() {
    return this == GADGET || this == TNG;
  }

  /** Whether the format can describe groups with scale factors of their own. */
  public boolean isPossibleOnLightcone() {
    return this == GADGET || this == LIGHTCONE || this == YT;
  }

  /** Whether catalogues have the distance of the farthest member from the centre of a group. */
  public boolean hasEnclosingRadii() {
    return !isGadgetLike();
  }
}
