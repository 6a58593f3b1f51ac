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
    TreeFileWriter.write(
        file,
        origin,
        "LHaloTree trees",
        w -> {
          writeHeader(w);
          for (int t = 0; t < trees.trees().trees(); t++) {
            w.out().group(group(t));
          }
          HaloRows rows = new HaloRows(trees.links(), trees.trees().rows(), trees.haloes());
          LHaloTreeFields.of(trees).forEach(field -> write(w, rows, field));
        });
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

  private void write(TreeFileWriter w, HaloRows rows, HaloProperty field) {
    HaloTrees of = trees.trees();
    long[] start = of.start();
    int width = field.columns();
    double[] reals = field.reals() == null ? null : rows.reals(field);
    long[] integers = reals == null ? rows.integers(field) : null;
    for (int t = 0; t < start.length; t++) {
      int from = (int) start[t] * width;
      int to = from + of.length()[t] * width;
      String path = group(t) + "/" + field.name();
      if (reals != null) {
        w.write(path, field.type(), width, Arrays.copyOfRange(reals, from, to));
      } else {
        w.write(path, field.type(), width, Arrays.copyOfRange(integers, from, to));
      }
    }
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
