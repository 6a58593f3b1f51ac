package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.CoordinateReader;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;
import org.jzfof.snapshot.file.MassReader;
import org.jzfof.snapshot.file.ParticleDataset;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;
import org.jzfof.snapshot.opening.HeaderNotes;
import org.jzfof.snapshot.opening.HeaderReader;
import org.jzfof.snapshot.opening.HeaderReaders;
import org.jzfof.snapshot.opening.SharedHeaders;
import org.jzfof.snapshot.opening.WrongTotals;

/**
 * A snapshot in one or many files. Rows of a particle type are counted over its files in order.
 * Reads go through blocks of bounded size with one file open at a time; all of them throw {@link
 * SnapshotException} naming file and dataset.
 */
public final class Snapshot implements RowReader {
  private final SnapshotHeader header;
  private final CoordinateReader coordinates;
  private final HeaderNotes notes;
  private final WrongTotals wrongTotals;

  private Snapshot(HeaderReader.Result read) {
    this.header = read.header();
    this.coordinates = new CoordinateReader(header.boxSize(), read.regionLength());
    this.notes = read.notes();
    this.wrongTotals = read.wrongTotals();
  }

  /**
   * Reads the headers of all files of a snapshot.
   *
   * @param path one file, any piece, the name without .K.hdf5, or the folder
   * @throws SnapshotException if a file is missing or no snapshot, or headers contradict each other
   */
  public static Snapshot open(Path path) {
    return open(path, HeaderChoice.NONE);
  }

  /**
   * As {@link #open(Path)}.
   *
   * @param headers what the header is to mean: whether to go on where headers contradict each other
   *     or themselves, in what can be decided (the first piece holds, and the stored scale factor),
   *     and units and cosmological parameters in place of those stated
   */
  public static Snapshot open(Path path, HeaderChoice headers) {
    return new Snapshot(HeaderReader.read(path, headers, HeaderReaders.ALONE));
  }

  /** As the other; all ranks call it, and each reads a share of the headers. */
  public static Snapshot open(Path path, HeaderChoice headers, Communicator comm) {
    return new Snapshot(HeaderReader.read(path, headers, new SharedHeaders(comm)));
  }

  /** The header of the snapshot. */
  public SnapshotHeader header() {
    return header;
  }

  /** How the header was understood. */
  public HeaderNotes notes() {
    return notes;
  }

  /** Quantities of particles besides their coordinates. */
  public enum Quantity {
    /** IDs, where there are some. */
    IDS,
    /** Velocities, where there are some. */
    VELOCITIES,
    /** Masses, in whatever form. */
    MASSES
  }

  /** As {@link #check(int[], Set, int, int)}, for all quantities in every file. */
  public FileChecks check(int[] types) {
    return check(types, EnumSet.allOf(Quantity.class), 0, 1);
  }

  /**
   * Verifies that the datasets of some types are there, have the rows that the header claims, and
   * can be decompressed.
   *
   * @param types the types to be read
   * @param quantities to be read besides coordinates
   * @param part of the files to look at, from 0
   * @param parts into which the files are shared out; fingerprints are taken of more files, so that
   *     parts can compare what they see
   * @return what is found in them
   * @throws SnapshotException on the first fault
   */
  public FileChecks check(int[] types, Set<Quantity> quantities, int part, int parts) {
    List<DatasetCheck.Expected> expected = new ArrayList<>();
    for (int type : types) {
      requireType(type);
      expected.add(DatasetCheck.Expected.of(this, type, quantities));
    }
    BitSet whole = new BitSet();
    for (int i = part; i < header.pieces().size(); i += parts) {
      whole.set(i);
    }
    return new DatasetCheck(header.pieces(), coordinates, expected)
        .look(whole, compared(types, part, parts));
  }

