package org.jzfof.snapshot.binary;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The header of a binary snapshot, as in io_header of Gadget-2 and 3. Gadget-1 and generators of
 * initial conditions leave its last values 0.
 *
 * @param counts particles per type in this file [6]
 * @param masses mass of each particle per type, 0 for types with a mass per particle [6]
 * @param totals lower 32 bits of the particles per type in all files [6]
 * @param highWords upper 32 bits of these [6]
 */
record BinaryHeader(
    long[] counts,
    double[] masses,
    double time,
    double redshift,
    long[] totals,
    long[] highWords,
    int files,
    double boxSize,
    double omegaMatter,
    double omegaLambda,
    double hubble,
    Flags flags) {
  static final int TYPES = 6;

  private static final long LOW_WORD = 0xffffffffL;

  /** Options of the run; 0 for those that it did not use. */
  record Flags(
      int starFormation,
      int feedback,
      int cooling,
      int stellarAge,
      int metals,
      int entropy,
      int doublePrecision) {}

  /**
   * Reads a header.
   *
   * @param in 256 bytes in the byte order of the file
   */
  static BinaryHeader of(ByteBuffer in) {
    long[] counts = counts(in);
    double[] masses = new double[TYPES];
    Arrays.setAll(masses, t -> in.getDouble());
    double time = in.getDouble();
    double redshift = in.getDouble();
    int starFormation = in.getInt();
    int feedback = in.getInt();
    long[] totals = counts(in);
    int cooling = in.getInt();
    int files = in.getInt();
    double boxSize = in.getDouble();
    double omegaMatter = in.getDouble();
    double omegaLambda = in.getDouble();
    double hubble = in.getDouble();
    int stellarAge = in.getInt();
    int metals = in.getInt();
    long[] highWords = counts(in);
    Flags flags =
        new Flags(starFormation, feedback, cooling, stellarAge, metals, in.getInt(), in.getInt());
    return new BinaryHeader(
        counts,
        masses,
        time,
        redshift,
        totals,
        highWords,
        files,
        boxSize,
        omegaMatter,
        omegaLambda,
        hubble,
        flags);
  }

  private static long[] counts(ByteBuffer in) {
    long[] counts = new long[TYPES];
    Arrays.setAll(counts, t -> in.getInt() & LOW_WORD);
    return counts;
  }

  /** Particles in this file. */
  long particles() {
    return Arrays.stream(counts).sum();
  }

  /**
   * Whether the header states totals. Headers of single files from before Gadget-1.1 have zeros.
   */
  boolean statesTotals() {
    return files > 1
        || Arrays.stream(totals).anyMatch(n -> n != 0)
        || Arrays.stream(highWords).anyMatch(n -> n != 0);
  }
}
