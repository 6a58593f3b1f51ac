package org.jzfof.trees.files;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/**
 * What LHaloTree's files say of each subhalo, in HDF5 and in binary, by the names of the former.
 * Pointers are indices in the tree; the first progenitor is the main progenitor.
 */
final class LHaloTreeFields {
  /** Memory for each halo of the trees: that of the widest column of trees.hdf5. */
  private static final long BYTES_PER_HALO = 3L * Double.BYTES;

  private static final long LEAST_BYTES = 1 << 27;

  private LHaloTreeFields() {}

  /**
   * Returns the number of haloes of which all fields are in memory. A block of so many haloes needs
   * a pass over the catalogues.
   *
   * @param haloes number of all haloes
   * @param bytes memory of all fields of a halo, at least 100
   */
  static int block(int haloes, int bytes) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_BYTES, BYTES_PER_HALO * haloes))
        / bytes;
  }

  static List<HaloProperty> of(MergerTrees trees) {
    HaloLinks links = trees.links();
    List<HaloProperty> fields = new ArrayList<>();
    fields.add(pointer(trees, "Descendant", links.descendant()));
    fields.add(pointer(trees, "FirstProgenitor", trees.progenitors().main()));
    fields.add(pointer(trees, "NextProgenitor", trees.progenitors().next()));
    fields.add(pointer(trees, "FirstHaloInFOFGroup", trees.chains().first()));
    fields.add(pointer(trees, "NextHaloInFOFGroup", trees.chains().next()));
    fields.add(HaloTable.snapshot(trees));
    fields.add(HaloTable.number("SubhaloNumber", links));
    fields.addAll(trees.properties());
    return fields;
  }

  private static HaloProperty pointer(MergerTrees trees, String name, int... haloes) {
    return HaloProperty.pointers(
        name, Hdf5Type.INT32, trees.links(), haloes, trees.trees().index());
  }
}
