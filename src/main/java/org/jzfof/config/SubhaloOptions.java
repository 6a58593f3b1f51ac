package org.jzfof.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jzfof.error.UsageException;

/**
 * Which subhaloes of groups are looked for.
 *
 * @param wanted whether the run finds subhaloes
 * @param densityNeighbours number of nearest particles in the estimate of a local density, the
 *     particle itself counted
 * @param softening Plummer-equivalent softening length of the potential, in length units of the
 *     snapshot; NaN for that of the snapshot
 * @param apertures radii within which masses are measured, increasing
 */
public record SubhaloOptions(
    boolean wanted, int densityNeighbours, double softening, List<Aperture> apertures) {
  /** Gadget-4's default. */
  public static final int USUAL_NEIGHBOURS = 64;

  /** No subhaloes. */
  public static final SubhaloOptions NONE = new SubhaloOptions(false, USUAL_NEIGHBOURS, Double.NaN);

  private static final int MOST_NEIGHBOURS = 4096;

  /**
   * A radius about subhaloes within which masses are measured.
   *
   * @param kpc radius in physical kpc, without h; above 0
   */
  public record Aperture(double kpc) {
    private static final Pattern TEXT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    /** Reads a radius in kpc as {@link #toString} writes it; empty where it is none. */
    public static Optional<Aperture> find(String text) {
      return parse(text).filter(aperture -> aperture.toString().equals(text));
    }

    private static Optional<Aperture> parse(String text) {
      return Optional.of(text)
          .filter(TEXT.asMatchPredicate())
          .map(number -> new Aperture(Double.parseDouble(number)))
          .filter(aperture -> aperture.kpc > 0);
    }

    /**
     * Reads radii.
     *
     * @param texts radii as the user gave them, such as 30 and 2.5
     * @return increasing
     * @throws UsageException if one is no radius, or there twice
     */
    static List<Aperture> of(List<String> texts) {
      List<Aperture> apertures = new ArrayList<>();
      for (String text : texts) {
        Aperture aperture =
            parse(text)
                .orElseThrow(
                    () ->
                        new UsageException(
                            "--apertures has '%s': give radii in physical kpc above 0, such as 30,50,100"
                                .formatted(text)));
        if (apertures.contains(aperture)) {
          throw new UsageException(
              "--apertures has %s twice: name each radius once".formatted(aperture));
        }
        apertures.add(aperture);
      }
      return apertures.stream().sorted((a, b) -> Double.compare(a.kpc, b.kpc)).toList();
    }

    /** The number of kpc, with no more digits than it needs. */
    @Override
    public String toString() {
      return BigDecimal.valueOf(kpc).stripTrailingZeros().toPlainString();
    }
  }

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public SubhaloOptions {
    if (densityNeighbours < 2 || densityNeighbours > MOST_NEIGHBOURS) {
      throw new UsageException(
          "--density-neighbours is %d: give 2 to %d (default %d)"
              .formatted(densityNeighbours, MOST_NEIGHBOURS, USUAL_NEIGHBOURS));
    }
    if (!wanted && !apertures.isEmpty()) {
      throw new UsageException(
          "--apertures are about subhaloes, and none are looked for: add --subhaloes");
    }
  }

  /** Without apertures. */
  public SubhaloOptions(boolean wanted, int densityNeighbours, double softening) {
    this(wanted, densityNeighbours, softening, List.of());
  }

  /**
   * The same with apertures.
   *
   * @param radii radii in physical kpc, as the user gave them
   * @throws UsageException naming the radius at fault
   */
  public SubhaloOptions within(List<String> radii) {
    return new SubhaloOptions(wanted, densityNeighbours, softening, Aperture.of(radii));
  }

  /** The same with the softening that is used. */
  public SubhaloOptions with(double used) {
    return new SubhaloOptions(wanted, densityNeighbours, used, apertures);
  }
}
