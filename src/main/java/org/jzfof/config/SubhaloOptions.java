package org.jzfof.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jzfof.error.UsageException;

/**
 * Options of the subhaloes of groups.
 *
 * @param densityNeighbours number of nearest particles in the estimate of a local density, the
 *     particle itself included
 * @param softening Plummer-equivalent softening length of the potential, in length units of the
 *     snapshot; NaN for the value in the snapshot
 * @param apertures radii within which masses are measured, increasing
 */
public record SubhaloOptions(
    boolean wanted, int densityNeighbours, double softening, List<Aperture> apertures) {
  /** Default of Gadget-4. */
  public static final int DEFAULT_NEIGHBOURS = 64;

  /** No subhaloes. */
  public static final SubhaloOptions NONE =
      new SubhaloOptions(false, DEFAULT_NEIGHBOURS, Double.NaN);

  private static final int MAXIMUM_NEIGHBOURS = 4096;

  /**
   * A radius about subhaloes within which masses are measured.
   *
   * @param kpc radius in physical kpc, without h; above 0
   */
  public record Aperture(double kpc) {
    private static final Pattern TEXT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    /** Reads a radius in kpc as {@link #toString} writes it; empty if the text is none. */
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
     * @param texts radii from the command line, such as 30 and 2.5
     * @return radii in increasing order
     * @throws UsageException if a text is no radius, or a radius is repeated
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

    /** The radius in kpc as the shortest decimal number. */
    @Override
    public String toString() {
      return BigDecimal.valueOf(kpc).stripTrailingZeros().toPlainString();
    }
  }

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public SubhaloOptions {
    if (densityNeighbours < 2 || densityNeighbours > MAXIMUM_NEIGHBOURS) {
      throw new UsageException(
          "--density-neighbours is %d: give 2 to %d (default %d)"
              .formatted(densityNeighbours, MAXIMUM_NEIGHBOURS, DEFAULT_NEIGHBOURS));
    }
    if (!wanted && !apertures.isEmpty()) {
      throw new UsageException(
          "--apertures are about subhaloes, and none are looked for: add --subhaloes");
    }
  }

  /** Options without apertures. */
  public SubhaloOptions(boolean wanted, int densityNeighbours, double softening) {
    this(wanted, densityNeighbours, softening, List.of());
  }

  /**
   * The same options with apertures.
   *
   * @param radii radii in physical kpc, from the command line
   * @throws UsageException naming the radius at fault
   */
  public SubhaloOptions withApertures(List<String> radii) {
    return new SubhaloOptions(wanted, densityNeighbours, softening, Aperture.of(radii));
  }

  /**
   * The same options with the softening that a run uses.
   *
   * @param used softening length in length units of the snapshot
   */
  public SubhaloOptions withSoftening(double used) {
    return new SubhaloOptions(wanted, densityNeighbours, used, apertures);
  }
}
