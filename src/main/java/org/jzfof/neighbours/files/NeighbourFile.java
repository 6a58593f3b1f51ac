package org.jzfof.neighbours.files;

import java.nio.file.Path;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;

/** One file of a result; complete when all of its rows have come, in any order. */
final class NeighbourFile implements RowFile<NeighbourRecords> {
  private static final String HEADER = NeighbourOrigin.HEADER;
  private static final String INDEX = "/Neighbours/Index";
  private static final String ID = "/Neighbours/ID";
  private static final String DISTANCE = "/Neighbours/Distance";
  private static final String DENSITY = "/Queries/Density";

  private final Hdf5Writer out;
  private final NeighbourInfo info;
  private final NeighbourColumns columns;
  private final long first;
  private long missing;

  /**
   * Creates the file with all but its rows.
   *
   * @param file where; nothing has that name
   * @param piece which of the files, from 0
   * @param shares rows of all files
   * @param columns to write through
   */
  NeighbourFile(
      Path file, NeighbourInfo info, int piece, EvenShares shares, NeighbourColumns columns) {
    this.out = Hdf5Writer.create(file);
    this.info = info;
    this.columns = columns;
    this.first = shares.start(piece);
    this.missing = shares.count(piece);
    try (Scope made = new Scope()) {
      made.add(out);
      info.origin()
          .run()
          .provenance()
          .writeTo(out, "neighbours %d of %d".formatted(piece, shares.parts()));
      writeHeader(shares.parts());
      createDatasets();
      made.keep(out);
    }
  }

  private void writeHeader(int files) {
    info.origin().writeTo(out, new NeighbourOrigin.Rows(first, missing, info.rows(), files));
    out.attribute(HEADER, "K", Hdf5Type.INT32, info.k());
    out.attribute(HEADER, "SelfExcluded", Hdf5Type.INT32, info.excludeSelf() ? 1 : 0);
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
                  + (info.origin().periodic() ? ", periodic" : "")
                  + "; infinite where there is none");
    }
    RowOrder.writeTo(out, info.mortonOrder(), missing);
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

  @Override
  public void write(NeighbourRecords rows) {
    long at = rows.first() - first;
    columns.write(out, INDEX, at, info.k(), rows.index());
    columns.write(out, ID, at, info.k(), rows.id());
    columns.write(out, DISTANCE, at, info.k(), rows.distance());
    columns.write(out, RowOrder.ROW, at, 1, rows.query());
    columns.write(out, DENSITY, at, 1, rows.density());
    missing -= rows.count();
  }

  @Override
  public boolean isComplete() {
    return missing == 0;
  }

  @Override
  public void seal() {
    Provenance.seal(out);
  }

  @Override
  public void close() {
    out.close();
  }
}
