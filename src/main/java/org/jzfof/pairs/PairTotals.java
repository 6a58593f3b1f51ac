package org.jzfof.pairs;

import java.math.BigInteger;
import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Pairs in bins.
 *
 * @param counts numbers of pairs [{@link PairBins#count}]
 * @param sums sums of the products of their weights, in products of steps of {@link WeightGrid};
 *     null without weights [{@link PairBins#count}]
 */
public record PairTotals(long[] counts, BigInteger[] sums) {
  private static final long LIMB = 0xffffffffL;

  /** Number of 32-bit parts of a number below 2^128; their sums over ranks fit into longs. */
  private static final int LIMBS = 4;

  /** Creates totals without pairs. */
  static PairTotals none(PairBins bins, boolean weighted) {
    BigInteger[] sums = weighted ? new BigInteger[bins.count()] : null;
    if (weighted) {
      Arrays.fill(sums, BigInteger.ZERO);
    }
    return new PairTotals(new long[bins.count()], sums);
  }

  /** Returns the sum of these and other pairs of the same bins. */
  PairTotals plus(PairTotals others) {
    long[] all = new long[counts.length];
    Arrays.setAll(all, i -> counts[i] + others.counts[i]);
    BigInteger[] allSums = sums == null ? null : new BigInteger[sums.length];
    if (sums != null) {
      Arrays.setAll(allSums, i -> sums[i].add(others.sums[i]));
    }
    return new PairTotals(all, allSums);
  }

  /** Returns these pairs without a subset of them. */
  PairTotals minus(PairTotals subset) {
    long[] left = new long[counts.length];
    Arrays.setAll(left, i -> counts[i] - subset.counts[i]);
    BigInteger[] leftSums = sums == null ? null : new BigInteger[sums.length];
    if (sums != null) {
      Arrays.setAll(leftSums, i -> sums[i].subtract(subset.sums[i]));
    }
    return new PairTotals(left, leftSums);
  }

  /** Returns the sums over all ranks. Every rank calls this method. */
  PairTotals sumOverRanks(Communicator comm) {
    long[] all = counts.clone();
    comm.sum(all);
    BigInteger[] allSums = sums == null ? null : sums.clone();
    if (sums != null) {
      sum(allSums, comm);
    }
    return new PairTotals(all, allSums);
  }

  /** Sums numbers below 2^128 over all ranks. Every rank calls this method. */
  static void sum(BigInteger[] numbers, Communicator comm) {
    long[] limbs = new long[LIMBS * numbers.length];
    Arrays.setAll(
        limbs, i -> numbers[i / LIMBS].shiftRight(Integer.SIZE * (i % LIMBS)).longValue() & LIMB);
    comm.sum(limbs);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = BigInteger.ZERO;
      for (int limb = LIMBS; limb-- > 0; ) {
        BigInteger part = BigInteger.valueOf(limbs[LIMBS * i + limb]);
        numbers[i] = numbers[i].shiftLeft(Integer.SIZE).add(part);
      }
    }
  }
}
