package org.jzfof.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.error.UsageException;

/**
 * A mean density within a sphere, by its usual name: 200c is 200 times the critical density, 200m
 * 200 times the mean density of matter, vir that of a sphere that has just come to rest (Bryan and
 * Norman 1998).
 *
 * @param number multiple of the reference density; unused for {@link Reference#VIRIAL}
 */
public record Overdensity(int number, Reference reference) {
  /** Densities that limits are multiples of. */
  public enum Reference {
    /** Critical density at the time of the snapshot. */
    CRITICAL("Crit", "critical density"),
    /** Mean density of matter. */
    MEAN("Mean", "mean density of matter"),
    /** Critical density, with the factor of Bryan and Norman. */
    VIRIAL("TopHat", "a sphere that has just come to rest (Bryan and Norman 1998)");

    private final String inNames;
    private final String description;

    Reference(String inNames, String description) {
      this.inNames = inNames;
      this.description = description;
    }

    private String shortName(String number) {
      return switch (this) {
        case CRITICAL -> number + "c";
        case MEAN -> number + "m";
        case VIRIAL -> Overdensity.VIRIAL;
      };
    }
  }

  private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,6})([cm])");
  private static final String VIRIAL = "vir";
  private static final int VIRIAL_IN_NAMES = 200;

  /** Where SOAP has the density of Bryan and Norman (1998). */
  public static final String SOAP_VIRIAL = "BN98";

  /**
   * Reads a name.
   *
   * @param option name of the option, for messages
   * @throws UsageException if it is none
   */
  public static Overdensity of(String option, String text) {
    return find(text)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s has '%s': give a whole number from 1 to 9999999 with c for multiples of the critical density, such as 200c, or m for those of the mean density, such as 200m; or vir"
                        .formatted(option, text)));
  }

  /** Reads a name; empty where it is none. */
  public static Optional<Overdensity> find(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    if (name.equals(VIRIAL)) {
      return Optional.of(new Overdensity(VIRIAL_IN_NAMES, Reference.VIRIAL));
    }
    Matcher matcher = TEXT.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Reference reference = matcher.group(2).equals("c") ? Reference.CRITICAL : Reference.MEAN;
    return Optional.of(new Overdensity(Integer.parseInt(matcher.group(1)), reference));
  }

  /**
   * The limit in comoving mean densities of matter, at a time.
   *
   * @param omegaAtTime mean matter density over the critical density, at the time of the snapshot
   */
  public double overMean(double omegaAtTime) {
    double x = omegaAtTime - 1;
    return switch (reference) {
      case CRITICAL -> number / omegaAtTime;
      case MEAN -> number;
      case VIRIAL -> (18 * Math.PI * Math.PI + 82 * x - 39 * x * x) / omegaAtTime;
    };
  }

  /** The end of names of datasets, as Gadget-4 has them: Crit200, Mean200, TopHat200. */
  public String inNames() {
    return reference.inNames + number;
  }

  /** The group of a sphere, as SOAP has it: 200_crit, 200_mean, BN98. */
  public String inSoap() {
    return switch (reference) {
      case CRITICAL -> number + "_crit";
      case MEAN -> number + "_mean";
      case VIRIAL -> SOAP_VIRIAL;
    };
  }

  /** Reads the end of a name, as {@link #inNames} gives it; empty where it is none. */
  public static Optional<Overdensity> ofNames(String text) {
    return Stream.of(Reference.values())
        .filter(reference -> text.startsWith(reference.inNames))
        .map(reference -> find(reference.shortName(text.substring(reference.inNames.length()))))
        .flatMap(Optional::stream)
        .filter(limit -> limit.inNames().equals(text))
        .findFirst();
  }

  /** The rest of a sentence that ends in "a mean density of". */
  public String description() {
    return reference == Reference.VIRIAL
        ? reference.description
        : number + " times the " + reference.description;
  }

  @Override
  public String toString() {
    return reference.shortName(String.valueOf(number));
  }
}
