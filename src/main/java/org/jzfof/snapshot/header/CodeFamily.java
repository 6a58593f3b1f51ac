package org.jzfof.snapshot.header;

/** The simulation code whose conventions a snapshot follows. */
public enum CodeFamily {
  /** Gadget-4: 64-bit counts, cosmology under /Parameters. */
  GADGET4("Gadget-4"),
  /** Gadget-2/3, AREPO (also IllustrisTNG) and GIZMO: six types, cosmology in /Header. */
  GADGET("Gadget-2/3, AREPO or GIZMO"),
  /** SWIFT: seven types, box per dimension, no h factors. */
  SWIFT("SWIFT"),
  /** PKDGRAV3: one file, double positions. */
  PKDGRAV("PKDGRAV3"),
  /** DISCO-DJ: Gadget-like or SWIFT-like, IDs from 0. */
  DISCODJ("DISCO-DJ");

  private final String label;

  CodeFamily(String label) {
    this.label = label;
  }

  /** Name of the family, for users. */
  public String label() {
    return label;
  }
}
