package org.jzfof.config;

/** A layout of catalogue files. */
public enum CatalogueFormat {
  /** Gadget-4; for yt, pynbody and illustris_python. */
  GADGET,
  /** IllustrisTNG: Gadget's layout with the additions that its readers need. */
  TNG,
  /** The friends-of-friends output of SWIFT, with spheres as in SOAP. */
  SWIFT,
  /** yt's own halo catalogue. */
  YT;

  /** Whether it is Gadget's layout: any number of files, in Gadget's units. */
  public boolean likeGadget() {
    return this == GADGET || this == TNG;
  }

  /** Whether catalogues have the distance of the farthest member of a group from its centre. */
  public boolean enclosingRadii() {
    return !likeGadget();
  }
}
