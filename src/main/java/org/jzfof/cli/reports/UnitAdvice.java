package org.jzfof.cli.reports;

import java.util.Optional;
import org.jzfof.catalogue.CatalogueUnits;
import org.jzfof.config.UnitChoice;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;

/** Advice on the units of a catalogue in Gadget's layout. */
public final class UnitAdvice {
  private static final String READERS = "Mpc/h, 1e10 Msun/h";

  private UnitAdvice() {}

  /** Returns one line of advice, unless the units are those of the snapshot and of all readers. */
  public static Optional<String> of(SnapshotHeader snapshot, UnitChoice choice) {
    UnitChange change = CatalogueUnits.of(snapshot, choice);
    String written = UnitLabels.all(change.units());
    if (change.changes()) {
      return Optional.of(
          written
              + (choice == UnitChoice.AUTO
                  ? ", which readers of this layout assume; --keep-units writes the snapshot's"
                  : ""));
    }
    if (!snapshot.comoving() || written.startsWith(READERS)) {
      return Optional.empty();
    }
    boolean known = UnitChange.toGadget(snapshot).isPresent();
    return Optional.of(
        "%s; yt takes them for %s%s"
            .formatted(written, READERS, known ? ", which --units mpc writes" : ""));
  }
}
