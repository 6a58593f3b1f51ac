package org.jzfof.trees.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.HaloRows;
import org.jzfof.trees.merger.HaloTrees;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The HDF5 file of merger trees of LHaloTree (Springel et al. 2005), as of IllustrisTNG: the group
 * /TreeN has a dataset for each quantity of the haloes of tree N.
 */
public final class LHaloTreeFile {
  private final MergerTrees trees;
  private final LinkOrigin origin;
  private final double particleMass;

  /**
   * @param origin origin of the file; its catalogue is the last one
   * @param particleMass mass of a particle of dark matter, or NaN
   */
  public LHaloTreeFile(MergerTrees trees, LinkOrigin origin, double particleMass) {
    this.trees = trees;
    this.origin = origin;
    this.particleMass = particleMass;
  }

  /**
   * Path of the file. The number is that of the last snapshot of IllustrisTNG, for which
   * illustris_python looks in every simulation.
   *
   * @param postprocessing folder beside the output folder
   */
  public static Path in(Path postprocessing) {
    return postprocessing.resolve("trees/LHaloTree/trees_sf1_099.0.hdf5");
  }

  /** Writes the file; no file of this name may exist. */
  public void write(Path file) {
    int values = LHaloTreeFields.of(trees).stream().mapToInt(HaloProperty::columns).sum();
    write(file, LHaloTreeFields.block(trees.haloes(), values * Double.BYTES));
  }

  /**
   * Writes the file.
   *
   * @param block number of haloes of which all fields are in memory
   */
  void write(Path file, int block) {
    TreeFileWriter.writeUnsealed(
        file,
        origin.run().provenance(),
        "LHaloTree trees",
        w -> {
          w.withHeader(origin, this::writeHeader);
          writeHaloes(w, block);
        });
  }

  private void writeHaloes(TreeFileWriter w, int block) {
    List<HaloProperty> fields = LHaloTreeFields.of(trees);
    HaloRows rows = new HaloRows(trees.links(), trees.trees().rows(), trees.haloes());
    for (int from = 0; from < rows.count(); from += block) {
      HaloRows range = rows.range(from, Math.min(block, rows.count() - from));
      writeHaloes(w, from, range, fields.stream().map(field -> Column.of(field, range)).toList());
    }
  }

  private static String group(int tree) {
    return "/Tree" + tree;
  }

  private void writeHeader(TreeFileWriter w) {
    MergerTrees.Outputs outputs = trees.outputs();
    integer(w, "FirstSnapshotNr", outputs.number()[0]);
    integer(w, "LastSnapshotNr", outputs.last());
    integer(w, "SnapSkipFac", 1);
    integer(w, "NumberOfOutputFiles", 1);
    integer(w, "NtreesPerFile", trees.trees().trees());
    integer(w, "NhalosPerFile", trees.haloes());
    w.out().attribute(TreeFileWriter.HEADER, "ParticleMass", Hdf5Type.FLOAT64, particleMass);
    w.write(TreeFileWriter.HEADER + "/TreeNHalos", Hdf5Type.INT32, trees.trees().length());
    w.write(TreeFileWriter.HEADER + "/Redshifts", outputs.byNumber(outputs.redshift()));
    HaloLinks links = trees.links();
    int[] subhaloes = new int[outputs.last() + 1];
    for (int output = 0; output < links.outputs(); output++) {
      subhaloes[outputs.number()[output]] = links.count(output);
    }
    w.write(TreeFileWriter.HEADER + "/TotNsubhalos", Hdf5Type.INT32, subhaloes);
  }

  private static void integer(TreeFileWriter w, String name, int value) {
    w.out().attribute(TreeFileWriter.HEADER, name, Hdf5Type.INT32, value);
  }

  /** The values of a field in a range of rows. */
  private record Column(HaloProperty field, double[] reals, long[] integers) {
    static Column of(HaloProperty field, HaloRows rows) {
      return field.reals() == null
          ? new Column(field, null, rows.integers(field))
          : new Column(field, rows.reals(field), null);
    }

    void write(TreeFileWriter w, String path, int row, int from, int rows) {
      int width = field.columns();
      if (reals == null) {
        long[] part = Arrays.copyOfRange(integers, from * width, (from + rows) * width);
        w.out().write(path, row, rows, part);
      } else {
        double[] part = Arrays.copyOfRange(reals, from * width, (from + rows) * width);
        w.out().write(path, row, rows, part);
      }
    }
  }

  /** Writes the rows of a range, tree by tree; trees may begin before it and end behind it. */
  private void writeHaloes(TreeFileWriter w, int from, HaloRows range, List<Column> columns) {
    long[] start = trees.trees().start();
    int[] length = trees.trees().length();
    int end = from + range.count();
    for (int t = treeOf(from); t < start.length && start[t] < end; t++) {
      if (start[t] >= from) {
        w.out().group(group(t));
      }
      int first = (int) Math.max(from, start[t]);
      int rows = (int) Math.min(end, start[t] + length[t]) - first;
      for (Column column : columns) {
        String path = group(t) + "/" + column.field.name();
        if (start[t] >= from) {
          w.create(path, column.field.type(), column.field.columns(), length[t]);
        }
        column.write(w, path, (int) (first - start[t]), first - from, rows);
      }
    }
  }

  /** Returns the tree with a row. */
  private int treeOf(int row) {
    int at = Arrays.binarySearch(trees.trees().start(), row);
    return at >= 0 ? at : -at - 2;
  }

  /** Returns what offsets files say of each subhalo. */
  public List<HaloProperty> offsets() {
    HaloTrees of = trees.trees();
    return List.of(
        HaloProperty.of("File", Hdf5Type.INT32, trees.links(), new int[trees.haloes()]),
        HaloProperty.of("Index", Hdf5Type.INT32, trees.links(), of.index()),
        HaloProperty.of("Num", Hdf5Type.INT32, trees.links(), of.tree()));
  }
}
