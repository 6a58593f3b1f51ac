package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.ColumnReader;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * A snapshot in one or many files. Rows of a particle type are counted over its files in order.
 * Values are read in blocks of bounded size with one file open at a time; every read throws {@link
 * SnapshotException} naming file and dataset.
 */
public final class Snapshot implements RowReader {
  private static final String SCALE_EXPONENT = "a-scale exponent";
  private static final int FIRST_ROWS = 1000;

  private final SnapshotHeader header;
  private final ColumnReader columns;
  private final HeaderNotes notes;
  private final WrongTotals wrongTotals;

  private Snapshot(HeaderReader.Result read) {
    this.header = read.header();
    this.columns = new ColumnReader(header.boxSize(), read.regionLength());
    this.notes = read.notes();
    this.wrongTotals = read.wrongTotals();
  }

  private Snapshot(Snapshot whole, List<Piece> pieces) {
    this.header = whole.header.of(pieces);
    this.columns = whole.columns;
    this.notes = whole.notes;
    this.wrongTotals = whole.wrongTotals;
  }

  /** Returns the particles of some of the files, whose rows count over these files alone. */
  public Snapshot of(List<Piece> pieces) {
    return new Snapshot(this, pieces);
  }

  /**
   * Reads the headers of all files of a snapshot.
   *
   * @param path any file of the snapshot, its name without .K.hdf5, or its folder
   * @throws SnapshotException if a file is missing or no snapshot, or headers contradict each other
   */
  public static Snapshot open(Path path) {
    return open(path, HeaderChoice.NONE);
  }

  /**
   * Reads the headers of all files of a snapshot, as {@link #open(Path)}.
   *
   * @param headers interpretation of the headers. If contradictions are accepted, the first file
   *     and the stored scale factor hold; given units and cosmological parameters replace stated
   *     ones.
   */
  public static Snapshot open(Path path, HeaderChoice headers) {
    return new Snapshot(HeaderReader.read(path, headers, HeaderReaders.ALONE));
  }

  /**
   * Reads the headers of all files of a snapshot, as {@link #open(Path, HeaderChoice)}. Every rank
   * calls this method and reads a share of the headers.
   */
  public static Snapshot open(Path path, HeaderChoice headers, Communicator comm) {
    return new Snapshot(HeaderReader.read(path, headers, new CollectiveHeaders(comm)));
  }

  public SnapshotHeader header() {
    return header;
  }

  /** Remarks about the interpretation of the header. */
  public HeaderNotes notes() {
    return notes;
  }

  /**
   * Verifies that the datasets of particle types are present, have as many rows as the header
   * states, and can be decompressed.
   *
   * @param requested common columns to read; coordinates are always read
   * @param part index of the part of the files to inspect, from 0
   * @param parts number of parts into which the files are divided; fingerprints are also taken of
   *     some files of other parts, so that parts can be compared
   * @return results for the files of the part
   * @throws SnapshotException on the first fault
   */
  public FileChecks check(int[] types, Collection<ParticleColumn> requested, int part, int parts) {
    List<DatasetCheck.ExpectedColumns> expected = new ArrayList<>();
    for (int type : types) {
      requireType(type);
      expected.add(DatasetCheck.ExpectedColumns.of(this, type, requested));
    }
    BitSet complete = new BitSet();
    for (int i = part; i < header.pieces().size(); i += parts) {
      complete.set(i);
    }
    return new DatasetCheck(this, columns, expected)
        .inspect(complete, filesToCompare(types, part, parts));
  }

  /**
   * Returns the numbers of the files to compare: the first file, the files with rows of this part,
   * and the files with rows of a part that is probably read on another host.
   */
  private BitSet filesToCompare(int[] types, int part, int parts) {
    BitSet filesToCompare = new BitSet();
    filesToCompare.set(0);
    for (int type : types) {
      EvenShares shares = new EvenShares(header.counts()[type], parts);
      for (int p : new int[] {part, (part + parts / 2) % parts}) {
        FileRows.of(header, type, shares.start(p), shares.count(p))
            .forEach(r -> filesToCompare.set(r.piece()));
      }
    }
    return filesToCompare;
  }

