package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/**
 * Requires that the headers of all files of a snapshot agree with that of the first file. A code
 * writes all headers from the same variables, so that values must agree to the last bit. A value
 * that a file lacks is no contradiction.
 */
final class HeaderAgreement {
  /** Number of files of a shell of a light cone. */
  static final String NUM_FILES = "NumFiles";

  private static final String[] SHARED = {
    "Time",
    "Redshift",
    "BoxSize",
    "NumFilesPerSnapshot",
    NUM_FILES,
    "NumPart_Total",
    "NumPart_Total_HighWord"
  };

  private final FileHeader first;

  HeaderAgreement(FileHeader first) {
    this.first = first;
  }

  /**
   * @throws SnapshotException naming the first attribute in which the file differs
   */
  void require(FileHeader piece) {
    Map<String, double[]> other = piece.statements();
    first
        .statements()
        .forEach(
            (name, values) -> {
              double[] others = other.get(name);
              if (values.length > 0 && others.length > 0 && !Arrays.equals(values, others)) {
                throw contradiction(piece.file(), name, text(others), first.file(), text(values));
              }
            });
  }

  /** Returns the exception for two files that cannot belong to one snapshot. */
  static SnapshotException contradiction(
      Path piece, String name, String value, Path first, String expected) {
    return new SnapshotException(
        "%s of %s is %s, and %s of %s is %s: they are not of one snapshot; copy or write it again, or take what %s says with --trust-headers"
            .formatted(name, piece, value, name, first, expected, first.getFileName()));
  }

  /**
   * Requires that a file of a light cone is of the same code as the first file.
   *
   * @throws SnapshotException if it is not
   */
  static void requireCode(SnapshotFile f, Dialect first) {
    Dialect dialect = Dialect.of(f);
    if (dialect.family() != first.family()) {
      throw new SnapshotException(
          "%s is of %s, and the first file is of %s: they are not of one light cone; name the files of one"
              .formatted(f.path(), dialect.family().label(), first.family().label()));
    }
  }

  /**
   * Returns the values of a header, in the same order for all files; missing values are empty. The
   * shells of a light cone have counts and times of their own, and share only their simulation.
   */
  static Map<String, double[]> statements(SnapshotFile f, Dialect dialect, boolean ofLightcone) {
    Map<String, double[]> all = new LinkedHashMap<>();
    if (ofLightcone) {
      all.put(NUM_FILES, f.numbers(SnapshotFile.HEADER, NUM_FILES));
      all.put("BoxSize", f.numbers("/Parameters", "BoxSize"));
    } else {
      for (String name : SHARED) {
        all.put(name, f.numbers(SnapshotFile.HEADER, name));
      }
      put(all, "the scale factor", dialect.comoving(f) ? dialect.scaleFactor(f) : 1);
    }
    Cosmology cosmology = dialect.cosmology(f);
    Units units = dialect.units(f);
    put(all, "the matter density", cosmology.omegaMatter());
    put(all, "the density of dark energy", cosmology.omegaLambda());
    put(all, "the Hubble parameter", cosmology.hubble());
    put(all, "the unit of length in cm", units.lengthCm());
    put(all, "the unit of mass in g", units.massG());
    put(all, "the unit of velocity in cm/s", units.velocityCmPerS());
    return all;
  }

  private static void put(Map<String, double[]> all, String name, double value) {
    all.put(name, Double.isNaN(value) ? new double[0] : new double[] {value});
  }

  private static String text(double[] values) {
    return values.length == 1 ? String.valueOf(values[0]) : Arrays.toString(values);
  }
}