  /** The first file, and those with rows of a part or of one that is probably on another host. */
  private BitSet compared(int[] types, int part, int parts) {
    BitSet compared = new BitSet();
    compared.set(0);
    for (int type : types) {
      EvenShares shares = new EvenShares(header.counts()[type], parts);
      for (int p : new int[] {part, (part + parts / 2) % parts}) {
        FileRows.of(header, type, shares.start(p), shares.count(p))
            .forEach(r -> compared.set(r.piece()));
      }
    }
    return compared;
  }

  /** Whether the velocities of a type need float64, as its first file says. */
  public boolean storesDoubleVelocities(int type) {
    return fromFirst(
        type,
        (f, rows) -> {
          try (Column column = f.column(type, ParticleDataset.VELOCITIES, rows, 3)) {
            return column.isDouble();
          }
        });
  }

  /** As {@link #storesDoubleVelocities}, for masses of which each particle has its own. */
  public boolean storesDoubleMasses(int type) {
    return fromFirst(
        type,
        (f, rows) -> {
          try (Column column = MassReader.open(f, type, rows)) {
            return MassReader.storesDoubles(f, type, column);
          }
        });
  }

  private boolean fromFirst(int type, BiPredicate<SnapshotFile, Long> look) {
    if (header.counts()[type] == 0) {
      return false;
    }
    Piece piece = header.firstWith(type);
    try (SnapshotFile f = SnapshotFile.open(piece.file())) {
      return look.test(f, piece.counts()[type]);
    }
  }

  /** Sentences on the counts of types other than some, which {@link #check} looks at. */
  public List<String> miscounted(int[] checked) {
    return wrongTotals.without(checked);
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
    return SnapshotFile.read(header.pieces().get(0), f -> f.exists("/PartType" + type));
  }

  @Override
  public void readCoordinates(int type, long from, long rows, FloatSink sink) {
    forEachPiece(
        type,
        from,
        rows,
        (f, all, some) -> {
          try (Column column = coordinates.open(f, type, all)) {
            coordinates.read(column, blocks(some), sink);
          }
        });
  }

  @Override
  public void readIds(int type, long from, long rows, LongSink sink) {
    forEachPiece(
        type,
        from,
        rows,
        (f, all, some) -> {
          try (Column column = f.ids(type, all)) {
            column.readIds(blocks(some), sink);
          }
        });
  }

  @Override
  public void readVelocities(int type, long from, long rows, FloatSink sink) {
    forEachPiece(
        type,
        from,
        rows,
        (f, all, some) -> {
          try (Column column = f.column(type, ParticleDataset.VELOCITIES, all, 3)) {
            column.readFloats(blocks(some), sink);
          }
        });
  }

  @Override
  public void readMasses(int type, long from, long rows, FloatSink sink) {
    forEachPiece(
        type, from, rows, (f, all, some) -> MassReader.read(f, type, all, blocks(some), sink));
  }

  @Override
  public boolean readsInParts(int type) {
    return header.counts()[type] > 0
        && SnapshotFile.read(
            header.firstWith(type), f -> f.isContiguous(type, ParticleDataset.all()));
  }

  @Override
  public void readNumbers(int type, String name, long from, long rows, FloatSink sink) {
    forEachPiece(
        type,
        from,
        rows,
        (f, all, some) -> {
          try (Column column = f.column(type, name, all, 1)) {
            column.readFloats(blocks(some), sink);
          }
        });
  }

  /** Throws unless the first file of a type has a dataset with one number per particle. */
  void requireNumbers(int type, String name) {
    if (header.counts()[type] > 0) {
      Piece piece = header.firstWith(type);
      SnapshotFile.use(piece, f -> f.column(type, name, piece.counts()[type], 1).close());
    }
  }

  /**
   * The mass that all particles of a type share; empty where each has its own (or there are none).
   *
   * @throws SnapshotException if the snapshot holds neither
   */
  public OptionalDouble constantMass(int type) {
    double mass = header.massTable()[type];
    if (mass != 0) {
      return OptionalDouble.of(mass);
    }
    if (header.counts()[type] > 0) {
      SnapshotFile.use(header.firstWith(type), f -> MassReader.require(f, type));
    }
    return OptionalDouble.empty();
  }

