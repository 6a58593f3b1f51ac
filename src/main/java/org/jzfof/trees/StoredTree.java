package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.snapshot.header.Units;
import org.jzfof.trees.files.TreeFileWriter;
import org.jzfof.trees.links.LinkOrigin;

/**
 * The merger tree of a halo of the last snapshot, read from a file of trees of jzfof or Gadget-4.
 * Haloes are denoted by their index in the tree.
 *
 * @param root the halo of the last snapshot
 * @param descendant descendant of each halo, always in a later snapshot, or -1 [haloes]
 * @param mainProgenitor main progenitor of each halo, whose descendant it is, or -1 [haloes]
 * @param snapshot number of the snapshot of each halo [haloes]
 * @param mass mass of each halo, above 0 [haloes]
 * @param time time of each snapshot by its number; NaN if there is no such snapshot
 * @param kind type of the haloes: group or subhalo
 * @param units units of the masses; NaN if the file does not state them
 */
public record StoredTree(
    int root,
    int[] descendant,
    int[] mainProgenitor,
    int[] snapshot,
    double[] mass,
    double[] time,
    double redshift,
    String kind,
    Units units) {
  private static final String HALOES = "/TreeHalos";
  private static final String TABLE = "/TreeTable";
  private static final String TIMES = "/TreeTimes";
  private static final String PARAMETERS = "/Parameters";
  private static final int BLOCK = 1 << 20;

  /** Returns whether a path names a file of merger trees. */
  public static boolean isIn(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (Hdf5File f = Hdf5File.open(path)) {
      return f.exists(HALOES) && f.exists(TABLE);
    } catch (Hdf5Exception e) {
      return false; // an unreadable file is no file of trees
    }
  }

  /**
   * Reads the tree of a halo.
   *
   * @param halo number in the catalogue of the last snapshot
   * @throws CatalogueException if a dataset is missing or inconsistent; the message names it
   * @throws UsageException if there is no such halo
   */
  public static StoredTree read(Path path, int halo) {
    if (Files.isDirectory(path)) {
      throw none(path);
    }
    try (Hdf5File f = Hdf5File.open(path)) {
      return new Reader(path, f).read(halo);
    } catch (Hdf5Exception e) {
      String remedy = e.remedy("name trees.hdf5 of jzfof trees");
      throw new CatalogueException(
          "cannot read %s: %s%s".formatted(path, e.getMessage(), remedy), e);
    }
  }

  private static CatalogueException none(Path path) {
    return new CatalogueException(
        path + " is no file of merger trees: name trees.hdf5 of jzfof trees");
  }

  /** Returns whether times are scale factors. */
  public boolean comoving() {
    return Math.abs(time[time.length - 1] * (1 + redshift) - 1) < 1e-3;
  }

  /** Reads one open file; the caller closes it. */
  private record Reader(Path path, Hdf5File in) {
    StoredTree read(int halo) {
      if (!in.exists(HALOES) || !in.exists(TABLE)) {
        throw none(path);
      }
      double[] time = all(TIMES + "/Time");
      double[] redshift = all(TIMES + "/Redshift");
      if (time.length == 0 || redshift.length != time.length) {
        throw wrong(TIMES, "has %d times and %d redshifts", time.length, redshift.length);
      }
      long row = row(halo, time.length - 1);
      double[] start = all(TABLE + "/StartOffset");
      double[] length = all(TABLE + "/Length");
      if (start.length != length.length) {
        throw wrong(TABLE, "has %d StartOffset and %d Length", start.length, length.length);
      }
      long end = 0;
      for (int t = 0; t < start.length; t++) {
        if (start[t] != end || !(length[t] > 0)) {
          throw wrong(TABLE, "has StartOffset %s and Length %s in row %d", start[t], length[t], t);
        }
        end += (long) length[t];
        if (row < end) {
          int count = (int) length[t];
          return tree(end - count, count, (int) (row - end + count), time, redshift);
        }
      }
      throw wrong(TABLE, "has no tree with row %d", row);
    }

    /** Returns the row of a halo among all haloes. */
    private long row(int halo, int last) {
      try (Hdf5Dataset snapshots = dataset("SnapNum");
          Hdf5Dataset numbers = dataset("SubhaloNr")) {
        long matches = 0;
        long rows = snapshots.info().rows();
        if (numbers.info().rows() != rows) {
          throw wrong(HALOES, "has %d SnapNum and %d SubhaloNr", rows, numbers.info().rows());
        }
        int[] snapshot = new int[(int) Math.min(BLOCK, rows)];
        long[] number = new long[snapshot.length];
        for (long from = 0; from < rows; from += BLOCK) {
          int count = (int) Math.min(BLOCK, rows - from);
          snapshots.read(from, count, snapshot);
          numbers.read(from, count, number);
          for (int i = 0; i < count; i++) {
            if (snapshot[i] == last) {
              matches++;
              if (number[i] == halo) {
                return from + i;
              }
            }
          }
        }
        throw new UsageException(
            "--tree is %d, but the last snapshot (%d) of %s has %s"
                .formatted(
                    halo,
                    last,
                    path,
                    matches == 0
                        ? "no haloes: choose another file"
                        : "%d haloes: give a number from 0 to %d".formatted(matches, matches - 1)));
      }
    }

    private StoredTree tree(long from, int count, int root, double[] time, double[] redshift) {
      int[] descendant = integers("TreeDescendant", from, count);
      int[] main = integers("TreeMainProgenitor", from, count);
      int[] snapshot = integers("SnapNum", from, count);
      double[] mass = new double[count];
      try (Hdf5Dataset data = slice("SubhaloMass", from, count)) {
        data.read(from, count, mass);
      }
      for (int h = 0; h < count; h++) {
        if (snapshot[h] < 0 || snapshot[h] >= time.length || !Double.isFinite(time[snapshot[h]])) {
          throw wrong(HALOES + "/SnapNum", "is %d in row %d", snapshot[h], from + h);
        }
      }
      for (int h = 0; h < count; h++) {
        if (!(mass[h] > 0) || Double.isInfinite(mass[h])) {
          throw wrong(HALOES + "/SubhaloMass", "is %s in row %d", mass[h], from + h);
        }
        int down = descendant[h];
        if (down != -1 && (down < 0 || down >= count || snapshot[down] <= snapshot[h])) {
          throw wrong(HALOES + "/TreeDescendant", "is %d in row %d", down, from + h);
        }
        int up = main[h];
        if (up != -1 && (up < 0 || up >= count || descendant[up] != h)) {
          throw wrong(HALOES + "/TreeMainProgenitor", "is %d in row %d", up, from + h);
        }
      }
      for (int h = 0; h < count; h++) {
        if (descendant[h] >= 0 && main[descendant[h]] < 0) {
          throw wrong(HALOES + "/TreeMainProgenitor", "is -1 in row %d", from + descendant[h]);
        }
      }
      return new StoredTree(
          root,
          descendant,
          main,
          snapshot,
          mass,
          time,
          redshift[redshift.length - 1],
          text(TreeFileWriter.HEADER, TreeFileWriter.LINKED_BY, LinkOrigin.SUBHALO),
          new Units(
              parameter("UnitLength_in_cm"),
              parameter("UnitMass_in_g"),
              parameter("UnitVelocity_in_cm_per_s"),
              // jzfof states its units with this length; units of Gadget-4 have a factor 1/h
              text(PARAMETERS, "LinkingLengthUnits", "/h").endsWith("/h")));
    }

    private Hdf5Dataset dataset(String name) {
      String dataset = HALOES + "/" + name;
      if (!in.isDataset(dataset)) {
        throw wrong(dataset, "is missing");
      }
      return in.dataset(dataset);
    }

    private Hdf5Dataset slice(String name, long from, int count) {
      Hdf5Dataset data = dataset(name);
      if (data.info().columns() != 1 || data.info().rows() < from + count) {
        String shape = data.info().describe();
        data.close();
        throw wrong(HALOES + "/" + name, "is %s, and %d rows are expected", shape, from + count);
      }
      return data;
    }

    private int[] integers(String name, long from, int count) {
      int[] values = new int[count];
      try (Hdf5Dataset data = slice(name, from, count)) {
        data.read(from, count, values);
      }
      return values;
    }

    private double[] all(String name) {
      if (!in.isDataset(name)) {
        throw wrong(name, "is missing");
      }
      try (Hdf5Dataset data = in.dataset(name)) {
        double[] values = new double[Math.toIntExact(data.info().rows())];
        data.read(0, values.length, values);
        return values;
      }
    }

    private double parameter(String name) {
      double[] values =
          in.hasAttribute(PARAMETERS, name) ? in.doubles(PARAMETERS, name) : new double[0];
      return values.length == 0 ? Double.NaN : values[0];
    }

    private String text(String object, String name, String otherwise) {
      return in.hasAttribute(object, name) ? in.text(object, name) : otherwise;
    }

    private CatalogueException wrong(String name, String problem, Object... values) {
      return new CatalogueException(
          "%s of %s %s: make the trees again with jzfof trees"
              .formatted(name.substring(1), path, problem.formatted(values)));
    }
  }
}
