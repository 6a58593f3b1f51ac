package org.jzfof.pairs;

/** Bins of the distance alone. */
public final class DistanceBins {
  private DistanceBins() {}

  /** Bins between increasing edges. */
  public static PairBins of(double... edges) {
    return new PairBins(Separation.R, edges, 1, 2);
  }
}
