package org.jzfof.trees.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;
import org.jzfof.trees.merger.DepthFirst;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.HaloRows;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The file of merger trees of SubLink (Rodriguez-Gomez et al. 2015), as of IllustrisTNG: a table of
 * all subhaloes in depth-first order. The ID of a subhalo is its row; -1 stands for no subhalo.
 * Readers take every member of the root for a column, so that the file has no header.
 */
public final class SubLinkFile {
  /** Factor of the number of the snapshot in an ID of a subhalo that tells its place. */
  private static final long RAW = 1_000_000_000_000L;

  private final MergerTrees trees;
  private final LinkOrigin origin;
  private final HaloLinks links;
  private final DepthFirst order;

  /**
   * @param origin origin of the file; its catalogue is the last one
   */
  public SubLinkFile(MergerTrees trees, LinkOrigin origin) {
    this.trees = trees;
    this.origin = origin;
    this.links = trees.links();
    this.order = DepthFirst.of(trees);
  }

  /**
   * Path of the file.
   *
   * @param postprocessing folder beside the output folder
   */
  public static Path in(Path postprocessing) {
    return postprocessing.resolve("trees/SubLink/tree_extended.0.hdf5");
  }

  /** Writes the file; no file of this name may exist. */
  public void write(Path file) {
    TreeFileWriter.writeWithoutHeader(
        file,
        origin.run().provenance(),
        "SubLink trees",
        w -> {
          new SnapshotAttributes(w.out(), "/").run(origin.run());
          HaloTable table = new HaloTable(w, "", new HaloRows(links, order.row(), links.haloes()));
          table.write(places());
          table.write(measured());
          table.write(trees.properties());
        });
  }

  /** Returns what offsets files say of each subhalo. */
  public List<HaloProperty> offsets() {
    return List.of(
        id("RowNum", order.row()),
        id("SubhaloID", order.row()),
        id("LastProgenitorID", order.last()));
  }

  private List<HaloProperty> places() {
    int[] snapshot = trees.outputs().number();
    return List.of(
        id("SubhaloID", order.row()),
        HaloProperty.of(
            "SubhaloIDRaw",
            Hdf5Type.INT64,
            output ->
                LongStream.range(0, links.count(output))
                    .map(number -> snapshot[output] * RAW + number)
                    .toArray()),
        id("LastProgenitorID", order.last()),
        id("MainLeafProgenitorID", order.leaf()),
        id("RootDescendantID", order.root()),
        id("TreeID", trees.trees().tree()),
        HaloTable.snapshot(trees),
        pointer("FirstProgenitorID", trees.progenitors().main()),
        pointer("NextProgenitorID", trees.progenitors().next()),
        pointer("DescendantID", links.descendant()),
        pointer("FirstSubhaloInFOFGroupID", trees.chains().first()),
        pointer("NextSubhaloInFOFGroupID", trees.chains().next()),
        HaloTable.number("SubfindID", links));
  }

  private HaloProperty id(String name, int... values) {
    return HaloProperty.of(name, Hdf5Type.INT64, links, values);
  }

  private HaloProperty pointer(String name, int... haloes) {
    return HaloProperty.pointers(name, Hdf5Type.INT64, links, haloes, order.row());
  }

  /** Returns the length and the mass of the members by which subhaloes are linked: all of them. */
  private List<HaloProperty> measured() {
    List<HaloProperty> measured = new ArrayList<>();
    trees
        .property("SubhaloLen")
        .ifPresent(length -> measured.add(length.named("NumParticles", Hdf5Type.UINT32)));
    Optional<HaloProperty> mass = trees.property("SubhaloMass");
    if (mass.isPresent()) {
      double[] history = history(mass.get());
      measured.add(mass.get().named("Mass", Hdf5Type.FLOAT32));
      measured.add(
          new HaloProperty(
              "MassHistory",
              Hdf5Type.FLOAT32,
              1,
              output -> Arrays.copyOfRange(history, links.first(output), links.first(output + 1)),
              null));
    }
    return measured;
  }

  /** Returns the sum of the masses of the main branch of each halo, itself included. */
  private double[] history(HaloProperty mass) {
    double[] history = new double[links.haloes()];
    int[] main = trees.progenitors().main();
    for (int output = 0; output < links.outputs(); output++) {
      int first = links.first(output);
      double[] own = links.count(output) == 0 ? new double[0] : mass.reals().apply(output);
      for (int i = 0; i < own.length; i++) {
        int progenitor = main[first + i];
        history[first + i] = own[i] + (progenitor == SnapshotLinks.NONE ? 0 : history[progenitor]);
      }
    }
    return history;
  }
}
