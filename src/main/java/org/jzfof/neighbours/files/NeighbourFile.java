package org.jzfof.neighbours.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.DirectWriter;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * One file of neighbours: rows of k neighbours, or lists one after the other with their offsets. It
 * is complete once all of its rows are written, in any order.
 */
final class NeighbourFile implements AutoCloseable {
  private static final String HEADER = NeighbourOrigin.HEADER;
  private static final String OFFSETS = "/Neighbours/Offset";

  private final DirectWriter out;
  private final NeighbourInfo info;
  private final long first;
  private final long rows;
  private final long firstPair;
  private final long pairs;
  private long missing;

  /**
   * Creates the file without its rows.
   *
   * @param file path of the new file; it must not exist
   * @param shares shares of the files in all rows
   * @param pairStart number of neighbours of the rows before each file, followed by the number of
   *     all neighbours [files+1]
   */
  NeighbourFile(Path file, NeighbourInfo info, int piece, EvenShares shares, long[] pairStart) {
    this.out = DirectWriter.create(file);
    this.info = info;
    this.first = shares.start(piece);
    this.rows = shares.count(piece);
    this.missing = rows;
    this.firstPair = pairStart[piece];
    this.pairs = pairStart[piece + 1] - firstPair;
    try (Scope made = new Scope()) {
      made.add(out);
      info.origin()
          .run()
          .provenance()
          .writeTo(
              out.library(),
              "%s %d of %d"
                  .formatted(
                      info.k() > 0 ? "neighbours" : "lists of neighbours", piece, shares.parts()));
      writeHeader(shares.parts(), pairStart[shares.parts()]);
      createDatasets();
      made.keep(out);
    }
  }

  private void writeHeader(int files, long allPairs) {
    Hdf5Writer header = out.library();
    info.origin().writeTo(header, new NeighbourOrigin.Rows(first, rows, info.rows(), files));
    if (info.shape() instanceof RowShape.Within within) {
      header.attribute(HEADER, "NumPairs_Total", Hdf5Type.INT64, allPairs);
      header.attribute(HEADER, "NumPairs_ThisFile", Hdf5Type.INT64, pairs);
      header.attribute(HEADER, "Radius", info.radius());
      header.attribute(HEADER, "Symmetric", Hdf5Type.INT32, within.symmetric() ? 1 : 0);
    } else {
      header.attribute(HEADER, "K", Hdf5Type.INT32, info.k());
    }
    header.attribute(HEADER, "SelfExcluded", Hdf5Type.INT32, info.excludeSelf() ? 1 : 0);
    if (info.shape() instanceof RowShape.Within within && within.usesKernel()) {
      header.attribute(HEADER, "Kernel", info.shape().kernel().name().toLowerCase(Locale.ROOT));
    }
  }

