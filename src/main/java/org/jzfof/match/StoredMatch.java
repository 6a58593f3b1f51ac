package org.jzfof.match;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.Provenance;

/**
 * The haloes of the first catalogue of a file of matches.
 *
 * @param match number of the match of each halo in the second catalogue, or -1
 * @param agrees whether the match of the match is this halo
 * @param mass mass of each halo
 * @param matchMass mass of each halo of the second catalogue
 * @param massG unit of masses in g, with h; NaN if unknown
 * @param what what was matched: subhalo or group
 */
public record StoredMatch(
    Path file,
    long[] match,
    long[] agrees,
    double[] mass,
    double[] matchMass,
    double massG,
    boolean perHubble,
    String what) {
  private static final String MASS = "/Mass1";

  /** Returns whether a path is a file of matches. */
  public static boolean isIn(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (Hdf5File f = Hdf5File.open(path)) {
      return Provenance.isProduct(f, MatchFile.PRODUCT);
    } catch (Hdf5Exception e) {
      return false; // not an HDF5 file
    }
  }

  /**
   * Reads a file.
   *
   * @throws CatalogueException if it cannot be read, or is inconsistent
   */
  public static StoredMatch read(Path file) {
    try (Hdf5File f = Hdf5File.open(file)) {
      boolean known = f.hasAttribute(MASS, "to_cgs");
      StoredMatch stored =
          new StoredMatch(
              file,
              values(f, "/MatchIndex1to2", StoredMatch::longs),
              values(f, "/Consistent1to2", StoredMatch::longs),
              values(f, MASS, StoredMatch::doubles),
              values(f, "/Mass2", StoredMatch::doubles),
              known ? f.doubles(MASS, "to_cgs")[0] : Double.NaN,
              known && f.doubles(MASS, "h_scaling")[0] != 0,
              f.text(MatchFile.HEADER, "MatchedBy"));
      stored.requireConsistent();
      return stored;
    } catch (Hdf5Exception e) {
      throw new CatalogueException(
          "cannot read %s: %s: write it again with jzfof match".formatted(file, e.getMessage()), e);
    }
  }

  private void requireConsistent() {
    boolean fits = match.length == mass.length && agrees.length == mass.length;
    for (long other : match) {
      fits &= other >= -1 && other < matchMass.length;
    }
    if (!fits) {
      throw new CatalogueException(
          file + " has matches that its haloes do not have: write it again with jzfof match");
    }
  }

  private static <T> T values(Hdf5File f, String path, Function<Hdf5Dataset, T> read) {
    try (Hdf5Dataset data = f.dataset(path)) {
      return read.apply(data);
    }
  }

  private static long[] longs(Hdf5Dataset data) {
    long[] values = new long[Math.toIntExact(data.info().rows())];
    data.read(0, values.length, values);
    return values;
  }

  private static double[] doubles(Hdf5Dataset data) {
    double[] values = new double[Math.toIntExact(data.info().rows())];
    data.read(0, values.length, values);
    return values;
  }
}
