package org.jzfof.catalogue.columns;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.config.Overdensity;

/** The layout of the datasets of a catalogue. */
public enum Layout {
  /** Gadget-4 and AREPO: /Group and /Subhalo. */
  GADGET,
  /** IllustrisTNG: the names of Gadget-4 with few exceptions, comoving radii and six types. */
  TNG,
  /** The friends-of-friends output of SWIFT, with SOAP's names of spheres. */
  SWIFT,
  /** SOAP, with one row per subhalo. */
  SOAP,
  /**
   * The halo light cones that lightcone_io reads: its own names for what an observer sees, those of
   * SWIFT and SOAP for everything else.
   */
  LIGHTCONE,
  /** The halo catalogues of yt: one of groups and one of subhaloes. */
  YT;

  private static final Pattern SOAP_LIMIT = Pattern.compile("(\\d+)_([cm])(?:rit|ean)");

  /** Number of the first group. */
  public int firstGroup() {
    return this == SWIFT || this == SOAP ? 1 : 0;
  }

  /** Returns the mean density of a sphere as spelled in names of datasets. */
  public String text(Overdensity limit) {
    return switch (this) {
      case GADGET, TNG -> limit.nameSuffix();
      case SWIFT, SOAP, LIGHTCONE -> limit.soapGroup();
      case YT -> limit.toString();
    };
  }

  /**
   * Parses the mean density in a name; empty if it is none. SOAP has groups beside those of a mean
   * density: multiples of a radius, cores.
   */
  public Optional<Overdensity> limit(String text) {
    return switch (this) {
      case GADGET, TNG -> Overdensity.ofSuffix(text);
      case SWIFT, SOAP, LIGHTCONE -> ofSoap(text);
      case YT -> Overdensity.find(text);
    };
  }

  private static Optional<Overdensity> ofSoap(String text) {
    Matcher matcher = SOAP_LIMIT.matcher(text);
    return text.equals(Overdensity.SOAP_VIRIAL)
        ? Overdensity.find("vir")
        : matcher.matches()
            ? Overdensity.find(matcher.group(1) + matcher.group(2))
            : Optional.empty();
  }
}
