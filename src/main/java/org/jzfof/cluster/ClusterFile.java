package org.jzfof.cluster;

import java.nio.file.Path;
import org.jzfof.comm.ArrayParts;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.files.NeighbourColumns;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.files.RowFile;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;

/** A file of clusters, complete once the rows of all particles are written, in any order. */
final class ClusterFile implements RowFile<ClusterRows> {
  private static final String CLUSTERS = "/Clusters";
  private static final String CLUSTER = "Cluster";
  private static final String CORE = "Core";

  private final Hdf5Writer out;
  private final ClusterInfo info;
  private final NeighbourColumns columns = new NeighbourColumns(false);
  private final int[] types;
  private final long[] start;
  private long missing;

  /**
   * Creates the file without the rows of the particles.
   *
   * @param file path of the new file; it must not exist
   */
  ClusterFile(Path file, ClusterInfo info) {
    this.out = Hdf5Writer.create(file);
    this.info = info;
    this.missing = info.particles();
    this.types = info.origin().sources().types();
    this.start = ArrayParts.offsets(types.length, t -> info.origin().snapshot().counts()[types[t]]);
    try (Scope made = new Scope()) {
      made.add(out);
      info.origin().run().provenance().writeTo(out, "clusters");
      writeHeader();
      writeTable();
      createDatasets();
      made.keep(out);
    }
  }

  private void writeHeader() {
    String header = NeighbourOrigin.HEADER;
    info.origin().writeTo(out, new NeighbourOrigin.Rows(0, missing, missing, 1));
    out.attribute(header, "Eps", Hdf5Type.FLOAT64, info.eps());
    out.attribute(header, "MinPoints", Hdf5Type.INT32, info.minPoints());
    out.attribute(header, "NumClusters", Hdf5Type.INT64, info.clusters().count());
    out.attribute(header, "NumCores", Hdf5Type.INT64, info.cores());
    out.attribute(header, "NumNoise", Hdf5Type.INT64, info.particles() - info.members());
  }

  private void writeTable() {
    Clusters clusters = info.clusters();
    out.group(CLUSTERS);
    writeColumn("Size", Hdf5Type.INT64, clusters.size(), "particles of each cluster");
    writeColumn("Cores", Hdf5Type.INT64, clusters.cores(), "core points among them");
    writeColumn("FirstID", Hdf5Type.UINT64, clusters.firstId(), "smallest ID of a particle");
  }

  private void writeColumn(String name, Hdf5Type type, long[] values, String description) {
    String dataset = CLUSTERS + "/" + name;
    out.dataset(dataset, type, values.length);
    out.write(dataset, 0, values.length, values);
    Scaling.NUMBER.writeTo(out, dataset, description);
  }

  private void createDatasets() {
    for (int t = 0; t < types.length; t++) {
      long count = start[t + 1] - start[t];
      out.group(group(t));
      create(
          t,
          CLUSTER,
          Hdf5Type.INT64,
          count,
          "row of the particle's cluster in /Clusters, -1: noise");
      create(t, CORE, Hdf5Type.UINT8, count, "1: core point, 0: border point or noise");
    }
  }

  private void create(int type, String name, Hdf5Type stored, long count, String description) {
    String dataset = group(type) + "/" + name;
    out.dataset(dataset, stored, count);
    Scaling.NUMBER.writeTo(out, dataset, description + "; in the order of the snapshot");
  }

  private String group(int type) {
    return "/PartType" + types[type];
  }

  @Override
  public void write(ClusterRows rows) {
    long end = rows.first() + rows.count();
    for (int t = 0; t < types.length; t++) {
      long from = Math.max(rows.first(), start[t]);
      long to = Math.min(end, start[t + 1]);
      if (from < to) {
        ClusterRows part = rows.between(from, to);
        columns.write(out, group(t) + "/" + CLUSTER, from - start[t], 1, part.cluster());
        columns.write(out, group(t) + "/" + CORE, from - start[t], 1, part.core());
      }
    }
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