  /**
   * A sentence on masses per particle that are not the mass of the table, which holds; the first
   * rows are looked at.
   */
  public Optional<String> massesBesideTable(int type) {
    return MassReader.besideTable(header, type);
  }

  /** Whether a type has particle IDs. */
  public boolean hasIds(int type) {
    return has(type, ParticleDataset.IDS);
  }

  /** Whether a type has coordinates; tracers may have none. */
  public boolean hasCoordinates(int type) {
    return header.counts()[type] == 0
        || SnapshotFile.read(header.firstWith(type), f -> CoordinateReader.has(f, type));
  }

  /** Whether a type has masses, of its own or in MassTable. */
  public boolean hasMasses(int type) {
    return header.massTable()[type] != 0
        || header.counts()[type] == 0
        || SnapshotFile.read(header.firstWith(type), f -> MassReader.has(f, type));
  }

  /** Whether a type has velocities. */
  public boolean hasVelocities(int type) {
    return has(type, ParticleDataset.VELOCITIES);
  }

  private boolean has(int type, ParticleDataset dataset) {
    return header.counts()[type] == 0
        || SnapshotFile.read(header.firstWith(type), f -> dataset.find(f, type).isPresent());
  }

  /** Whether a type has a dataset, or no particles. */
  boolean hasColumn(int type, String name) {
    if (header.counts()[type] == 0) {
      return true;
    }
    return SnapshotFile.read(header.firstWith(type), f -> f.hasColumn(type, name));
  }

  /**
   * Bits of the IDs of a type where they are stored with a sign, 32 or 64; 0 where they are not, or
   * there are none.
   */
  public int signedIdBits(int type) {
    String stored = storedAs(type, true);
    return stored.equals("int32") ? Integer.SIZE : stored.startsWith("int") ? Long.SIZE : 0;
  }

  /** Stored type of the coordinates and of the IDs (empty where there are none), for a report. */
  String storedAs(int type, boolean ids) {
    if (header.counts()[type] == 0) {
      return "";
    }
    Piece piece = header.firstWith(type);
    long rows = piece.counts()[type];
    return SnapshotFile.read(
        piece,
        f -> {
          if (ids && ParticleDataset.IDS.find(f, type).isEmpty()) {
            return "";
          }
          try (Column c =
              ids
                  ? f.column(type, ParticleDataset.IDS, rows, 1)
                  : coordinates.open(f, type, rows)) {
            return c.info().number();
          }
        });
  }

  /** The location of a row, such as "row 17 of PartType1 in snapshot_001.2.hdf5". */
  public String describeRow(int type, long row) {
    return header.describeRow(type, row);
  }

  /** As {@link #describeRow}, with the particle's ID where it has one. */
  public String describeParticle(int type, long row) {
    String place = describeRow(type, row);
    if (!hasIds(type)) {
      return place;
    }
    long[] id = new long[1];
    readIds(type, row, 1, (r, count, ids) -> id[0] = ids[0]);
    return place + " (ID " + Long.toUnsignedString(id[0]) + ")";
  }

  private static Blocks blocks(FileRows some) {
    return new Blocks(some.start(), some.rows(), some.offset(), BLOCK_ROWS);
  }

  private void forEachPiece(int type, long from, long rows, PieceReader reader) {
    for (FileRows range : FileRows.of(header, type, from, rows)) {
      Piece piece = header.pieces().get(range.piece());
      SnapshotFile.use(piece, f -> reader.read(f, piece.counts()[type], range));
    }
  }

  @FunctionalInterface
  private interface PieceReader {
    /** Reads some of all rows of a file. */
    void read(SnapshotFile file, long all, FileRows some);
  }
}