  private void createDatasets() {
    boolean lists = info.k() == 0;
    Hdf5Type real = info.doubles() ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
    SnapshotHeader snapshot = info.origin().snapshot();
    out.library().group("/Neighbours");
    out.library().group("/Queries");
    if (info.hasOffsets()) {
      out.dataset(OFFSETS, Hdf5Type.INT64, rows + 1);
      Scaling.NUMBER.writeTo(
          out.library(),
          OFFSETS,
          "where the neighbours of each query of this file begin; the last is their number");
    }
    create(
        NeighbourValue.INDEX,
        info.index() == ElementType.I32 ? Hdf5Type.INT32 : Hdf5Type.INT64,
        Scaling.NUMBER,
        "row of each neighbour among the sources (types increasing, each over all files of the"
            + " snapshot), "
            + (lists ? "query after query, " : "")
            + "nearest first, equally near ones by row"
            + (lists ? "" : "; -1 where there is none"));
    create(
        NeighbourValue.ID,
        Hdf5Type.UINT64,
        Scaling.NUMBER,
        "particle ID of each neighbour"
            + (lists ? "" : "; 18446744073709551615 where there is none"));
    create(
        NeighbourValue.DISTANCE,
        real,
        Scaling.length(snapshot),
        "distance of each neighbour"
            + (info.origin().periodic() ? ", periodic" : "")
            + (lists ? "" : "; infinite where there is none"));
    RowOrder.writeTo(out, info.mortonOrder(), rows);
    create(
        NeighbourValue.COUNT, Hdf5Type.INT64, Scaling.NUMBER, "number of neighbours of each query");
    create(
        NeighbourValue.DENSITY,
        real,
        Scaling.density(snapshot),
        "SPH density: sum of m W(r, h) over the neighbours"
            + (lists
                ? ", h the radius of the query, "
                : " of the row, h the distance of the farthest, ")
            + (info.shape().kernel() == KernelChoice.CUBIC
                ? "W the cubic spline 8/(pi h^3) {1 - 6 u^2 + 6 u^3 for u <= 1/2, 2 (1 - u)^3"
                    + " up to 1} of u = r/h"
                : "W the Wendland C2 kernel 21/(2 pi h^3) (1 - u)^4 (1 + 4 u) of u = r/h"));
    create(
        NeighbourValue.DISPERSION,
        real,
        Scaling.peculiarVelocity(snapshot.units()),
        "three-dimensional velocity dispersion of the neighbours, peculiar velocity without"
            + " the Hubble flow: sqrt(sum w |v - v_mean|^2 / sum w) with w = m W(r, h), h the"
            + " radius of the query, W the kernel of the header; NaN where no neighbour has"
            + " weight");
    create(
        NeighbourValue.SMOOTHING,
        real,
        Scaling.length(snapshot),
        "smoothing length of the query: the radius at which the kernel vanishes, within which its"
            + " neighbours are");
  }

  private static String dataset(NeighbourValue value) {
    return switch (value) {
      case INDEX -> "/Neighbours/Index";
      case ID -> "/Neighbours/ID";
      case DISTANCE -> "/Neighbours/Distance";
      case COUNT -> "/Queries/Count";
      case DENSITY -> "/Queries/Density";
      case DISPERSION -> "/Queries/VelocityDispersion";
      case SMOOTHING -> "/Queries/SmoothingLength";
    };
  }

  /** Creates the dataset of a value if the value is written. */
  private void create(NeighbourValue value, Hdf5Type type, Scaling scaling, String description) {
    if (!info.has(value)) {
      return;
    }
    String dataset = dataset(value);
    if (value.isOfPairs() && info.k() > 0) {
      out.dataset(dataset, type, rows, info.k());
    } else {
      out.dataset(dataset, type, value.isOfPairs() ? pairs : rows);
    }
    scaling.writeTo(out.library(), dataset, description);
  }

  /** Writes rows, all of which belong to this file. */
  void write(NeighbourRows block) {
    long at = block.first() - first;
    long pair = block.firstPair() - firstPair;
    if (info.hasOffsets()) {
      write(OFFSETS, at, block.lengths().offsets(pair));
    }
    if (info.has(NeighbourValue.COUNT)) {
      write(dataset(NeighbourValue.COUNT), at, ElementType.I64, block.lengths().counted());
    }
    if (block.query() != null) {
      write(RowOrder.ROW, at, ElementType.I64, block.query());
    }
    block
        .values()
        .forEach(
            (value, column) -> {
              long first = info.k() == 0 ? pair : at * info.k();
              write(dataset(value), value.isOfPairs() ? first : at, info.type(value), column);
            });
    missing -= block.count();
  }

  private void write(String dataset, long at, ElementType type, HostColumn values) {
    values.forEachBlock(
        type, (first, bytes) -> out.write(dataset, at + first, type.bytes(), bytes));
  }

  private void write(String dataset, long at, long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.nativeOrder());
    bytes.asLongBuffer().put(values);
    out.write(dataset, at, Long.BYTES, bytes);
  }

  /** Whether all rows are written. */
  boolean isComplete() {
    return missing == 0;
  }

  /** Completes the file, after all rows are written. */
  void seal() {
    if (info.hasOffsets()) {
      write(OFFSETS, rows, pairs);
    }
    Provenance.seal(out.library());
  }

  @Override
  public void close() {
    out.close();
  }
}
