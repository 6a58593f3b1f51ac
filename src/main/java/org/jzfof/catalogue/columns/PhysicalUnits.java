package org.jzfof.catalogue.columns;

import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * Units without h, for formats without h.
 *
 * @param perHubble factor that removes h from stored lengths and masses: 1/h, or 1 if there is no h
 */
public record PhysicalUnits(
    double perHubble, double lengthCm, double massG, double velocityCmPerS) {
  /**
   * Returns the units of a snapshot.
   *
   * @throws SnapshotException if the snapshot does not state its units, or a necessary h
   */
  public static PhysicalUnits of(SnapshotHeader snapshot, String format) {
    Units units = snapshot.units();
    double h = units.perHubble() ? snapshot.cosmology().hubble() : 1;
    double all = h * units.lengthCm() * units.massG() * units.velocityCmPerS();
    if (!(all > 0) || Double.isInfinite(all)) {
      throw new SnapshotException(
          "--format %s needs units%s, which %s does not state: use --format gadget"
              .formatted(
                  format,
                  units.perHubble() ? " and the Hubble parameter" : "",
                  snapshot.pieces().get(0).file()));
    }
    return new PhysicalUnits(1 / h, units.lengthCm(), units.massG(), units.velocityCmPerS());
  }

  /** Returns the change from the units of a snapshot to the same units without h. */
  public UnitChange withoutHubble() {
    Units units = new Units(lengthCm, massG, velocityCmPerS, false);
    return new UnitChange(units, perHubble, perHubble, 1);
  }

  /**
   * Returns the change from the units of a snapshot to physical lengths, masses and peculiar
   * velocities in cgs.
   */
  public UnitChange toCgs(SnapshotHeader snapshot) {
    return new UnitChange(
        new Units(1, 1, 1, false),
        perHubble * snapshot.scaleFactor() * lengthCm,
        perHubble * massG,
        snapshot.velocityToPeculiar() * velocityCmPerS);
  }

  /** Time unit in s. */
  public double timeSeconds() {
    return lengthCm / velocityCmPerS;
  }

  /**
   * Returns the time of a snapshot in the unit of time. SWIFT stores it; in a run with expansion of
   * another code it is the age without radiation, or NaN if the cosmology is unknown; for a light
   * cone that of the observer.
   */
  public double time(SnapshotHeader snapshot) {
    if (snapshot.family() == CodeFamily.SWIFT && !Double.isNaN(snapshot.time())) {
      return snapshot.time();
    }
    return snapshot.comoving()
        ? snapshot.cosmology().age(snapshot.scaleFactor()) / timeSeconds()
        : snapshot.time() * perHubble;
  }
}
