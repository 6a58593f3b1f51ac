package org.jzfof.catalogue;

import org.jzfof.config.UnitChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;

/**
 * The units of a catalogue in Gadget's layout. Its readers look at no attribute of a dataset: they
 * take lengths and masses for those of Gadget, per h.
 */
public final class CatalogueUnits {
  private CatalogueUnits() {}

  /**
   * From the units of a snapshot to those of its catalogue.
   *
   * @throws SnapshotException where Mpc/h are asked for, and the snapshot does not state what it
   *     takes
   */
  public static UnitChange of(SnapshotHeader snapshot, UnitChoice choice) {
    UnitChange none = UnitChange.none(snapshot.units());
    return switch (choice) {
      case KEEP -> none;
      case AUTO ->
          snapshot.comoving() && !snapshot.units().perHubble()
              ? UnitChange.toGadget(snapshot).orElse(none)
              : none;
      case MPC ->
          UnitChange.toGadget(snapshot)
              .orElseThrow(
                  () ->
                      new SnapshotException(
                          "--units mpc needs units and the Hubble parameter, which %s does not state: use --units keep"
                              .formatted(snapshot.pieces().get(0).file())));
    };
  }
}
