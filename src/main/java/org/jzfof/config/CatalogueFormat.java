package org.jzfof.config;

/** A layout of catalogue files. */
public enum CatalogueFormat {
  /** Gadget-4 and IllustrisTNG; for yt, pynbody and illustris_python. */
  GADGET,
  /** The friends-of-friends output of SWIFT. */
  SWIFT,
  /** yt's own halo catalogue. */
  YT;

  /** Whether catalogues have the distance of the farthest member of a group from its centre. */
  public boolean enclosingRadii() {
    return this != GADGET;
  }
}
