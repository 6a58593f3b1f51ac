package org.jzfof.catalogue.columns;

import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * Units without h, for formats that know no h.
 *
 * @param perHubble factor that takes h out of stored lengths and masses: 1/h, or 1 where there is
 *     none
 * @param lengthCm length unit in cm
 * @param massG mass unit in g
 * @param velocityCmPerS velocity unit in cm/s
 */
public record PhysicalUnits(
    double perHubble, double lengthCm, double massG, double velocityCmPerS) {
  /**
   * @param format for the message
   * @throws SnapshotException where the snapshot does not state its units, or h where they need it
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

  /** From the units of a snapshot to the same without h. */
  public UnitChange withoutHubble() {
    Units units = new Units(lengthCm, massG, velocityCmPerS, false);
    return new UnitChange(units, perHubble, perHubble, 1);
  }

  /** From the units of a snapshot to physical lengths, masses and peculiar velocities in cgs. */
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
   * The time of a snapshot in this unit of time. SWIFT stores it; in a run with expansion of
   * another code it is the age without radiation, NaN where the cosmology is not known.
   */
  public double time(SnapshotHeader snapshot) {
    if (snapshot.family() == CodeFamily.SWIFT) {
      return snapshot.time();
    }
    return snapshot.comoving()
        ? snapshot.cosmology().age(snapshot.scaleFactor()) / timeSeconds()
        : snapshot.time() * perHubble;
  }
}
