package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Mapping;
import org.jzfof.snapshot.SnapshotHeader.Piece;

/** Reads the headers of all files of a snapshot, one file open at a time. */
final class HeaderReader {
  private static final long LOW_WORD = 0xffffffffL;
  private static final String NUM_FILES = "NumFilesPerSnapshot";
  private static final List<String> BOX_GROUPS = List.of(PieceFile.HEADER, "/Parameters");

  private HeaderReader() {}

  /**
   * A header with what only the reader of particles needs.
   *
   * @param header for everyone
   * @param regionLength length that integer coordinates divide into 2^bits; NaN if unknown
   * @param periodic whether the box wrapped around in the simulation, as far as it says so
   * @param wrongTotals complaints about totals that the files do not add up to, by type
   */
  record Result(
      SnapshotHeader header, double regionLength, boolean periodic, WrongTotals wrongTotals) {}

  /**
   * @param trusted whether the first piece holds where the headers contradict each other
   */
  static Result read(Path named, boolean trusted) {
    Path first = SnapshotFiles.find(named);
    List<Path> files;
    Dialect dialect;
    try (PieceFile f = PieceFile.open(first)) {
      dialect = Dialect.of(f);
      files = files(f, trusted);
    }
    List<Piece> pieces = new ArrayList<>(files.size());
    MassTable masses = new MassTable(trusted);
    HeaderAgreement agreement = null;
    long[] total = null;
    for (Path path : files) {
      FileState state = FileState.of(path);
      try (PieceFile f = PieceFile.open(path)) {
        long[] counts = rows(f);
        if (total != null && total.length != counts.length) {
          throw new SnapshotException(
              "%s has %d particle types and %s has %d: they are not of one snapshot; name its own files"
                  .formatted(path, counts.length, files.get(0), total.length));
        }
        if (agreement == null) {
          agreement = new HeaderAgreement(f, dialect);
        } else if (!trusted) {
          agreement.require(f);
        }
        total = total == null ? new long[counts.length] : total;
        for (int t = 0; t < counts.length; t++) {
          total[t] += counts[t];
        }
        if (dialect.usesMassTable()) {
          masses.add(f, counts);
        }
        pieces.add(new Piece(state, counts, files.size() == 1 ? sources(f, counts) : Map.of()));
      }
    }
    try (PieceFile f = PieceFile.open(files.get(0))) {
      WrongTotals wrong = WrongTotals.of(f, total, pieces);
      return header(f, dialect, List.copyOf(pieces), total, masses.masses(), trusted, wrong);
    }
  }

  private static List<Path> files(PieceFile f, boolean trusted) {
    long files = claimedFiles(f);
    if (!trusted) {
      requireNoMore(f.path(), files);
    }
    return SnapshotFiles.pieces(f.path(), files);
  }

  private static long claimedFiles(PieceFile f) {
    double files = f.number(PieceFile.HEADER, NUM_FILES);
    return Double.isNaN(files) ? 1 : (long) files;
  }

  /** Several snapshots of one file each may be numbered like pieces; then all say so. */
  private static void requireNoMore(Path file, long files) {
    for (Path beside : SnapshotFiles.beyond(file, files)) {
      try (PieceFile f = PieceFile.open(beside)) {
        if (claimedFiles(f) > files) {
          throw HeaderAgreement.contradiction(
              beside, NUM_FILES, "" + claimedFiles(f), file, "" + files);
        }
      }
    }
  }

  /** Rows per type in a file; counts that lost their upper 32 bits get them from the data. */
  private static long[] rows(PieceFile f) {
    long[] counts = f.counts("NumPart_ThisFile");
    for (int t = 0; t < counts.length; t++) {
      if (f.hasColumn(t, "Coordinates")) {
        long rows = f.inspect(t, "Coordinates", d -> d.info().rows());
        if (rows > LOW_WORD && (rows & LOW_WORD) == counts[t]) {
          counts[t] = rows;
        }
      }
    }
    return counts;
  }

  /** Files that the virtual datasets of the only file are made of. */
  private static Map<String, FileState> sources(PieceFile f, long[] counts) {
    Map<String, FileState> sources = new LinkedHashMap<>();
    for (int t = 0; t < counts.length; t++) {
      for (String name : Snapshot.COLUMNS) {
        if (counts[t] > 0 && f.hasColumn(t, name)) {
          f.inspect(t, name, Hdf5Dataset::mappings).stream()
              .filter(m -> m.values() != Hdf5Mapping.ANY)
              .forEach(m -> sources.computeIfAbsent(m.file(), f::source));
        }
      }
    }
    return sources;
  }

  private static Result header(
      PieceFile f,
      Dialect dialect,
      List<Piece> pieces,
      long[] counts,
      double[] massTable,
      boolean trusted,
      WrongTotals wrongTotals) {
    double[] stored = box(f);
    double[] box = stored == null ? null : stored.clone();
    for (int d = 0; box != null && d < 3; d++) {
      box[d] /= dialect.boxDivisor(f, d);
    }
    double a = ScaleFactor.of(f, dialect, trusted);
    double region = f.number(BOX_GROUPS, "RegionLen");
    boolean periodic = dialect.periodic(f);
    if (Double.isNaN(region) && stored != null && periodic) {
      region = stored[0];
    }
    SnapshotHeader header =
        new SnapshotHeader(
            dialect.family(),
            pieces,
            counts,
            box,
            dialect.usesMassTable() ? massTable : new double[counts.length],
            f.number(PieceFile.HEADER, "Time"),
            dialect.comoving(f),
            a,
            1 / a - 1,
            dialect.velocityToPeculiar(f, a),
            dialect.cosmology(f),
            dialect.units(f));
    return new Result(header, region, periodic, wrongTotals);
  }

  private static double[] box(PieceFile f) {
    for (String group : BOX_GROUPS) {
      double[] box = f.numbers(group, "BoxSize");
      if (box.length == 1) {
        return new double[] {box[0], box[0], box[0]};
      }
      if (box.length == 3) {
        return box;
      }
      if (box.length > 0) {
        throw new SnapshotException(
            "BoxSize of %s is %s: one number or three are expected"
                .formatted(f.path(), Arrays.toString(box)));
      }
    }
    return null;
  }
}
