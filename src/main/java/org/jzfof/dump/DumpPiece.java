package org.jzfof.dump;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourValue;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.Scaling;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.provenance.Provenance;
import org.jzfof.snapshot.SnapshotHeader;

/** One file of a result; complete when all of its rows have come, in any order. */
final class DumpPiece implements AutoCloseable {
  static final String HEADER = "/Header";
  static final String TOTAL = "NumQueries_Total";
  static final String FILES = "NumFiles";

  private static final String INDEX = "/Neighbours/Index";
  private static final String ID = "/Neighbours/ID";
  private static final String DISTANCE = "/Neighbours/Distance";
  private static final String ROW = "/Queries/Row";
  private static final String DENSITY = "/Queries/Density";

  private final Hdf5Writer out;
  private final DumpInfo info;
  private final long first;
  private long missing;

  /**
   * Creates the file with all but its rows.
   *
   * @param file where; nothing has that name
   * @param piece which of the files, from 0
   * @param shares rows of all files
   */
  DumpPiece(Path file, DumpInfo info, int piece, EvenShares shares) {
    this.out = Hdf5Writer.create(file);
    this.info = info;
    this.first = shares.start(piece);
    this.missing = shares.count(piece);
    try {
      info.provenance().writeTo(out, "neighbours %d of %d".formatted(piece, shares.parts()));
      writeHeader(shares.parts());
      createDatasets();
    } catch (RuntimeException e) {
      closeAfter(e);
      throw e;
    }
  }

  private void closeAfter(RuntimeException failure) {
    try {
      out.close();
    } catch (RuntimeException second) {
      failure.addSuppressed(second);
    }
  }

  private void writeHeader(int files) {
    SnapshotHeader snapshot = info.sources().header();
    out.group(HEADER);
    out.attribute(HEADER, FILES, Hdf5Type.INT32, files);
    out.attribute(HEADER, TOTAL, Hdf5Type.INT64, info.rows());
    out.attribute(HEADER, "NumQueries_ThisFile", Hdf5Type.INT64, missing);
    out.attribute(HEADER, "FirstQuery", Hdf5Type.INT64, first);
    out.attribute(HEADER, "Order", info.mortonOrder() ? "morton" : "file");
    out.attribute(HEADER, "K", Hdf5Type.INT32, info.k());
    out.attribute(HEADER, "SelfExcluded", Hdf5Type.INT32, info.excludeSelf() ? 1 : 0);
    out.attribute(HEADER, "Sources", info.sources().path());
    out.attribute(HEADER, "SourceTypes", Hdf5Type.INT32, longs(info.sources().types()));
    out.attribute(HEADER, "NumSources", Hdf5Type.INT64, info.sources().count());
    out.attribute(HEADER, "Queries", info.queries().path());
    if (info.queries().types().length > 0) {
      out.attribute(HEADER, "QueryTypes", Hdf5Type.INT32, longs(info.queries().types()));
    }
    out.attribute(HEADER, "Periodic", Hdf5Type.INT32, info.periodic() ? 1 : 0);
    out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, snapshot.time());
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, snapshot.redshift());
    out.attribute(HEADER, "SnapshotCode", snapshot.family().label());
    SnapshotAttributes attributes = new SnapshotAttributes(out, HEADER);
    attributes.boxSize(info.boxSize());
    attributes.cosmology(snapshot.cosmology());
    attributes.units(snapshot.units());
    attributes.origin(info.version(), info.commandLine());
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  private void createDatasets() {
    Hdf5Type real = info.doubles() ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
    out.group("/Neighbours");
    out.group("/Queries");
    if (info.has(NeighbourValue.INDEX)) {
      out.dataset(INDEX, Hdf5Type.INT64, missing, info.k());
      Scaling.NUMBER.writeTo(
          out,
          INDEX,
          "row of each neighbour among the sources (types increasing, each over all files of the"
              + " snapshot), nearest first, equally near ones by row; -1 where there is none");
    }
    if (info.has(NeighbourValue.ID)) {
      out.dataset(ID, Hdf5Type.UINT64, missing, info.k());
      Scaling.NUMBER.writeTo(
          out, ID, "particle ID of each neighbour; 18446744073709551615 where there is none");
    }
    if (info.has(NeighbourValue.DISTANCE)) {
      out.dataset(DISTANCE, real, missing, info.k());
      Scaling.length(info.sources().header())
          .writeTo(
              out,
              DISTANCE,
              "distance of each neighbour"
                  + (info.periodic() ? ", periodic" : "")
                  + "; infinite where there is none");
    }
    if (info.mortonOrder()) {
      out.dataset(ROW, Hdf5Type.INT64, missing);
      Scaling.NUMBER.writeTo(out, ROW, "row of each query in the order of its source");
    }
    if (info.has(NeighbourValue.DENSITY)) {
      out.dataset(DENSITY, real, missing);
      Scaling.density(info.sources().header())
          .writeTo(
              out,
              DENSITY,
              "SPH density: sum of m W(r, h) over the neighbours of the row, h the distance of the"
                  + " farthest, W the cubic spline 8/(pi h^3) {1 - 6 u^2 + 6 u^3 for u <= 1/2,"
                  + " 2 (1 - u)^3 up to 1} of u = r/h");
    }
  }

  /** Writes rows, all of them in this file. */
  void write(DumpRows rows, DumpColumns columns) {
    long at = rows.first() - first;
    columns.write(out, INDEX, at, info.k(), rows.index());
    columns.write(out, ID, at, info.k(), rows.id());
    columns.write(out, DISTANCE, at, info.k(), rows.distance());
    columns.write(out, ROW, at, 1, rows.query());
    columns.write(out, DENSITY, at, 1, rows.density());
    missing -= rows.count();
  }

  /** Whether all rows have come. */
  boolean isComplete() {
    return missing == 0;
  }

  /** Has the file say what it holds; all rows have come. */
  void seal() {
    Provenance.seal(out);
  }

  @Override
  public void close() {
    out.close();
  }
}
