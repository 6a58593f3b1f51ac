package org.jzfof.trees.files;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;
import org.jzfof.trees.merger.HaloRows;
import org.jzfof.trees.merger.HaloTrees;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The files of merger trees, as Gadget-4 writes them: trees.hdf5, and subhalo_treelink_NNN beside
 * each catalogue. Pointers are indices in the tree, -1 stands for no halo.
 */
public final class TreeFiles {
  private static final String TABLE = "/TreeTable";
  private static final String HALOES = "/TreeHalos";
  private static final String TIMES = "/TreeTimes";
  private static final String LINKS = "/Subhalo";

  private final MergerTrees of;
  private final HaloTrees trees;
  private final LinkOrigin origin;

  /**
   * @param origin origin of trees.hdf5; its catalogue is the last one
   */
  public TreeFiles(MergerTrees trees, LinkOrigin origin) {
    this.of = trees;
    this.trees = trees.trees();
    this.origin = origin;
  }

  /** Path of the file of all trees. */
  public static Path trees(Path folder) {
    return folder.resolve("trees.hdf5");
  }

  /** Path of the file beside a catalogue. */
  public static Path treeLinks(Path folder, String number) {
    return folder.resolve("subhalo_treelink_" + number + ".hdf5");
  }

  /** Writes the file of all trees; no file of this name may exist. */
  public void writeTrees(Path file) {
    TreeFileWriter.write(
        file,
        origin,
        "trees",
        w -> {
          w.count("Ntrees", trees.trees());
          w.count("Nhalos", of.haloes());
          w.out()
              .attribute(
                  TreeFileWriter.HEADER, "LastSnapShotNr", Hdf5Type.INT32, of.outputs().last());
          w.out().group(TABLE);
          w.write(TABLE + "/Length", Hdf5Type.INT32, trees.length());
          w.write(TABLE + "/StartOffset", Hdf5Type.INT64, trees.start());
          w.write(TABLE + "/TreeID", Hdf5Type.INT64, TreeFileWriter.numbers(trees.trees()));
          w.out().group(HALOES);
          HaloRows rows = new HaloRows(of.links(), trees.rows(), of.haloes());
          writePointers(w, rows);
          new HaloTable(w, HALOES, rows).write(of);
          w.out().group(TIMES);
          w.write(TIMES + "/Redshift", of.outputs().byNumber(of.outputs().redshift()));
          w.write(TIMES + "/Time", of.outputs().byNumber(of.outputs().time()));
        });
  }

  /**
   * Writes the pointers. Gadget-4 omits pointers to progenitors in the first snapshot, and pointers
   * to the next halo with the same progenitor in the last snapshot, and so do these files. The
   * files of links contain them.
   */
  private void writePointers(TreeFileWriter w, HaloRows rows) {
    HaloLinks links = of.links();
    int[] progenitor = links.progenitor().clone();
    int[] nextDescendant = links.nextDescendant().clone();
    Arrays.setAll(
        progenitor, h -> progenitor[h] < links.first(1) ? SnapshotLinks.NONE : progenitor[h]);
    Arrays.fill(
        nextDescendant, links.first(links.outputs() - 1), links.haloes(), SnapshotLinks.NONE);
    write(w, rows, "Descendant", links.descendant());
    write(w, rows, "FirstProgenitor", links.firstProgenitor());
    write(w, rows, "NextProgenitor", links.nextProgenitor());
    write(w, rows, "MainProgenitor", of.progenitors().main());
    write(w, rows, "Progenitor", progenitor);
    write(w, rows, "FirstDescendant", links.firstDescendant());
    write(w, rows, "NextDescendant", nextDescendant);
    write(w, rows, "FirstHaloInFOFgroup", of.chains().first());
    write(w, rows, "NextHaloInFOFgroup", of.chains().next());
  }

  private void write(TreeFileWriter w, HaloRows rows, String name, int... haloes) {
    w.write(HALOES + "/Tree" + name, Hdf5Type.INT32, rows.of(trees.indices(haloes)));
  }

  /**
   * Writes the file beside a catalogue; no file of this name may exist.
   *
   * @param output index of the catalogue in the series, from 0
   * @param beside origin of the file; its catalogue is the one beside the file
   */
  public void writeTreeLinks(Path file, int output, LinkOrigin beside) {
    int from = of.links().first(output);
    int to = of.links().first(output + 1);
    TreeFileWriter.write(
        file,
        beside,
        "tree links",
        w -> {
          w.count("Nsubhalos", to - from);
          w.out().group(LINKS);
          w.write(LINKS + "/TreeID", Hdf5Type.INT64, Arrays.copyOfRange(trees.tree(), from, to));
          w.write(
              LINKS + "/TreeIndex", Hdf5Type.INT32, Arrays.copyOfRange(trees.index(), from, to));
        });
  }
}
