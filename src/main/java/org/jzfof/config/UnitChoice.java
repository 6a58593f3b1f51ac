package org.jzfof.config;

/** Units of a catalogue in Gadget's layout. */
public enum UnitChoice {
  /** Mpc/h, 1e10 Msun/h and km/s for a snapshot without h, otherwise the units of the snapshot. */
  AUTO,
  /** The units of the snapshot. */
  KEEP,
  /** Mpc/h, 1e10 Msun/h and km/s. */
  MPC,
  /** Kpc/h, 1e10 Msun/h and km/s. */
  KPC
}
