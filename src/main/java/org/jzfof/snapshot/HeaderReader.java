package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.ScaleFactor;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Epoch;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** Reads the headers of all files of a snapshot, with one file open at a time. */
public final class HeaderReader {
  private static final List<String> BOX_GROUPS = List.of(SnapshotFile.HEADER, "/Parameters");

  private HeaderReader() {}

  /**
   * The header of a snapshot, with values that only the reader of particles needs.
   *
   * @param regionLength length that integer coordinates divide into 2^bits; NaN if unknown
   * @param wrongTotals complaints about totals that differ from the sums over the files
   */
  public record Result(
      SnapshotHeader header, double regionLength, HeaderNotes notes, WrongTotals wrongTotals) {}

  /**
   * Reads the headers of all files.
   *
   * @param named path of any file, the base name or the folder of the snapshot
   */
  public static Result read(Path named, HeaderChoice choice, HeaderReaders readers) {
    boolean ofLightcone = choice.lightcone().isPresent();
    List<Path> ofCone =
        choice.lightcone().map(cone -> SnapshotPieces.ofLightcone(cone.paths())).orElse(List.of());
    Path first = ofLightcone ? ofCone.get(0) : SnapshotFiles.find(named);
    boolean trusted = choice.trustHeaders();
    List<String> ofFiles = new ArrayList<>();
    List<String> ofDensities = new ArrayList<>();
    List<Path> files;
    Dialect dialect;
    try (SnapshotFile f = SnapshotFile.open(first)) {
      f.requireSnapshot();
      dialect = Dialect.of(f);
      files = ofLightcone ? ofCone : SnapshotPieces.of(f, trusted, ofFiles);
    }
    boolean only = files.size() == 1;
    List<FileHeader> headers =
        readers.read(files, file -> FileHeader.read(file, dialect, only, ofLightcone));
    if (ofLightcone) {
      SnapshotPieces.requireShells(headers);
    }
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
      masses.add(piece);
    }
    List<Piece> pieces = headers.stream().map(FileHeader::piece).toList();
    try (SnapshotFile f = SnapshotFile.open(files.get(0))) {
      WrongTotals wrong = ofLightcone ? WrongTotals.NONE : WrongTotals.of(f, total, pieces);
      ofDensities.addAll(dialect.doubts(f));
      SnapshotHeader header =
          header(
              f,
              dialect,
              new Particles(pieces, total, masses.masses()),
              ofLightcone ? Epoch.OF_LIGHTCONE : epoch(f, dialect, trusted),
              new GivenValues(choice, f.path(), ofDensities));
      ofDensities.addAll(header.expansion().contradictions());
      if (!header.epoch().timed() && !ofLightcone) {
        ofFiles.add(
            "%s states neither Time nor Redshift, as light cones do not: the scale factor 1 is taken, and nothing is measured that depends on the expansion"
                .formatted(f.path()));
      }
      Optional<String> notPeriodic =
          ofLightcone ? Optional.of("it is a light cone") : dialect.notPeriodic(f);
      double[] sampled = dialect.sampled(f);
      if (sampled.length > 0) {
        ofDensities.add(
            "%s holds a sample of the particles (OutputType SubSampled, fractions %s), whose masses are not scaled up: groups and masses are those of the sample"
                .formatted(f.path(), Arrays.toString(sampled)));
      }
      return new Result(
          header,
          regionLength(f, notPeriodic.isEmpty()),
          new HeaderNotes(notPeriodic, sampled, ofFiles, ofDensities),
          wrong);
    }
  }

  /** The particles according to the headers of all files, as in {@link SnapshotHeader}. */
  private record Particles(List<Piece> pieces, long[] counts, double[] massTable) {
    /** Whether a type has particles, but neither an entry in the table nor masses per particle. */
    boolean lacksMasses(int type) {
      return counts[type] > 0
          && massTable[type] == 0
          && pieces.stream()
              .filter(piece -> piece.counts()[type] > 0)
              .limit(1)
              .noneMatch(
                  piece -> SnapshotFile.read(piece, f -> ParticleColumn.MASSES.isIn(f, type)));
    }
  }

  private static Epoch epoch(SnapshotFile f, Dialect dialect, boolean trusted) {
    double a = ScaleFactor.of(f, dialect, trusted);
    return new Epoch(
        f.number(SnapshotFile.HEADER, "Time"),
        dialect.comoving(f),
        a,
        1 / a - 1,
        dialect.velocityToPeculiar(f, a),
        !dialect.isLightcone(f),
        dialect.stated(f));
  }

  /** Returns the header; given values replace stated ones. */
  private static SnapshotHeader header(
      SnapshotFile f, Dialect dialect, Particles particles, Epoch epoch, GivenValues given) {
    double[] box = box(f);
    for (int d = 0; box != null && d < box.length; d++) {
      box[d] = dialect.side(f, d, box[d]);
    }
    Cosmology cosmology = given.cosmology(dialect.cosmology(f));
    return new SnapshotHeader(
        dialect.family(),
        particles.pieces,
        particles.counts,
        box,
        given.masses(particles.massTable, particles::lacksMasses),
        epoch,
        cosmology,
        given.units(dialect.units(f), dialect.assumedUnits(f), cosmology.hubble()));
  }

  private static double regionLength(SnapshotFile f, boolean periodic) {
    double region = f.number(BOX_GROUPS, "RegionLen");
    double[] stored = box(f);
    return Double.isNaN(region) && stored != null && periodic ? stored[0] : region;
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
