package org.jzfof.config.search;

import java.util.Arrays;
import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;
import org.jzfof.pairs.Jackknife;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairKernels;
import org.jzfof.pairs.Separation;

/**
 * Options of {@code jzfof pairs}, validated.
 *
 * @param otherTypes particle types of the partners, increasing; null for pairs among the sources
 * @param weights {@link #MASS}, or the name of a dataset with the weights of particles; null for
 *     equal weights
 * @param jackknife number of jackknife regions along each side of the box; null without jackknife
 */
public record PairsOptions(
    ParticleChoice sources,
    int[] otherTypes,
    PairBins bins,
    String weights,
    Integer jackknife,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<PairsOptions> {

  /** The value of the weights that selects the masses, in any stored form. */
  public static final String MASS = "mass";

  private static final int MAX_REGIONS = 32;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public PairsOptions {
    if (otherTypes != null) {
      otherTypes = ParticleChoice.validTypes("--other-types", otherTypes);
      for (int type : otherTypes) {
        if (Arrays.binarySearch(sources.types(), type) >= 0) {
          throw new UsageException(
              "--other-types has %d, which --types has as well: give types that are not in both"
                  .formatted(type));
        }
      }
    }
    requireBins(bins);
    if (weights != null && weights.isBlank()) {
      throw new UsageException("--weights is empty: give mass, or the name of a dataset");
    }
    if (jackknife != null) {
      requireRegions(jackknife, bins.count());
    }
  }

  /**
   * @throws UsageException if there are more bins than a device counts
   */
  public static void requireBins(PairBins bins) {
    if (bins.count() > PairKernels.MAX_COUNTS) {
      throw new UsageException(
          "--bins, --pimax and --mu-bins make %d bins: make at most %d"
              .formatted(bins.count(), PairKernels.MAX_COUNTS));
    }
  }

  private static void requireRegions(int perSide, int bins) {
    if (perSide < 2 || perSide > MAX_REGIONS) {
      throw new UsageException(
          "--jackknife is %d: give 2 to %d regions along each side of the box"
              .formatted(perSide, MAX_REGIONS));
    }
    long regions = (long) perSide * perSide * perSide;
    if (regions * bins > Jackknife.MAX_NUMBERS) {
      throw new UsageException(
          "--jackknife %d makes %d regions, with %d bins each: make at most %d counts in all"
              .formatted(perSide, regions, bins, Jackknife.MAX_NUMBERS));
    }
  }

  private static void requireEdges(double[] edges) {
    if (edges.length < 2) {
      throw new UsageException("--bins has %d edges: give at least two".formatted(edges.length));
    }
    for (int i = 0; i < edges.length; i++) {
      if (!(edges[i] >= 0) || Double.isInfinite(edges[i])) {
        throw new UsageException(
            "--bins has an edge at " + edges[i] + ": give distances of at least 0");
      }
      if (i > 0 && !(edges[i] > edges[i - 1])) {
        throw new UsageException(
            "--bins has an edge at %s after one at %s: give increasing edges"
                .formatted(edges[i], edges[i - 1]));
      }
    }
  }

  /**
   * Validates the bins.
   *
   * @param edges edges of the bins of the separation, as {@link BinEdges} reads them
   * @param pimax number of bins of pi; null if the user gave none
   * @param muBins number of bins of mu; null if the user gave none
   * @param axis line of sight: 0, 1 or 2
   * @throws UsageException if an edge or a number of bins is missing, invalid or not for this mode
   */
  public static PairBins bins(
      Separation mode, double[] edges, Integer pimax, Integer muBins, int axis) {
    requireEdges(edges);
    int parts =
        Math.multiplyExact(
            partsOf(mode == Separation.RPPI, "--pimax", pimax, "rppi"),
            partsOf(mode == Separation.SMU, "--mu-bins", muBins, "smu"));
    return new PairBins(mode, edges, parts, axis);
  }

  private static int partsOf(boolean requested, String option, Integer given, String mode) {
    if (!requested && given == null) {
      return 1;
    }
    if (!requested) {
      throw new UsageException(
          option + " is for --mode " + mode + ": leave it out, or give that mode");
    }
    if (given == null) {
      throw new UsageException(
          "--mode " + mode + " needs " + option + ": add such as " + option + " 40");
    }
    if (given < 1 || given > PairKernels.MAX_COUNTS) {
      throw new UsageException(
          "%s is %d: give 1 to %d".formatted(option, given, PairKernels.MAX_COUNTS));
    }
    return given;
  }

  /** All options that change the counts, as text. */
  public String resultOptions() {
    return "pairs " + OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }

  @Override
  public PairsOptions withComputer(Computer other) {
    return new PairsOptions(
        sources, otherTypes, bins, weights, jackknife, output, execution.withComputer(other));
  }
}
