package org.jzfof.neighbours.files;

import java.nio.file.Path;
import java.util.Locale;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.ListValue;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;

/** One file of neighbours within radii: lists one after the other, and where each begins. */
final class ListFile implements RowFile<ListRows> {
  private static final String OFFSETS = "/Neighbours/Offset";
  private static final String INDEX = "/Neighbours/Index";
  private static final String ID = "/Neighbours/ID";
  private static final String DISTANCE = "/Neighbours/Distance";
  private static final String COUNT = "/Queries/Count";
  private static final String DENSITY = "/Queries/Density";
  private static final String DISPERSION = "/Queries/VelocityDispersion";

  private final Hdf5Writer out;
  private final ListInfo info;
  private final NeighbourColumns columns;
  private final HostMemory memory = new HostMemory();
  private final long first;
  private final long firstPair;
  private final long pairs;
  private final long rows;
  private long missing;

  /**
   * Creates the file with all but its rows.
   *
   * @param file where; nothing has that name
   * @param piece which of the files, from 0
   * @param shares rows of all files
   * @param pairStart neighbours of the rows before each file, and of all
   * @param columns to write through
   */
  ListFile(
      Path file,
      ListInfo info,
      int piece,
      EvenShares shares,
      long[] pairStart,
      NeighbourColumns columns) {
    this.out = Hdf5Writer.create(file);
    this.info = info;
    this.columns = columns;
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
          .writeTo(out, "lists of neighbours %d of %d".formatted(piece, shares.parts()));
      writeHeader(shares.parts(), pairStart[shares.parts()]);
      createDatasets();
      made.keep(out);
    }
  }

  private void writeHeader(int files, long allPairs) {
    String header = NeighbourOrigin.HEADER;
    info.origin().writeTo(out, new NeighbourOrigin.Rows(first, rows, info.rows(), files));
    out.attribute(header, "NumPairs_Total", Hdf5Type.INT64, allPairs);
    out.attribute(header, "NumPairs_ThisFile", Hdf5Type.INT64, pairs);
    out.attribute(header, "Radius", info.radius());
    out.attribute(header, "Symmetric", Hdf5Type.INT32, info.symmetric() ? 1 : 0);
    out.attribute(header, "SelfExcluded", Hdf5Type.INT32, info.excludeSelf() ? 1 : 0);
    if (info.hasSums()) {
      out.attribute(header, "Kernel", info.content().kernel().name().toLowerCase(Locale.ROOT));
    }
  }

  private void createDatasets() {
    Hdf5Type real = info.doubles() ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
    out.group("/Neighbours");
    out.group("/Queries");
    if (info.listsPairs()) {
      out.dataset(OFFSETS, Hdf5Type.INT64, rows + 1);
      Scaling.NUMBER.writeTo(
          out,
          OFFSETS,
          "where the neighbours of each query of this file begin; the last is their number");
    }
    if (info.has(ListValue.INDEX)) {
      out.dataset(INDEX, Hdf5Type.INT64, pairs);
      Scaling.NUMBER.writeTo(
          out,
          INDEX,
          "row of each neighbour among the sources (types increasing, each over all files of the"
              + " snapshot), query after query, nearest first, equally near ones by row");
    }
    if (info.has(ListValue.ID)) {
      out.dataset(ID, Hdf5Type.UINT64, pairs);
      Scaling.NUMBER.writeTo(out, ID, "particle ID of each neighbour");
    }
    if (info.has(ListValue.DISTANCE)) {
      out.dataset(DISTANCE, real, pairs);
      Scaling.length(info.origin().snapshot())
          .writeTo(
              out,
              DISTANCE,
              "distance of each neighbour" + (info.origin().periodic() ? ", periodic" : ""));
    }
    RowOrder.writeTo(out, info.mortonOrder(), rows);
    if (info.has(ListValue.COUNT)) {
      out.dataset(COUNT, Hdf5Type.INT64, rows);
      Scaling.NUMBER.writeTo(out, COUNT, "number of neighbours of each query");
    }
    if (info.has(ListValue.DENSITY)) {
      out.dataset(DENSITY, real, rows);
      Scaling.density(info.origin().snapshot())
          .writeTo(
              out,
              DENSITY,
              "SPH density: sum of m W(r, h) over the neighbours, h the radius of the query, "
                  + (info.content().kernel() == KernelChoice.CUBIC
                      ? "W the cubic spline 8/(pi h^3) {1 - 6 u^2 + 6 u^3 for u <= 1/2, 2 (1 - u)^3"
                          + " up to 1} of u = r/h"
                      : "W the Wendland C2 kernel 21/(2 pi h^3) (1 - u)^4 (1 + 4 u) of u = r/h"));
    }
    if (info.has(ListValue.DISPERSION)) {
      out.dataset(DISPERSION, real, rows);
      Scaling.peculiarVelocity(info.origin().snapshot().units())
          .writeTo(
              out,
              DISPERSION,
              "three-dimensional velocity dispersion of the neighbours, peculiar velocity without"
                  + " the Hubble flow: sqrt(sum w |v - v_mean|^2 / sum w) with w = m W(r, h), h the"
                  + " radius of the query, W the kernel of the header; NaN where no neighbour has"
                  + " weight");
    }
  }

  @Override
  public void write(ListRows lists) {
    long at = lists.first() - first;
    long pair = lists.firstPair() - firstPair;
    if (info.listsPairs()) {
      try (HostColumn offsets = offsets(lists, pair)) {
        columns.write(out, OFFSETS, at, 1, offsets);
      }
    }
    if (info.has(ListValue.COUNT)) {
      columns.write(out, COUNT, at, 1, lists.length());
    }
    columns.write(out, RowOrder.ROW, at, 1, lists.query());
    columns.write(out, DENSITY, at, 1, lists.density());
    columns.write(out, DISPERSION, at, 1, lists.dispersion());
    columns.write(out, INDEX, pair, 1, lists.index());
    columns.write(out, ID, pair, 1, lists.id());
    columns.write(out, DISTANCE, pair, 1, lists.distance());
    missing -= lists.count();
  }

  private HostColumn offsets(ListRows lists, long pair) {
    HostColumn offsets = memory.allocate(ElementType.I64, lists.count());
    long next = pair;
    for (int i = 0; i < lists.count(); i++) {
      offsets.set(i, next);
      next += lists.length().getLong(i);
    }
    return offsets;
  }

  @Override
  public boolean isComplete() {
    return missing == 0;
  }

  @Override
  public void seal() {
    if (info.listsPairs()) {
      try (HostColumn end = memory.allocate(ElementType.I64, 1)) {
        end.set(0, pairs);
        columns.write(out, OFFSETS, rows, 1, end);
      }
    }
    Provenance.seal(out);
  }

  @Override
  public void close() {
    out.close();
  }
}
