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
  /** Number of passes over the catalogues up to which memory is saved. */
  private static final int PASSES = 16;

  private static final int SMALLEST_BLOCK = 1 << 18;
  private static final int LARGEST_BLOCK = 1 << 24;

  private LHaloTreeFields() {}

  /**
   * Returns the number of haloes of which all fields are in memory. Each block of haloes needs a
   * pass over the catalogues, so that blocks grow with the number of haloes.
   */
  static int block(int haloes) {
    return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, haloes / PASSES));
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
