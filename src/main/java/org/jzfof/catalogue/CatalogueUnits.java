package org.jzfof.catalogue;

import java.util.Locale;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * The units of a catalogue in Gadget's layout. Readers ignore attributes of datasets: they assume
 * Gadget's lengths and masses, per h.
 */
public final class CatalogueUnits {
  /** Number of kpc in an Mpc. */
  private static final double KPC = 1000;

  private CatalogueUnits() {}

  /**
   * Returns the change from the units of a snapshot to those of its catalogue.
   *
   * @throws SnapshotException if Mpc/h or kpc/h are requested and the snapshot does not state the
   *     necessary units
   */
  public static UnitChange of(SnapshotHeader snapshot, UnitChoice choice) {
    UnitChange none = UnitChange.none(snapshot.units());
    return switch (choice) {
      case KEEP -> none;
      case AUTO ->
          snapshot.comoving() && !snapshot.units().perHubble()
              ? UnitChange.toGadget(snapshot).orElse(none)
              : none;
      case MPC -> toGadget(snapshot, choice);
      case KPC -> kiloparsecs(toGadget(snapshot, choice));
    };
  }

  private static UnitChange toGadget(SnapshotHeader snapshot, UnitChoice choice) {
    return UnitChange.toGadget(snapshot)
        .orElseThrow(
            () ->
                new SnapshotException(
                    "--units %s needs units and the Hubble parameter, which %s does not state: use --units keep"
                        .formatted(
                            choice.name().toLowerCase(Locale.ROOT),
                            snapshot.pieces().get(0).file())));
  }

  private static UnitChange kiloparsecs(UnitChange mpc) {
    Units units = mpc.units();
    return new UnitChange(
        new Units(units.lengthCm() / KPC, units.massG(), units.velocityCmPerS(), units.perHubble()),
        KPC * mpc.length(),
        mpc.mass(),
        mpc.velocity());
  }
}
