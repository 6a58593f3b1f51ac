package org.jzfof.config;

/** In which units a catalogue in Gadget's layout is written. */
public enum UnitChoice {
  /** Mpc/h, 1e10 Msun/h and km/s where the snapshot has no h, those of the snapshot otherwise. */
  AUTO,
  /** Those of the snapshot. */
  KEEP,
  /** Mpc/h, 1e10 Msun/h and km/s. */
  MPC,
  /** Kpc/h, 1e10 Msun/h and km/s. */
  KPC
}