  /**
   * Whether a column needs float64, according to the first file with the type; the type must have
   * the column.
   */
  public boolean storesDoubles(ParticleColumn column, int type) {
    if (header.counts()[type] == 0) {
      return false;
    }
    Piece piece = header.firstWith(type);
    return SnapshotFile.read(
        piece,
        f -> {
          try (Column opened = columns.open(f, column, type, piece.counts()[type])) {
            return opened.isDouble();
          }
        });
  }

  /**
   * Factor from the stored values of a column to the physical quantity, by {@link
   * ParticleColumn#conversion}; the type must have the column.
   *
   * @throws SnapshotException if the snapshot does not state the factor
   */
  public double factor(ParticleColumn column, int type) {
    return switch (column.conversion()) {
      case NONE -> 1;
      case TO_PECULIAR -> header.velocityToPeculiar();
      case TO_PHYSICAL ->
          SnapshotFile.read(
              header.firstWith(type), f -> toPhysical(f, f.column(type, column.in(f, type))));
      case TO_KERNEL_RADIUS ->
          SnapshotFile.read(header.pieces().get(0), f -> Dialect.of(f).kernelRadius(f));
    };
  }

  /** SWIFT states the exponent of the scale factor; other codes store physical values. */
  private double toPhysical(SnapshotFile f, String dataset) {
    double exponent = f.number(dataset, SCALE_EXPONENT);
    if (Double.isNaN(exponent)) {
      return 1;
    }
    if (!header.epoch().timed() && exponent != 0) {
      throw new SnapshotException(
          "%s in %s has the exponent %s of the scale factor, of which a light cone has one for each particle: store physical values, with the exponent 0, or leave the type out"
              .formatted(dataset, f.path(), exponent));
    }
    return Math.pow(header.scaleFactor(), exponent);
  }

  /**
   * Warnings about wrong counts of particle types.
   *
   * @param checked particle types without a warning, because {@link #check} rejects wrong counts
   */
  public List<String> countWarnings(int[] checked) {
    return wrongTotals.warningsExcept(checked);
  }

  private void requireType(int type) {
    wrongTotals.requireNone(type);
    boolean empty = type < header.types() && header.counts()[type] == 0;
    String present =
        IntStream.range(0, header.types())
            .filter(t -> header.counts()[t] > 0)
            .mapToObj(t -> "PartType%d (%d)".formatted(t, header.counts()[t]))
            .collect(Collectors.joining(", "));
    boolean particles = !present.isEmpty();
    if (type < 0 || type >= header.types() || empty && particles && !groupExists(type)) {
      throw new SnapshotException(
          "%s has no PartType%d: choose from %s"
              .formatted(
                  header.pieces().get(0).file(),
                  type,
                  particles ? present : "0 to " + (header.types() - 1)));
    }
  }

  private boolean groupExists(int type) {
    return SnapshotFile.read(header.pieces().get(0), f -> f.exists(f.group(type)));
  }

