package org.jzfof.snapshot.header;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The expansion of the universe at the time of a snapshot. Values that the snapshot states are
 * used; other values follow from the cosmological parameters. Densities are comoving. Densities and
 * velocities are in units of the snapshot.
 *
 * @param epoch time of the snapshot, with its statements about the expansion
 */
public record Expansion(Cosmology cosmology, Epoch epoch, Units units) {
  /** Maximum relative difference between a stated value and the formula without a warning. */
  private static final double TOLERANCE = 1e-3;

  /**
   * Statements of a file about the expansion at its time; NaN for values that are not stated.
   *
   * @param rate Hubble rate per second
   * @param criticalDensity 3 H² / (8 pi G), physical, in g/cm³
   * @param neutrinos density of massive neutrinos over the critical density of today, times a⁴
   *     (SWIFT's Omega_nu)
   */
  public record Stated(double rate, double criticalDensity, double neutrinos) {
    public static final Stated NOTHING = new Stated(Double.NaN, Double.NaN, Double.NaN);
  }

  /** The square of the Hubble rate over its square today, from the parameters. */
  private double squareByFormula() {
    double a = epoch.scaleFactor();
    double square = cosmology.expansion(a);
    double neutrinos = epoch.stated().neutrinos();
    return Double.isNaN(neutrinos)
        ? square
        : square + neutrinos / Math.pow(a, 4) - cosmology.additions().neutrinos() / Math.pow(a, 3);
  }

  private double rateByFormula() {
    return cosmology.hubbleRate(units) * Math.sqrt(squareByFormula());
  }

  /** The stated Hubble rate; divided by h if the units carry a factor 1/h. */
  private double statedRate() {
    return epoch.stated().rate() / (units.perHubble() ? cosmology.hubble() : 1);
  }

  private double criticalByFormula() {
    double a = epoch.scaleFactor();
    return cosmology.criticalDensity(units) * squareByFormula() * a * a * a;
  }

  /** The stated critical density, comoving. */
  private double statedCritical() {
    double h = units.perHubble() ? cosmology.hubble() : 1;
    double unit = units.massG() / Math.pow(units.lengthCm(), 3) * h * h;
    return epoch.stated().criticalDensity() * Math.pow(epoch.scaleFactor(), 3) / unit;
  }

  private static double orElse(double stated, double formula) {
    return Double.isNaN(stated) ? formula : stated;
  }

  /** The critical density at the time of the snapshot. */
  public double criticalDensity() {
    return orElse(statedCritical(), criticalByFormula());
  }

  /**
   * The critical density today. If the snapshot states the critical density and the Hubble rate at
   * its time, the stated density is scaled by the square of the ratio of the Hubble rates.
   */
  public double criticalDensityToday() {
    double growth = cosmology.hubbleRate(units) / statedRate();
    double a = epoch.scaleFactor();
    return orElse(
        statedCritical() * growth * growth / (a * a * a), cosmology.criticalDensity(units));
  }

  /**
   * The mean density of matter, massive neutrinos included; the comoving density does not change
   * with time.
   */
  public double meanDensity() {
    return cosmology.omegaMatter() * criticalDensityToday();
  }

  /** The mean density of matter over the critical density, at the time of the snapshot. */
  public double omegaMatter() {
    if (Double.isNaN(statedCritical()) && Double.isNaN(epoch.stated().neutrinos())) {
      return cosmology.omegaMatterAt(epoch.scaleFactor());
    }
    return meanDensity() / criticalDensity();
  }

  /** The velocity of the expansion per comoving distance, H(a) a. */
  public double flow() {
    double rate = orElse(statedRate(), rateByFormula());
    return rate * epoch.scaleFactor() * units.lengthCm() / units.velocityCmPerS();
  }

  /** The reason why densities and the Hubble rate are unknown; empty if they are known. */
  public Optional<String> obstacle() {
    if (!epoch.comoving()) {
      return Optional.of("the snapshot does not say that its run has an expansion");
    }
    if (!epoch.timed()) {
      return Optional.of("the particles of a light cone are of many times");
    }
    List<String> missing = new ArrayList<>();
    require(missing, cosmology.omegaMatter(), "Omega0 (--omega-m)");
    require(missing, cosmology.omegaLambda(), "OmegaLambda (--omega-lambda)");
    require(missing, cosmology.hubble(), "the Hubble parameter (--hubble)");
    require(missing, units.lengthCm(), "the unit of length (--unit-length)");
    require(missing, units.massG(), "the unit of mass (--unit-mass)");
    require(missing, units.velocityCmPerS(), "the unit of velocity (--unit-velocity)");
    if (!missing.isEmpty()) {
      return Optional.of("the snapshot does not state " + listed(missing));
    }
    if (!(cosmology.omegaMatter() > 0)) {
      return Optional.of(
          "Omega0 is %s, and no density is a multiple of that (--omega-m)"
              .formatted(cosmology.omegaMatter()));
    }
    if (!(cosmology.hubble() > 0)) {
      return Optional.of("the Hubble parameter is %s (--hubble)".formatted(cosmology.hubble()));
    }
    if (!(criticalDensity() > 0) || !(flow() > 0) || Double.isInfinite(criticalDensity())) {
      return Optional.of(
          "a universe with Omega0 %s and OmegaLambda %s does not expand at the scale factor %s"
              .formatted(cosmology.omegaMatter(), cosmology.omegaLambda(), epoch.scaleFactor()));
    }
    return Optional.empty();
  }

  private static void require(List<String> missing, double value, String what) {
    if (Double.isNaN(value)) {
      missing.add(what);
    }
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** Warnings about stated values that the parameters contradict. */
  public List<String> contradictions() {
    List<String> doubts = new ArrayList<>();
    if (epoch.comoving() && obstacle().isEmpty()) {
      compare("Hubble rate", "1/s", epoch.stated().rate(), statedRate() / rateByFormula())
          .ifPresent(doubts::add);
      double density = epoch.stated().criticalDensity();
      compare("critical density", "g/cm^3", density, statedCritical() / criticalByFormula())
          .ifPresent(doubts::add);
    }
    return doubts;
  }

  private static Optional<String> compare(String what, String unit, double stated, double ratio) {
    return Math.abs(ratio - 1) > TOLERANCE
        ? Optional.of(
            "the snapshot states a %s of %.6g %s at its time, and its cosmological parameters make it %.6g: the stated one is used"
                .formatted(what, stated, unit, stated / ratio))
        : Optional.empty();
  }
}
