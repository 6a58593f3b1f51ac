package org.jzfof.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.error.UsageException;

/**
 * A mean density within a sphere, by its usual name: 200c is 200 times the critical density, 200m
 * is 200 times the mean density of matter, and vir is the density of a sphere that has just come to
 * rest (Bryan and Norman 1998).
 *
 * @param number multiple of the reference density; unused for {@link Reference#VIRIAL}
 */
public record Overdensity(int number, Reference reference) {
  /** Reference densities, of which limits are multiples. */
  public enum Reference {
    /** Critical density at the time of the snapshot. */
    CRITICAL("Crit", "critical density"),
    /** Mean density of matter. */
    MEAN("Mean", "mean density of matter"),
    /** Critical density, with the factor of Bryan and Norman. */
    VIRIAL("TopHat", "a sphere that has just come to rest (Bryan and Norman 1998)");

    private final String nameSuffix;
    private final String description;

    Reference(String nameSuffix, String description) {
      this.nameSuffix = nameSuffix;
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
  private static final int VIRIAL_NUMBER = 200;

  /** Name of the group in SOAP for the density of Bryan and Norman (1998). */
  public static final String SOAP_VIRIAL = "BN98";

  /**
   * Reads a name.
   *
   * @param option name of the option, for messages
   * @throws UsageException if the text is no name of a limit
   */
  public static Overdensity of(String option, String text) {
    return find(text)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s has '%s': give a whole number from 1 to 9999999 with c for multiples of the critical density, such as 200c, or m for those of the mean density, such as 200m; or vir"
                        .formatted(option, text)));
  }

  /** Reads a name; empty if the text is no name of a limit. */
  public static Optional<Overdensity> find(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    if (name.equals(VIRIAL)) {
      return Optional.of(new Overdensity(VIRIAL_NUMBER, Reference.VIRIAL));
    }
    Matcher matcher = TEXT.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Reference reference = matcher.group(2).equals("c") ? Reference.CRITICAL : Reference.MEAN;
    return Optional.of(new Overdensity(Integer.parseInt(matcher.group(1)), reference));
  }

  /**
   * The limit in units of the mean density of matter.
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

  /** The suffix of names of datasets in Gadget-4: Crit200, Mean200, TopHat200. */
  public String nameSuffix() {
    return reference.nameSuffix + number;
  }

  /** The name of the group of a sphere in SOAP: 200_crit, 200_mean, BN98. */
  public String soapGroup() {
    return switch (reference) {
      case CRITICAL -> number + "_crit";
      case MEAN -> number + "_mean";
      case VIRIAL -> SOAP_VIRIAL;
    };
  }

  /** Reads a suffix of {@link #nameSuffix}; empty if the text is none. */
  public static Optional<Overdensity> ofSuffix(String text) {
    return Stream.of(Reference.values())
        .filter(reference -> text.startsWith(reference.nameSuffix))
        .map(reference -> find(reference.shortName(text.substring(reference.nameSuffix.length()))))
        .flatMap(Optional::stream)
        .filter(limit -> limit.nameSuffix().equals(text))
        .findFirst();
  }

  /** The end of a sentence after the words "a mean density of". */
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
