package org.jzfof.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.ArrayParts;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;

/** The layout of a file of clusters. */
final class ClusterFile {
  /** Column of the cluster of each particle. */
  static final int CLUSTER = 0;

  /** Column of the flags of core points. */
  static final int CORE = 1;

  private static final String CLUSTERS = "/Clusters";

  private final ClusterInfo info;
  private final int[] types;
  private final long[] start;

  ClusterFile(ClusterInfo info) {
    this.info = info;
    this.types = info.origin().sources().types();
    this.start = ArrayParts.offsets(types.length, t -> info.origin().snapshot().counts()[types[t]]);
  }

  /** Number of bytes of a row of a column. */
  static int rowBytes(int column) {
    return column == CLUSTER ? Long.BYTES : Byte.BYTES;
  }

  /**
   * Creates the file without the rows of the particles.
   *
   * @param temporary path of the new file; it must not exist
   * @param file path of the complete file
   * @return extents of these rows
   * @throws org.jzfof.error.OutputException if the file cannot be written, with the cause
   */
  List<ColumnExtent> create(Path temporary, Path file) {
    List<ColumnExtent> extents = new ArrayList<>();
    try (Hdf5Writer out = Hdf5Writer.create(temporary)) {
      info.origin().run().provenance().writeTo(out, "clusters");
      writeHeader(out);
      writeTable(out);
      for (int t = 0; t < types.length; t++) {
        RowRange rows = new RowRange(start[t], start[t + 1] - start[t]);
        String group = "/PartType" + types[t];
        out.group(group);
        reserve(out, group + "/Cluster", CLUSTER, rows)
            .ifPresent(at -> extents.add(new ColumnExtent(CLUSTER, temporary, file, at, rows)));
        reserve(out, group + "/Core", CORE, rows)
            .ifPresent(at -> extents.add(new ColumnExtent(CORE, temporary, file, at, rows)));
      }
      Provenance.seal(out);
    } catch (Hdf5Exception e) {
      throw OutputFiles.failure(file, e);
    }
    OutputFiles.sync(temporary);
    return extents;
  }

  private void writeHeader(Hdf5Writer out) {
    String header = NeighbourOrigin.HEADER;
    info.origin().writeTo(out, new NeighbourOrigin.Rows(0, info.particles(), info.particles(), 1));
    out.attribute(header, "Eps", Hdf5Type.FLOAT64, info.eps());
    out.attribute(header, "MinPoints", Hdf5Type.INT32, info.minPoints());
    out.attribute(header, "NumClusters", Hdf5Type.INT64, info.clusters().count());
    out.attribute(header, "NumCores", Hdf5Type.INT64, info.cores());
    out.attribute(header, "NumNoise", Hdf5Type.INT64, info.particles() - info.members());
  }

  private void writeTable(Hdf5Writer out) {
    Clusters clusters = info.clusters();
    out.group(CLUSTERS);
    writeColumn(out, "Size", Hdf5Type.INT64, clusters.size(), "particles of each cluster");
    writeColumn(out, "Cores", Hdf5Type.INT64, clusters.cores(), "core points among them");
    writeColumn(out, "FirstID", Hdf5Type.UINT64, clusters.firstId(), "smallest ID of a particle");
  }

  private static void writeColumn(
      Hdf5Writer out, String name, Hdf5Type type, long[] values, String description) {
    String dataset = CLUSTERS + "/" + name;
    out.dataset(dataset, type, values.length);
    out.write(dataset, 0, values.length, values);
    Scaling.NUMBER.writeTo(out, dataset, description);
  }

  private static OptionalLong reserve(Hdf5Writer out, String dataset, int column, RowRange rows) {
    boolean cluster = column == CLUSTER;
    OptionalLong position =
        out.reserve(dataset, cluster ? Hdf5Type.INT64 : Hdf5Type.UINT8, rows.count());
    String description =
        cluster
            ? "row of the particle's cluster in /Clusters, -1: noise"
            : "1: core point, 0: border point or noise";
    Scaling.NUMBER.writeTo(out, dataset, description + "; in the order of the snapshot");
    return position;
  }
}