  @Override
  public void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink) {
    for (FileRows fileRows : FileRows.of(header, type, from, rows)) {
      Piece piece = header.pieces().get(fileRows.piece());
      Blocks blocks = new Blocks(fileRows.start(), fileRows.rows(), fileRows.offset(), BLOCK_ROWS);
      SnapshotFile.use(
          piece,
          f -> {
            try (Column opened = columns.open(f, column, type, piece.counts()[type])) {
              if (column.isInteger()) {
                opened.readIntegers(blocks, sink);
              } else {
                opened.read(blocks, sink);
              }
            }
          });
    }
  }

  @Override
  public boolean readsInParts(int type) {
    return header.counts()[type] > 0
        && SnapshotFile.read(
            header.firstWith(type), f -> f.isContiguous(type, ParticleColumn.datasets()));
  }

  /**
   * Requires that the first file with a type has a column; a mass common to all particles counts as
   * the column of masses.
   *
   * @throws SnapshotException if the column is missing or has another shape
   */
  void require(ParticleColumn column, int type) {
    if (column.equals(ParticleColumn.MASSES)) {
      constantMass(type);
    } else {
      storesDoubles(column, type); // opens the column
    }
  }

  /**
   * The mass that all particles of a type share; empty if each particle has its own mass, or the
   * type has no particles.
   *
   * @throws SnapshotException if the snapshot holds neither form of masses
   */
  public OptionalDouble constantMass(int type) {
    double mass = header.massTable()[type];
    if (mass != 0) {
      return OptionalDouble.of(mass);
    }
    if (header.counts()[type] > 0) {
      SnapshotFile.use(
          header.firstWith(type),
          f -> {
            if (!ParticleColumn.MASSES.isIn(f, type)) {
              throw ColumnReader.missing(f, ParticleColumn.MASSES, type);
            }
          });
    }
    return OptionalDouble.empty();
  }

  /**
   * A warning about masses per particle that differ from the mass in the table, which is used. Only
   * the first rows are compared.
   */
  public Optional<String> massesBesideTable(int type) {
    double table = header.massTable()[type];
    if (table == 0 || header.counts()[type] == 0) {
      return Optional.empty();
    }
    Piece piece = header.firstWith(type);
    return SnapshotFile.read(piece, f -> ParticleColumn.MASSES.find(f, type))
        .flatMap(name -> besideTable(table, piece, type, name));
  }

  private Optional<String> besideTable(double table, Piece piece, int type, String dataset) {
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    read(
        ParticleColumn.named(dataset),
        type,
        0,
        Math.min(piece.counts()[type], FIRST_ROWS),
        block -> Arrays.stream(block.doubles(), 0, block.count()).forEach(range));
    return range.getMin() < table * (1 - 1e-6) || range.getMax() > table * (1 + 1e-6)
        ? Optional.of(
            "MassTable[%d] is %s and is used, although PartType%d/%s in %s begins with %s to %s"
                .formatted(
                    type, table, type, dataset, piece.file(), range.getMin(), range.getMax()))
        : Optional.empty();
  }

  /** Whether a type has a column in any form, or no particles. */
  public boolean has(ParticleColumn column, int type) {
    return header.counts()[type] == 0
        || column.equals(ParticleColumn.MASSES) && header.massTable()[type] != 0
        || SnapshotFile.read(header.firstWith(type), f -> column.isIn(f, type));
  }

  /**
   * Bits of the IDs of a type if they are stored as signed integers, 32 or 64; 0 for unsigned IDs
   * and for types without IDs.
   */
  public int signedIdBits(int type) {
    String stored = storedAs(ParticleColumn.IDS, type);
    return stored.equals("int32") ? Integer.SIZE : stored.startsWith("int") ? Long.SIZE : 0;
  }

  /**
   * Stored number type of a column; empty for types without particles, and for IDs that are
   * missing.
   */
  String storedAs(ParticleColumn column, int type) {
    if (header.counts()[type] == 0) {
      return "";
    }
    Piece piece = header.firstWith(type);
    return SnapshotFile.read(
        piece,
        f -> {
          if (column.equals(ParticleColumn.IDS) && !column.isIn(f, type)) {
            return "";
          }
          try (Column opened = columns.open(f, column, type, piece.counts()[type])) {
            return opened.info().number();
          }
        });
  }

  /** The location of a row, such as "row 17 of PartType1 in snapshot_001.2.hdf5". */
  public String describeRow(int type, long row) {
    return header.describeRow(type, row);
  }

  /**
   * The location of a row as in {@link #describeRow}, with the ID of the particle if it has one.
   */
  public String describeParticle(int type, long row) {
    String description = describeRow(type, row);
    if (!has(ParticleColumn.IDS, type)) {
      return description;
    }
    long[] id = new long[1];
    read(ParticleColumn.IDS, type, row, 1, block -> id[0] = block.integers()[0]);
    return description + " (ID " + Long.toUnsignedString(id[0]) + ")";
  }
}
