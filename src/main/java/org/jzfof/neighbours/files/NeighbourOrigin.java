package org.jzfof.neighbours.files;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.RunRecord;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Origin of the neighbours in a file.
 *
 * @param sources particles among which neighbours were searched
 * @param boxSize side lengths [3] of the box; for an open box those of the bounding box
 */
public record NeighbourOrigin(
    Sources sources, Queries queries, double[] boxSize, boolean periodic, RunRecord run) {
  /** Group of the attributes of a file. */
  public static final String HEADER = "/Header";

  /** Attribute with the number of queries in all files. */
  static final String TOTAL = "NumQueries_Total";

  /** Attribute with the number of files. */
  static final String FILES = "NumFiles";

  /**
   * The particles among which neighbours were searched.
   *
   * @param path the snapshot as the user named it
   * @param types particle types, increasing
   */
  public record Sources(SnapshotHeader header, String path, int[] types, long count) {}

  /**
   * The queries.
   *
   * @param path their file as the user named it
   * @param types particle types, increasing; empty if the file is no snapshot
   */
  public record Queries(String path, int[] types) {}

  /** The queries in words, such as "10 particles of type 4". */
  public String describeQueries(long rows) {
    String types =
        IntStream.of(queries.types).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    String what = types.isEmpty() ? "places" : "particles of type " + types;
    String where = queries.path.equals(sources.path) ? "" : " of " + queries.path;
    return rows + " " + what + where;
  }

  /** The snapshot of the sources. */
  public SnapshotHeader snapshot() {
    return sources.header;
  }

  /**
   * The rows of a file.
   *
   * @param total number of rows of all files
   */
  public record Rows(long first, long count, long total, int files) {}

  /** Creates the header of a file with the attributes that all kinds of results share. */
  public void writeTo(Hdf5Writer out, Rows rows) {
    out.group(HEADER);
    out.attribute(HEADER, FILES, Hdf5Type.INT32, rows.files);
    out.attribute(HEADER, TOTAL, Hdf5Type.INT64, rows.total);
    out.attribute(HEADER, "NumQueries_ThisFile", Hdf5Type.INT64, rows.count);
    out.attribute(HEADER, "FirstQuery", Hdf5Type.INT64, rows.first);
    out.attribute(HEADER, "Sources", sources.path);
    out.attribute(HEADER, "SourceTypes", Hdf5Type.INT32, longs(sources.types));
    out.attribute(HEADER, "NumSources", Hdf5Type.INT64, sources.count);
    out.attribute(HEADER, "Queries", queries.path);
    if (queries.types.length > 0) {
      out.attribute(HEADER, "QueryTypes", Hdf5Type.INT32, longs(queries.types));
    }
    out.attribute(HEADER, "Periodic", Hdf5Type.INT32, periodic ? 1 : 0);
    out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, snapshot().time());
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, snapshot().redshift());
    out.attribute(HEADER, "SnapshotCode", snapshot().family().label());
    SnapshotAttributes attributes = new SnapshotAttributes(out, HEADER);
    attributes.boxSize(boxSize);
    attributes.cosmology(snapshot().cosmology());
    attributes.units(snapshot().units());
    attributes.run(run);
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }
}
