package org.jzfof.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/**
 * Options for the interpretation of the header of a snapshot. Given values replace those that the
 * header states.
 *
 * @param trustHeaders whether contradictions between headers are accepted
 * @param omegaMatter density of matter today
 * @param omegaLambda density of dark energy today
 * @param hubble Hubble parameter h, in 100 km/s/Mpc
 * @param particleMass mass of each particle of the types that have no masses in the files
 * @param lightcone light cone whose files are read; empty for a snapshot
 */
public record HeaderChoice(
    boolean trustHeaders,
    Optional<UnitValue> unitLength,
    Optional<UnitValue> unitMass,
    Optional<UnitValue> unitVelocity,
    Optional<Double> omegaMatter,
    Optional<Double> omegaLambda,
    Optional<Double> hubble,
    Optional<Double> particleMass,
    Optional<Lightcone> lightcone)
    implements OptionText.Inlined {

  /** No given values; contradictions between headers are rejected. */
  public static final HeaderChoice NONE = of(false);

  /** Maximum number of sides of HEALPix: pixel numbers stay exact as doubles. */
  private static final int LARGEST_NSIDE = 1 << 24;

  /** Maximum h: larger values are probably H0 in km/s/Mpc. */
  public static final double LARGEST_HUBBLE = 10;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public HeaderChoice {
    if (unitLength.isPresent()
        && unitMass.isPresent()
        && unitLength.get().perHubble() != unitMass.get().perHubble()
        && hubble.isEmpty()) {
      throw new UsageException(
          "--unit-length is %s and --unit-mass is %s, of which one has h: give both with or without /h, or --hubble"
              .formatted(unitLength.get().text(), unitMass.get().text()));
    }
    require("--omega-m", omegaMatter, 0, true, "the density of matter today, such as 0.3");
    require("--omega-lambda", omegaLambda, -10, false, "the density of dark energy, such as 0.7");
    require("--hubble", hubble, 0, true, "h in units of 100 km/s/Mpc, such as 0.7");
    if (particleMass.isPresent()
        && !(particleMass.get() > 0 && particleMass.get() < Double.POSITIVE_INFINITY)) {
      throw new UsageException(
          "--particle-mass is %s: give a finite mass above 0, in the unit of mass of the files"
              .formatted(particleMass.get()));
    }
  }

  /**
   * A light cone: particles that each have a scale factor of their own, around an observer.
   *
   * @param paths files and folders with its particles
   * @param scaleFactors dataset with the scale factors; empty for that of Gadget-4 or of SWIFT
   * @param nside number of HEALPix pixels along a side of a base pixel, for the pixels of groups
   * @param slices number of slices of distance that are searched one after another; empty for as
   *     many as memory needs
   * @param overlap distance before and behind a slice from which its groups may have members, in
   *     the unit of length of the files; empty for a usual one
   */
  public record Lightcone(
      List<Path> paths,
      Optional<String> scaleFactors,
      int nside,
      Optional<Integer> slices,
      Optional<Double> overlap) {
    /** The resolution that Gadget-4 takes for its tables of pixels. */
    public static final int DEFAULT_NSIDE = 256;

    /**
     * @throws UsageException if a value is no name or no resolution of HEALPix
     */
    public Lightcone {
      paths = List.copyOf(paths);
      if (scaleFactors.isPresent() && !scaleFactors.get().matches("[^/\\s]+")) {
        throw new UsageException(
            "--scale-factors is '%s': give the name of a dataset of particles, such as Ascale"
                .formatted(scaleFactors.get()));
      }
      if (nside < 1 || nside > LARGEST_NSIDE || Integer.bitCount(nside) > 1) {
        throw new UsageException(
            "--nside is %d: give a power of two up to %d, such as %d"
                .formatted(nside, LARGEST_NSIDE, DEFAULT_NSIDE));
      }
      if (slices.isPresent() && slices.get() < 1) {
        throw new UsageException(
            "--slices is %d: give the number of slices, at least 1".formatted(slices.get()));
      }
      if (overlap.isPresent() && !(overlap.get() > 0 && overlap.get() < Double.POSITIVE_INFINITY)) {
        throw new UsageException(
            "--overlap is %s: give a finite length above 0, in the unit of length of the files"
                .formatted(overlap.get()));
      }
    }
  }

  /** The same choice for the files of a light cone. */
  public HeaderChoice ofLightcone(Lightcone cone) {
    return new HeaderChoice(
        trustHeaders,
        unitLength,
        unitMass,
        unitVelocity,
        omegaMatter,
        omegaLambda,
        hubble,
        particleMass,
        Optional.of(cone));
  }

  /** Options without given values. */
  public static HeaderChoice of(boolean trustHeaders) {
    return new HeaderChoice(
        trustHeaders,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static void require(
      String option,
      Optional<Double> value,
      double minimum,
      boolean exclusive,
      String description) {
    if (value.isPresent()) {
      double x = value.get();
      if (!(exclusive ? x > minimum : x >= minimum) || x > LARGEST_HUBBLE) {
        throw new UsageException("%s is %s: give %s".formatted(option, x, description));
      }
    }
  }

  /**
   * A unit that a user gives, such as kpc/h or 1e10 Msun/h.
   *
   * @param text unit as the user gave it
   * @param cgs size in cm, g or cm/s, without the factor 1/h
   * @param perHubble whether the unit carries a factor 1/h
   */
  public record UnitValue(String text, double cgs, boolean perHubble) {
    private static final Pattern TEXT =
        Pattern.compile(
            "\\s*(?:([0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*[*]?\\s*)?(cm/s|m/s|km/s|[a-zA-Z]+)\\s*(/\\s*[hH])?\\s*");

    private static final double CM_PER_PARSEC = 3.085678e18;

    /** The quantity that a unit measures, with the names of units and their sizes in cgs. */
    public enum Quantity {
      /** Comoving lengths. */
      LENGTH(
          "--unit-length",
          "kpc/h, Mpc or 3.085678e24 cm",
          Map.of(
              "cm",
              1.0,
              "m",
              1e2,
              "km",
              1e5,
              "pc",
              CM_PER_PARSEC,
              "kpc",
              1e3 * CM_PER_PARSEC,
              "mpc",
              1e6 * CM_PER_PARSEC,
              "gpc",
              1e9 * CM_PER_PARSEC)),
      /** Masses. */
      MASS(
          "--unit-mass",
          "1e10 Msun/h, Msun or 1.989e43 g",
          Map.of("g", 1.0, "kg", 1e3, "msun", 1.989e33)),
      /** Velocities, which have no h. */
      VELOCITY("--unit-velocity", "km/s or 1 cm/s", Map.of("cm/s", 1.0, "m/s", 1e2, "km/s", 1e5));

      private final String option;
      private final String example;
      private final Map<String, Double> names;

      Quantity(String option, String example, Map<String, Double> names) {
        this.option = option;
        this.example = example;
        this.names = names;
      }

      /** Name of the option for the unit. */
      public String option() {
        return option;
      }
    }

    /**
     * Reads a unit: a number (1 if left out), a name, and /h for lengths and masses.
     *
     * @throws UsageException if the text is no unit of the quantity
     */
    public static UnitValue of(Quantity quantity, String text) {
      Matcher matcher = TEXT.matcher(text);
      Double size =
          matcher.matches() ? quantity.names.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
      boolean perHubble = size != null && matcher.group(3) != null;
      double cgs = size == null ? Double.NaN : number(matcher.group(1)) * size;
      if (!(cgs > 0) || Double.isInfinite(cgs) || perHubble && quantity == Quantity.VELOCITY) {
        throw new UsageException(
            "%s is '%s': give a number and a unit such as %s (of %s)"
                .formatted(
                    quantity.option,
                    text,
                    quantity.example,
                    quantity.names.keySet().stream().sorted().collect(Collectors.joining(", "))));
      }
      return new UnitValue(text, cgs, perHubble);
    }

    private static double number(String text) {
      try {
        return text == null ? 1 : Decimal.parse(text);
      } catch (NumberFormatException e) {
        return Double.NaN; // such as 1.2.3; the caller rejects it
      }
    }
  }
}
