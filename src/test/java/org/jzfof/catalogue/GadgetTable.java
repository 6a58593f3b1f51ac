package org.jzfof.catalogue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Makes of a catalogue of jzfof what Gadget-4 would have written of the same groups: fof_tab_NNN,
 * with two particle types and no member IDs, and a snapshot in group order. Groups of one length
 * stand in reverse order, as Gadget-4 leaves theirs to chance. Change the public values before it
 * is written.
 */
public final class GadgetTable {
  /** Numbers of the groups in the catalogue of jzfof. */
  public final List<Integer> groups;

  /** Masses in the order of {@link #groups}. */
  public final double[] mass;

  /** Members in the order of {@link #groups}. */
  public final List<long[]> members = new ArrayList<>();

  private final Particles particles;
  private final double[] position;
  private final double[] velocity;

  /**
   * @param ours catalogue of jzfof, of type 1 alone
   * @param snapshot it was made of
   */
  public GadgetTable(CatalogueFile ours, Path snapshot) {
    long[] length = ours.longs("/Group/GroupLen");
    List<long[]> ids = ours.members();
    groups = new ArrayList<>(IntStream.range(0, length.length).boxed().toList());
    Collections.reverse(groups);
    groups.sort((g, h) -> Long.compare(length[h], length[g]));
    groups.forEach(g -> members.add(ids.get(g).clone()));
    mass = column(ours.doubles("/Group/GroupMass"), 1);
    position = column(ours.doubles("/Group/GroupPos"), 3);
    velocity = column(ours.doubles("/Group/GroupVel"), 3);
    particles = Particles.of(snapshot, 1);
  }

  private double[] column(double[] values, int columns) {
    double[] ordered = new double[values.length];
    Arrays.setAll(ordered, i -> values[groups.get(i / columns) * columns + i % columns]);
    return ordered;
  }

  /** Writes fof_tab_001.hdf5 and snapshot_001.hdf5; the catalogue. */
  public Path write(Path folder) {
    snapshot().write(folder.resolve("snapshot_001.hdf5"));
    Path file = folder.resolve("fof_tab_001.hdf5");
    write(file, 0, groups.size(), 1);
    return file;
  }

  /** Writes groups_001/fof_tab_001.K.hdf5 and snapdir_001/snapshot_001.K.hdf5; the folder. */
  public Path writeSplit(Path folder) {
    Path tables = folder.resolve("groups_001");
    Path snapshots = folder.resolve("snapdir_001");
    try {
      Files.createDirectories(tables);
      Files.createDirectories(snapshots);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int half = particles.count() / 7;
    snapshot().writeSplit(snapshots.resolve("snapshot_001"), half, 0, particles.count() - half);
    int third = groups.size() / 3;
    write(tables.resolve("fof_tab_001.0.hdf5"), 0, third, 3);
    write(tables.resolve("fof_tab_001.1.hdf5"), third, third, 3);
    write(tables.resolve("fof_tab_001.2.hdf5"), third, groups.size(), 3);
    return tables;
  }

  private SnapshotFixtures snapshot() {
    Map<Long, Integer> rowOf = new HashMap<>();
    for (int row = 0; row < particles.count(); row++) {
      rowOf.put(particles.ids()[row], row);
    }
    List<Integer> order = new ArrayList<>();
    for (long[] ids : members) {
      Arrays.stream(ids).forEach(id -> order.add(rowOf.remove(id)));
    }
    order.addAll(rowOf.values());
    return SnapshotFixtures.gadget4(25, particles.inOrder(order)).types(2);
  }

  private void write(Path file, int from, int to, int files) {
    int n = to - from;
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.group("/Header");
      w.attribute("/Header", "Ngroups_ThisFile", Hdf5Type.UINT64, n);
      w.attribute("/Header", "Ngroups_Total", Hdf5Type.UINT64, groups.size());
      w.attribute("/Header", "NumFiles", Hdf5Type.INT32, files);
      w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 1e-16);
      w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, 25);
      w.group("/Parameters");
      w.attribute("/Parameters", "UnitLength_in_cm", Hdf5Type.FLOAT64, 3.085678e24);
      w.attribute("/Parameters", "UnitMass_in_g", Hdf5Type.FLOAT64, 1.989e43);
      w.group("/IDs");
      if (n > 0) {
        w.group("/Group");
        writeGroups(w, from, n);
      }
    }
  }

  private void writeGroups(Hdf5Writer w, int from, int n) {
    long[] length = new long[n];
    long[] lengthType = new long[2 * n];
    long[] offsetType = new long[2 * n];
    double[] massType = new double[2 * n];
    for (int i = 0; i < n; i++) {
      length[i] = members.get(from + i).length;
      lengthType[2 * i + 1] = length[i];
      offsetType[2 * i + 1] = members.subList(0, from + i).stream().mapToLong(m -> m.length).sum();
      massType[2 * i + 1] = mass[from + i];
    }
    put(w, "GroupLen", n, length, n);
    put(w, "GroupLenType", n, lengthType, n, 2);
    put(w, "GroupOffsetType", n, offsetType, n, 2);
    put(w, "GroupMassType", n, massType, n, 2);
    put(w, "GroupMass", n, Arrays.copyOfRange(mass, from, from + n), n);
    put(w, "GroupPos", n, Arrays.copyOfRange(position, 3 * from, 3 * (from + n)), n, 3);
    put(w, "GroupVel", n, Arrays.copyOfRange(velocity, 3 * from, 3 * (from + n)), n, 3);
  }

  private static void put(Hdf5Writer w, String name, int n, long[] values, long... dims) {
    w.dataset("/Group/" + name, Hdf5Type.INT64, dims);
    w.write("/Group/" + name, 0, n, values);
  }

  private static void put(Hdf5Writer w, String name, int n, double[] values, long... dims) {
    w.dataset("/Group/" + name, Hdf5Type.FLOAT32, dims);
    w.write("/Group/" + name, 0, n, values);
  }
}
