package org.jzfof.trees.files;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.HaloRows;
import org.jzfof.trees.merger.MergerTrees;

/** Writes haloes into a group of a file, one dataset per property. */
final class HaloTable {
  private final TreeFileWriter w;
  private final String group;
  private final HaloRows rows;

  HaloTable(TreeFileWriter w, String group, HaloRows rows) {
    this.w = w;
    this.group = group;
    this.rows = rows;
  }

  /** Writes index in the trees, snapshot, number, and all properties of each halo. */
  void write(MergerTrees trees) {
    write("TreeID", Hdf5Type.INT64, trees.trees().tree());
    write("TreeIndex", Hdf5Type.INT32, trees.trees().index());
    write("SnapNum", Hdf5Type.INT32, snapshots(trees));
    write("SubhaloNr", Hdf5Type.INT64, numbers(trees.links()));
    write(trees.properties());
  }

  void write(List<HaloProperty> properties) {
    properties.forEach(this::write);
  }

  private void write(String name, Hdf5Type type, int... values) {
    w.write(group + "/" + name, type, rows.of(values));
  }

  private void write(HaloProperty property) {
    String path = group + "/" + property.name();
    if (property.reals() != null) {
      w.write(path, property.type(), property.columns(), rows.reals(property));
    } else {
      w.write(path, property.type(), property.columns(), rows.integers(property));
    }
  }

  /** Returns the number of the snapshot of each halo as a property. */
  static HaloProperty snapshot(MergerTrees trees) {
    return HaloProperty.of(
        "SnapNum",
        Hdf5Type.INT32,
        output -> {
          long[] numbers = new long[trees.links().count(output)];
          Arrays.fill(numbers, trees.outputs().number()[output]);
          return numbers;
        });
  }

  /** Returns the number of each halo in its catalogue as a property. */
  static HaloProperty number(String name, HaloLinks links) {
    return HaloProperty.of(
        name, Hdf5Type.INT32, output -> TreeFileWriter.numbers(links.count(output)));
  }

  /** Returns the number of the snapshot of each halo. */
  static int[] snapshots(MergerTrees trees) {
    return perHalo(trees.links(), (output, i) -> trees.outputs().number()[output]);
  }

  /** Returns the number of each halo in its catalogue. */
  static int[] numbers(HaloLinks links) {
    return perHalo(links, (output, i) -> i);
  }

  private static int[] perHalo(HaloLinks links, IntBinaryOperator value) {
    int[] values = new int[links.haloes()];
    for (int output = 0; output < links.outputs(); output++) {
      int first = links.first(output);
      for (int halo = first; halo < links.first(output + 1); halo++) {
        values[halo] = value.applyAsInt(output, halo - first);
      }
    }
    return values;
  }
}
