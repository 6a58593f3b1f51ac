package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.dialect.Dialect;
import org.jzfof.snapshot.dialect.ScaleFactor;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.Epoch;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** Reads the header of a snapshot and those of its files, one file open at a time. */
final class HeaderReader {
  private static final String NUM_FILES = "NumFilesPerSnapshot";
  private static final List<String> BOX_GROUPS = List.of(SnapshotFile.HEADER, "/Parameters");

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
   * @param readers who read the headers of the files
   */
  static Result read(Path named, boolean trusted, HeaderReaders readers) {
    Path first = SnapshotFiles.find(named);
    List<Path> files;
    Dialect dialect;
    try (SnapshotFile f = SnapshotFile.open(first)) {
      f.requireSnapshot();
      dialect = Dialect.of(f);
      files = files(f, trusted);
    }
    boolean only = files.size() == 1;
    List<FileHeader> headers = readers.read(files, file -> FileHeader.read(file, dialect, only));
    long[] total = new long[headers.get(0).counts().length];
    MassTable masses = new MassTable(trusted);
    HeaderAgreement agreement = new HeaderAgreement(headers.get(0));
    for (FileHeader piece : headers) {
      long[] counts = piece.counts();
      if (total.length != counts.length) {
        throw new SnapshotException(
            "%s has %d particle types and %s has %d: they are not of one snapshot; name its own files"
                .formatted(piece.file(), counts.length, files.get(0), total.length));
      }
      if (!trusted) {
        agreement.require(piece);
      }
      for (int t = 0; t < counts.length; t++) {
        total[t] += counts[t];
      }
      if (dialect.usesMassTable()) {
        masses.add(piece);
      }
    }
    List<Piece> pieces = headers.stream().map(FileHeader::piece).toList();
    try (SnapshotFile f = SnapshotFile.open(files.get(0))) {
      WrongTotals wrong = WrongTotals.of(f, total, pieces);
      return header(f, dialect, pieces, total, masses.masses(), trusted, wrong);
    }
  }

  private static List<Path> files(SnapshotFile f, boolean trusted) {
    long files = claimedFiles(f);
    if (!trusted) {
      requireNoMore(f.path(), files);
    }
    return SnapshotFiles.pieces(f.path(), files);
  }

  private static long claimedFiles(SnapshotFile f) {
    double files = f.number(SnapshotFile.HEADER, NUM_FILES);
    return Double.isNaN(files) ? 1 : (long) files;
  }

  /** Several snapshots of one file each may be numbered like pieces; then all say so. */
  private static void requireNoMore(Path file, long files) {
    for (Path beside : SnapshotFiles.beyond(file, files)) {
      try (SnapshotFile f = SnapshotFile.open(beside)) {
        if (claimedFiles(f) > files) {
          throw HeaderAgreement.contradiction(
              beside, NUM_FILES, "" + claimedFiles(f), file, "" + files);
        }
      }
    }
  }

  private static Result header(
      SnapshotFile f,
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
            new Epoch(
                f.number(SnapshotFile.HEADER, "Time"),
                dialect.comoving(f),
                a,
                1 / a - 1,
                dialect.velocityToPeculiar(f, a)),
            dialect.cosmology(f),
            dialect.units(f));
    return new Result(header, region, periodic, wrongTotals);
  }

  private static double[] box(SnapshotFile f) {
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
