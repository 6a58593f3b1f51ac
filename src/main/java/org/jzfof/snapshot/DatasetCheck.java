package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.CoordinateReader;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.MassReader;
import org.jzfof.snapshot.file.ParticleDataset;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * Checks the datasets of the files of a snapshot: shape and type, whether all values were written,
 * and whether files with equal counts begin with the same rows.
 */
final class DatasetCheck {
  private final List<Piece> pieces;
  private final CoordinateReader coordinates;
  private final List<Expected> expected;
  private final Map<List<Long>, Integer> likeCounts = new HashMap<>();
  private final Map<BooleanSupplier, Boolean> firstIsDouble = new HashMap<>();

  /**
   * The datasets that every file with particles of a type must have, and those that none may have;
   * the first file decides, also whether values are float64.
   */
  record Expected(
      int type,
      boolean ids,
      boolean velocities,
      boolean masses,
      Set<ParticleDataset> absent,
      BooleanSupplier doubleVelocities,
      BooleanSupplier doubleMasses) {
    /**
     * As the first file of a type says.
     *
     * @param quantities to be read besides coordinates
     */
    static Expected of(Snapshot snapshot, int type, Set<Snapshot.Quantity> quantities) {
      boolean wantsIds = quantities.contains(Snapshot.Quantity.IDS);
      boolean wantsVelocities = quantities.contains(Snapshot.Quantity.VELOCITIES);
      boolean ids = wantsIds && snapshot.hasIds(type);
      boolean velocities = wantsVelocities && snapshot.hasVelocities(type);
      Set<ParticleDataset> absent = EnumSet.noneOf(ParticleDataset.class);
      if (wantsIds && !ids) {
        absent.add(ParticleDataset.IDS);
      }
      if (wantsVelocities && !velocities) {
        absent.add(ParticleDataset.VELOCITIES);
      }
      return new Expected(
          type,
          ids,
          velocities,
          quantities.contains(Snapshot.Quantity.MASSES) && snapshot.constantMass(type).isEmpty(),
          absent,
          () -> snapshot.storesDoubleVelocities(type),
          () -> snapshot.storesDoubleMasses(type));
    }
  }

  DatasetCheck(List<Piece> pieces, CoordinateReader coordinates, List<Expected> expected) {
    this.pieces = pieces;
    this.coordinates = coordinates;
    this.expected = expected;
    pieces.forEach(piece -> likeCounts.merge(counts(piece), 1, Integer::sum));
  }

  /**
   * Requires that no file has what the first one lacks. All ranks look at all files, so that they
   * say the same: without this dataset, other complaints follow.
   */
  private void requireAbsent() {
    for (Expected e : expected) {
      for (Piece piece : e.absent.isEmpty() ? List.<Piece>of() : pieces) {
        if (piece.counts()[e.type] > 0) {
          SnapshotFile.use(piece, f -> requireAbsent(f, e));
        }
      }
    }
  }

  private void requireAbsent(SnapshotFile f, Expected e) {
    for (ParticleDataset dataset : e.absent) {
      if (dataset.find(f, e.type).isPresent()) {
        throw missing(e.type, dataset, first(e.type).file(), f.path());
      }
    }
  }

  private List<Long> counts(Piece piece) {
    return expected.stream().map(e -> piece.counts()[e.type]).toList();
  }

  /**
   * Result and errors as for {@link Snapshot#check}.
   *
   * @param whole files to be looked at
   * @param also files of which only the fingerprint is wanted
   */
  FileChecks look(BitSet whole, BitSet also) {
    FileChecks checks = new FileChecks();
    requireAbsent();
    for (int i = 0; i < pieces.size(); i++) {
      if (whole.get(i) || also.get(i)) {
        look(i, whole.get(i), checks);
      }
    }
    return checks;
  }

  private void look(int number, boolean whole, FileChecks checks) {
    Piece piece = pieces.get(number);
    SnapshotFile.use(
        piece,
        f -> {
          if (whole) {
            look(f, number, checks);
          }
          checks.prints().put(number, SnapshotFingerprint.ofPiece(f, piece));
        });
  }

