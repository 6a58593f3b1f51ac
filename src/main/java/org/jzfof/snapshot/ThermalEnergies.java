package org.jzfof.snapshot;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Thermal energies of gas particles per unit mass, in squares of the unit of velocity. Gadget,
 * AREPO and GIZMO store physical ones; SWIFT states the power of the scale factor that makes them
 * so.
 *
 * @param dataset that holds them
 * @param isDouble whether they need float64
 * @param toPhysical factor from stored to physical ones
 */
public record ThermalEnergies(String dataset, boolean isDouble, double toPhysical) {
  /** Particle type of gas. */
  public static final int GAS = 0;

  private static final List<String> NAMES = List.of("InternalEnergy", "InternalEnergies");
  private static final String EXPONENT = "a-scale exponent";

  /** Those of a snapshot; empty where its gas has none, and where it has no gas. */
  public static Optional<ThermalEnergies> of(Snapshot snapshot) {
    if (snapshot.header().counts()[GAS] == 0) {
      return Optional.empty();
    }
    return NAMES.stream()
        .filter(name -> snapshot.hasColumn(GAS, name))
        .findFirst()
        .map(name -> of(snapshot, name));
  }

  private static ThermalEnergies of(Snapshot snapshot, String name) {
    SnapshotHeader.Piece piece = snapshot.header().firstWith(GAS);
    return SnapshotFile.read(
        piece,
        f -> {
          double exponent = f.number(Column.name(GAS, name), EXPONENT);
          double scale = snapshot.header().scaleFactor();
          try (Column column = f.column(GAS, name, piece.counts()[GAS], 1)) {
            return new ThermalEnergies(
                name, column.isDouble(), Double.isNaN(exponent) ? 1 : Math.pow(scale, exponent));
          }
        });
  }
}
