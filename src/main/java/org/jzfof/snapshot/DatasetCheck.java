package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.ColumnReader;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * Checks the datasets of the files of a snapshot: shape and type, whether all values were written,
 * and whether files with equal counts begin with the same rows.
 */
final class DatasetCheck {
  /** Columns that a type may lack, but then in all files. */
  private static final List<ParticleColumn> OPTIONAL =
      List.of(ParticleColumn.IDS, ParticleColumn.VELOCITIES);

  private final Snapshot snapshot;
  private final List<Piece> pieces;
  private final ColumnReader columns;
  private final List<ExpectedColumns> expected;
  private final Map<List<Long>, Integer> filesByCounts = new HashMap<>();
  private final Map<ColumnOfType, Boolean> firstIsDouble = new HashMap<>();

  private record ColumnOfType(ParticleColumn column, int type) {}

  /**
   * Columns that every file with particles of a type must have, and columns that no such file may
   * have. The first file with the type decides.
   *
   * @param present required columns in the order of inspection
   */
  record ExpectedColumns(int type, List<ParticleColumn> present, List<ParticleColumn> absent) {
    /**
     * Returns the expectation from the first file with particles of a type.
     *
     * @param requested columns to read
     */
    static ExpectedColumns of(Snapshot snapshot, int type, Collection<ParticleColumn> requested) {
      List<ParticleColumn> present = new ArrayList<>(List.of(ParticleColumn.COORDINATES));
      List<ParticleColumn> absent = new ArrayList<>();
      for (ParticleColumn column : OPTIONAL) {
        if (requested.contains(column)) {
          (snapshot.has(column, type) ? present : absent).add(column);
        }
      }
      if (requested.contains(ParticleColumn.MASSES) && snapshot.constantMass(type).isEmpty()) {
        present.add(ParticleColumn.MASSES);
      }
      requested.stream()
          .filter(column -> !ParticleColumn.COMMON.contains(column))
          .forEach(present::add);
      return new ExpectedColumns(type, present, absent);
    }
  }

  DatasetCheck(Snapshot snapshot, ColumnReader columns, List<ExpectedColumns> expected) {
    this.snapshot = snapshot;
    this.pieces = snapshot.header().pieces();
    this.columns = columns;
    this.expected = expected;
    pieces.forEach(piece -> filesByCounts.merge(counts(piece), 1, Integer::sum));
  }

  /**
   * Requires that no file has a column that the first file lacks. Every rank inspects all files, so
   * that all ranks report the same error: a missing column causes different errors later.
   */
  private void requireAbsent() {
    for (ExpectedColumns e : expected) {
      for (Piece piece : e.absent.isEmpty() ? List.<Piece>of() : pieces) {
        if (piece.counts()[e.type] > 0) {
          SnapshotFile.use(piece, f -> requireAbsent(f, e));
        }
      }
    }
  }

  private void requireAbsent(SnapshotFile f, ExpectedColumns e) {
    for (ParticleColumn column : e.absent) {
      if (column.isIn(f, e.type)) {
        throw missing(e.type, column, first(e.type), f.path());
      }
    }
  }

  private List<Long> counts(Piece piece) {
    return expected.stream().map(e -> piece.counts()[e.type]).toList();
  }

  /**
   * Checks files; the result and the errors are those of {@link Snapshot#check}.
   *
   * @param complete numbers of the files to inspect completely
   * @param fingerprintOnly numbers of further files of which only the fingerprint is taken
   */
  FileChecks inspect(BitSet complete, BitSet fingerprintOnly) {
    FileChecks checks = new FileChecks();
    requireAbsent();
    for (int i = 0; i < pieces.size(); i++) {
      if (complete.get(i) || fingerprintOnly.get(i)) {
        inspect(i, complete.get(i), checks);
      }
    }
    return checks;
  }

  private void inspect(int number, boolean complete, FileChecks checks) {
    Piece piece = pieces.get(number);
    SnapshotFile.use(
        piece,
        f -> {
          if (complete) {
            inspect(f, number, checks);
          }
          checks.prints().put(number, SnapshotFingerprint.ofPiece(f, piece));
        });
  }

  private void inspect(SnapshotFile f, int number, FileChecks checks) {
    Piece piece = pieces.get(number);
    boolean compared = filesByCounts.get(counts(piece)) > 1;
    RowDigest digest = new RowDigest();
    for (ExpectedColumns e : expected) {
      long rows = piece.counts()[e.type];
      if (rows > 0) {
        check(f, e, rows, number, checks);
        if (compared) {
          digest(f, e, rows, digest);
        }
      }
    }
    if (digest.hasValues()) {
      checks.digests().put(number, digest.value());
    }
  }

  private void check(SnapshotFile f, ExpectedColumns e, long rows, int piece, FileChecks checks) {
    for (ParticleColumn column : e.present) {
      if (OPTIONAL.contains(column) && !column.isIn(f, e.type)) {
        throw missing(e.type, column, f.path(), first(e.type));
      }
      boolean integers = column.isInteger();
      try (Column opened = columns.open(f, column, e.type, rows)) {
        if (integers) {
          opened.requireIntegers();
        }
        opened.unwritten().ifPresent(what -> checks.unwritten().putIfAbsent(piece, what));
        if (!integers && opened.isDouble()) {
          addDoubles(f, column, e.type, piece, checks);
        }
      }
    }
  }

  /** Only coordinates may be float32 in the first file of a type and float64 in another. */
  private void addDoubles(
      SnapshotFile f, ParticleColumn column, int type, int piece, FileChecks checks) {
    if (column.equals(ParticleColumn.COORDINATES)) {
      checks.doubles().add(piece);
    } else if (!firstIsDouble.computeIfAbsent(
        new ColumnOfType(column, type), c -> snapshot.storesDoubles(column, type))) {
      throw new SnapshotException(
          "PartType%d/%s in %s is not float32 as in %s: write all files of the snapshot alike"
              .formatted(type, column.in(f, type), f.path(), first(type)));
    }
  }

  private Path first(int type) {
    return snapshot.header().firstWith(type).file();
  }

  private static SnapshotException missing(
      int type, ParticleColumn column, Path without, Path with) {
    return new SnapshotException(
        "PartType%d/%s is missing in %s, and %s has it: write all files of the snapshot alike"
            .formatted(type, column.usualName(), without, with));
  }

  private void digest(SnapshotFile f, ExpectedColumns e, long rows, RowDigest digest) {
    int first = (int) Math.min(rows, RowDigest.ROWS);
    try (Column column = columns.open(f, ParticleColumn.COORDINATES, e.type, rows)) {
      column.read(new Blocks(0, first, 0, first), digest::add);
    }
    if (e.present.contains(ParticleColumn.IDS)) {
      try (Column column = columns.open(f, ParticleColumn.IDS, e.type, rows)) {
        column.readIntegers(new Blocks(0, first, 0, first), digest::add);
      }
    }
  }
}