  private void look(SnapshotFile f, int number, FileChecks checks) {
    Piece piece = pieces.get(number);
    boolean alike = likeCounts.get(counts(piece)) > 1;
    RowDigest digest = new RowDigest();
    for (Expected e : expected) {
      long rows = piece.counts()[e.type];
      if (rows > 0) {
        check(f, e, rows, number, checks);
        if (alike) {
          digest(f, e, rows, digest);
        }
      }
    }
    if (digest.any()) {
      checks.digests().put(number, digest.value());
    }
  }

  private void check(SnapshotFile f, Expected e, long rows, int piece, FileChecks checks) {
    Column xyz = coordinates.open(f, e.type, rows);
    if (xyz.isDouble()) {
      checks.doubles().add(piece);
    }
    look(xyz, piece, checks);
    if (e.ids) {
      requireThere(f, e.type, ParticleDataset.IDS);
      look(f.ids(e.type, rows), piece, checks);
    }
    if (e.velocities) {
      requireThere(f, e.type, ParticleDataset.VELOCITIES);
      Column velocities = f.column(e.type, ParticleDataset.VELOCITIES, rows, 3);
      look(velocities, piece, checks);
      requireWidth(
          f, e.type, ParticleDataset.VELOCITIES, velocities.isDouble(), e.doubleVelocities);
    }
    if (e.masses) {
      Column masses = MassReader.open(f, e.type, rows);
      look(masses, piece, checks);
      boolean isDouble = MassReader.storesDoubles(f, e.type, masses);
      requireWidth(f, e.type, ParticleDataset.MASSES, isDouble, e.doubleMasses);
    }
  }

  private Piece first(int type) {
    return pieces.stream().filter(p -> p.counts()[type] > 0).findFirst().orElseThrow();
  }

  /** Requires what the first file has. */
  private void requireThere(SnapshotFile f, int type, ParticleDataset dataset) {
    if (dataset.find(f, type).isEmpty()) {
      throw missing(type, dataset, f.path(), first(type).file());
    }
  }

  private static SnapshotException missing(
      int type, ParticleDataset dataset, Path without, Path with) {
    return new SnapshotException(
        "PartType%d/%s is missing in %s, and %s has it: write all files of the snapshot alike"
            .formatted(type, dataset.usual(), without, with));
  }

  /** Requires the precision of the first file. */
  private void requireWidth(
      SnapshotFile f,
      int type,
      ParticleDataset dataset,
      boolean isDouble,
      BooleanSupplier ofFirst) {
    if (isDouble && !firstIsDouble.computeIfAbsent(ofFirst, BooleanSupplier::getAsBoolean)) {
      Piece first = first(type);
      throw new SnapshotException(
          "PartType%d/%s in %s is not float32 as in %s: write all files of the snapshot alike"
              .formatted(type, dataset.in(f, type), f.path(), first.file()));
    }
  }

  private static void look(Column opened, int piece, FileChecks checks) {
    try (Column column = opened) {
      column.unwritten().ifPresent(what -> checks.unwritten().putIfAbsent(piece, what));
    }
  }

  private void digest(SnapshotFile f, Expected e, long rows, RowDigest digest) {
    int first = (int) Math.min(rows, RowDigest.ROWS);
    try (Column column = coordinates.open(f, e.type, rows)) {
      coordinates.read(
          column,
          new Blocks(0, first, 0, first),
          FloatSink.widening(3, (row, count, xyz) -> digest.add(count, xyz)));
    }
    if (e.ids) {
      long[] ids = new long[first];
      try (Column column = f.ids(e.type, rows)) {
        column.read(
            new Blocks(0, first, 0, first),
            (data, row, count) -> data.read(row, count, ids),
            (row, count, target) -> Arrays.stream(ids, 0, count).forEach(digest::add));
      }
    }
  }
}
