package org.jzfof.snapshot.particles;

import java.util.function.DoubleSupplier;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The mean separation of the linked particles in both conventions, snapshot length units.
 *
 * @param byNumber (V/N)^(1/3); NaN in an open box
 * @param byMass (m/rho)^(1/3) as in Gadget-4 (fof_get_comoving_linking_length): m the mean mass,
 *     rho the mean density of matter, without that of baryons where the snapshot has gas; NaN where
 *     the snapshot does not tell its cosmology or units
 */
public record MeanSeparation(double byNumber, double byMass) {
  private static final int GAS = 0;

  /**
   * Evaluates both; every rank calls it.
   *
   * @param meanMass gives that of the linked particles where it is needed; NaN if not known
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
    return omega * header.expansion().criticalToday();
  }

  /**
   * The one that a linking length is a multiple of.
   *
   * @param input says what is missing where it is not known
   * @throws UsageException in an open box whose particles are to be counted
   * @throws SnapshotException where the snapshot does not tell enough
   */
  public double of(LinkingLength length, SnapshotParticles input) {
    if (length.by() == SeparationBy.NUMBER) {
      if (Double.isNaN(byNumber) && length.relative()) {
        throw new UsageException(
            "-b needs the mean separation in a periodic box, and this one is open: give --linking-length, or --box L if distances wrap around");
      }
      return Double.isNaN(byNumber) ? input.box().meanSeparation(input.count()) : byNumber;
    }
    if (Double.isNaN(byMass) && input.count() > 0) {
      throw new SnapshotException(
          "--linking-length-from mass needs %s, which %s does not state: use number, or give --linking-length"
              .formatted(missing(input.header()), input.header().pieces().get(0).file()));
    }
    if (byMass == 0) {
      throw new SnapshotException(
          "--linking-length-from mass, but the linked particles have no mass: use number, or give --linking-length");
    }
    return byMass;
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
