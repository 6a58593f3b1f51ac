package org.jzfof.snapshot;

import java.nio.LongBuffer;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jzfof.comm.Text;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Mapping;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * The header of one file of a snapshot.
 *
 * @param piece file, with its numbers of rows
 * @param statements statements that all files must share, see {@link HeaderAgreement#statements}
 * @param masses stored mass per type; empty if the file has no table of masses
 */
public record FileHeader(Piece piece, Map<String, double[]> statements, double[] masses) {
  private static final String COUNTS = "NumPart_ThisFile";
  private static final String COORDINATES = "Coordinates";
  private static final long LOW_WORD = 0xffffffffL;

  /**
   * Reads the header of a file.
   *
   * @param only whether the snapshot has no other file; only then the sources of virtual datasets
   *     are recorded
   * @param ofLightcone whether the file is one of a light cone, whose header need not state counts
   */
  static FileHeader read(Path path, Dialect dialect, boolean only, boolean ofLightcone) {
    FileState state = FileState.of(path);
    try (SnapshotFile f = SnapshotFile.open(path)) {
      if (ofLightcone) {
        f.requireSnapshot();
        HeaderAgreement.requireCode(f, dialect);
      }
      long[] counts =
          f.isLightconeOfSwift() || ofLightcone && !f.has(SnapshotFile.HEADER, COUNTS)
              ? rowsOfDatasets(f)
              : rows(f);
      return new FileHeader(
          new Piece(state, counts, only ? sources(f, counts) : Map.of()),
          HeaderAgreement.statements(f, dialect, ofLightcone),
          dialect.massTable(f, counts));
    }
  }

  /**
   * Returns the rows per type in a file. A count that lost its upper 32 bits is restored from the
   * length of the dataset.
   */
  private static long[] rows(SnapshotFile f) {
    long[] counts = f.counts(COUNTS);
    for (int t = 0; t < counts.length; t++) {
      if (f.hasColumn(t, COORDINATES)) {
        long rows = f.inspect(t, COORDINATES, d -> d.info().rows());
        if (rows > LOW_WORD && (rows & LOW_WORD) == counts[t]) {
          counts[t] = rows;
        }
      }
    }
    return counts;
  }

  /** Returns the rows per type of a file that does not state them. */
  private static long[] rowsOfDatasets(SnapshotFile f) {
    long[] counts = new long[SnapshotFile.TYPES];
    for (int t = 0; t < counts.length; t++) {
      counts[t] = f.hasColumn(t, COORDINATES) ? f.inspect(t, COORDINATES, d -> d.info().rows()) : 0;
    }
    return counts;
  }

  /** Returns the source files of the virtual datasets, by their stored names. */
  private static Map<String, FileState> sources(SnapshotFile f, long[] counts) {
    Map<String, FileState> sources = new LinkedHashMap<>();
    for (int t = 0; t < counts.length; t++) {
      for (String name : ParticleColumn.datasets()) {
        if (counts[t] > 0 && f.hasColumn(t, name)) {
          f.inspect(t, name, Hdf5Dataset::mappings).stream()
              .filter(m -> m.values() != Hdf5Mapping.ANY)
              .forEach(m -> sources.computeIfAbsent(m.file(), f::source));
        }
      }
    }
    return sources;
  }

  Path file() {
    return piece.file();
  }

  /** Rows per type. */
  long[] counts() {
    return piece.counts();
  }

  /**
   * Encodes this header for other ranks, without sources of virtual datasets; {@link #decoded} is
   * the inverse.
   */
  long[] encoded() {
    LongStream.Builder all = LongStream.builder();
    FileState state = piece.state();
    all.add(state.bytes()).add(state.modified().to(TimeUnit.NANOSECONDS)).add(state.inode());
    add(all, counts());
    add(all, bits(masses));
    statements.forEach(
        (name, values) -> {
          add(all, Text.toLongs(name));
          add(all, bits(values));
        });
    return all.build().toArray();
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static void add(LongStream.Builder all, long[] values) {
    all.add(values.length);
    LongStream.of(values).forEach(all);
  }

  static FileHeader decoded(Path file, long[] message) {
    LongBuffer in = LongBuffer.wrap(message);
    long bytes = in.get();
    FileTime modified = FileTime.from(in.get(), TimeUnit.NANOSECONDS);
    FileState state = new FileState(file, bytes, modified, in.get());
    long[] counts = longs(in);
    double[] masses = doubles(in);
    Map<String, double[]> statements = new LinkedHashMap<>();
    while (in.hasRemaining()) {
      statements.put(Text.of(longs(in)), doubles(in));
    }
    return new FileHeader(new Piece(state, counts, Map.of()), statements, masses);
  }

  private static long[] longs(LongBuffer in) {
    long[] values = new long[(int) in.get()];
    in.get(values);
    return values;
  }

  private static double[] doubles(LongBuffer in) {
    return Arrays.stream(longs(in)).mapToDouble(Double::longBitsToDouble).toArray();
  }
}
