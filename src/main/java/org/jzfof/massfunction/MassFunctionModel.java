package org.jzfof.massfunction;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;

/** Models of the mass function of haloes whose masses are those of spheres of a mean density. */
public enum MassFunctionModel {
  /** Tinker et al. 2008, ApJ 688, 709. */
  TINKER08("Tinker et al. 2008") {
    @Override
    Multiplicity multiplicity(Overdensity limit, LinearCosmology cosmology, double redshift) {
      double density = limit.overMean(cosmology.omegaMatterAt(redshift));
      if (!(density >= Tinker08.MIN_DENSITY && density <= Tinker08.MAX_DENSITY)) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "%s is %.5g times the mean density at z = %.4g, and tinker08 has %.0f to %.0f: plot"
                    + " the --mass of another limit, such as 200m, or take --model despali16",
                limit,
                density,
                redshift,
                Tinker08.MIN_DENSITY,
                Tinker08.MAX_DENSITY));
      }
      return Tinker08.of(density, redshift);
    }

    @Override
    public Optional<String> warning(double redshift) {
      return redshift <= Tinker08.LAST_REDSHIFT
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "tinker08 was fitted up to z = %.1f: at z = %.4g it is an extrapolation",
                  Tinker08.LAST_REDSHIFT,
                  redshift));
    }
  },
  /** Despali et al. 2016, MNRAS 456, 2486. */
  DESPALI16("Despali et al. 2016") {
    @Override
    Multiplicity multiplicity(Overdensity limit, LinearCosmology cosmology, double redshift) {
      double omega = cosmology.omegaMatterAt(redshift);
      double overVirial = limit.overMean(omega) / VIRIAL.overMean(omega);
      return Despali16.of(overVirial, cosmology.collapseDensity(redshift));
    }
  };

  private static final Overdensity VIRIAL = Overdensity.of("--model", "vir");

  private final String paper;

  MassFunctionModel(String paper) {
    this.paper = paper;
  }

  /**
   * Parses the name of a model.
   *
   * @throws UsageException if no model has this name
   */
  public static MassFunctionModel of(String text) {
    return Arrays.stream(values())
        .filter(model -> model.toString().equals(text.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--model has '%s': give tinker08, despali16, or both with a comma between"
                        .formatted(text)));
  }

  /** Returns the multiplicity function for spheres of a mean density at a given time. */
  abstract Multiplicity multiplicity(Overdensity limit, LinearCosmology cosmology, double redshift);

  /** Returns a warning for the user if the model is unreliable at this redshift. */
  public Optional<String> warning(double redshift) {
    return Optional.empty();
  }

  /** Reference of the model. */
  public String paper() {
    return paper;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
