package org.jzfof.snapshot.particles;

import java.util.function.DoubleSupplier;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The mean separation of the linked particles in two conventions, in snapshot length units.
 *
 * @param byNumber (V/N)^(1/3); NaN in an open box
 * @param byMass (m/rho)^(1/3) as in Gadget-4 (fof_get_comoving_linking_length): m is the mean mass,
 *     rho the mean density of matter, without baryons if the snapshot has gas; NaN if the snapshot
 *     does not state its cosmology or units
 */
public record MeanSeparation(double byNumber, double byMass) {
  private static final int GAS = 0;

  /**
   * Evaluates both conventions; every rank calls this method.
   *
   * @param meanMass supplier of the mean mass of the linked particles, called only if it is needed;
   *     NaN if unknown
   */
  public static MeanSeparation of(SnapshotParticles input, DoubleSupplier meanMass) {
    Box box = input.box();
    double byNumber = box.periodic() ? box.meanSeparation(input.count()) : Double.NaN;
    double density = density(input.header());
    boolean known = density > 0 && input.count() > 0;
    double byMass = known ? Math.cbrt(meanMass.getAsDouble() / density) : Double.NaN;
    return new MeanSeparation(byNumber, byMass);
  }

  private static double density(SnapshotHeader header) {
    double omega = header.cosmology().omegaMatter();
    if (header.counts()[GAS] > 0) {
      omega -= header.cosmology().omegaBaryon();
    }
    return omega * header.expansion().criticalDensityToday();
  }

  /**
   * Returns the mean separation that a linking length refers to.
   *
   * @param input particles with their snapshot, for messages
   * @throws UsageException for a relative linking length by number in an open box
   * @throws SnapshotException if the separation by mass is unknown or 0
   */
  public double of(LinkingLength length, SnapshotParticles input) {
    if (length.by() == SeparationBy.NUMBER) {
      return byNumber(length, input.box(), input.count());
    }
    if (Double.isNaN(byMass) && input.count() > 0) {
      throw new SnapshotException(
          "--linking-length-from mass needs %s, which %s does not state: %s, or give --linking-length"
              .formatted(
                  missing(input.header()),
                  input.header().pieces().get(0).file(),
                  input.header().epoch().timed()
                      ? "use number"
                      : "give it (--omega-m, --hubble, --unit-length, --unit-mass)"));
    }
    if (byMass == 0) {
      throw new SnapshotException(
          "--linking-length-from mass, but the linked particles have no mass: use number, or give --linking-length");
    }
    return byMass;
  }

  /**
   * Returns the mean separation by number.
   *
   * @param length linking length that refers to it
   * @throws UsageException for a relative linking length in an open box
   */
  public static double byNumber(LinkingLength length, Box box, long count) {
    if (length.relative() && !box.periodic()) {
      throw new UsageException(
          "-b needs the mean separation in a periodic box, and this one is open: give --linking-length, or --box L if distances wrap around");
    }
    return box.meanSeparation(count);
  }

  private static String missing(SnapshotHeader header) {
    if (!(header.cosmology().omegaMatter() > 0)) {
      return "Omega0";
    }
    if (header.counts()[GAS] > 0 && Double.isNaN(header.cosmology().omegaBaryon())) {
      return "OmegaBaryon (there is gas)";
    }
    if (!(header.units().lengthCm() > 0)) {
      return "the unit of length";
    }
    return header.units().massG() > 0 ? "the Hubble parameter" : "the unit of mass";
  }
}
