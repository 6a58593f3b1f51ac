package org.jzfof.trees;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Groups or subhaloes that keep, lose and exchange members, merge, fall apart, vanish and appear,
 * and catalogues of them in Gadget-4's layout. Positions and properties are made up.
 */
public final class EvolvingMock {
  /** Types of the members, which stand in different datasets of a snapshot. */
  static final int[] TYPES = {1, 4};

  private static final int UNBOUND = 3;
  private static final int PAIRED = 6;
  private static final int ALL_TYPES = 6;

  private final Random random;
  private final List<List<Member>> outputs = new ArrayList<>();

  /** One member of an object of one snapshot; its rank is that among those of its type. */
  public record Member(long id, int type, int object, int rank) {}

  private EvolvingMock(long seed) {
    this.random = new Random(seed);
  }

  /** Members of each snapshot, object by object, in the order of their ranks. */
  public static List<List<Member>> series(int outputs, int objects, long seed) {
    EvolvingMock mock = new EvolvingMock(seed);
    List<List<Long>> now = new ArrayList<>();
    for (int o = 0; o < objects; o++) {
      now.add(mock.born());
    }
    for (int n = 0; n < outputs; n++) {
      mock.add(now);
      now = mock.evolved(now);
    }
    return mock.outputs;
  }

  private List<Long> born() {
    int length = random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 5 + random.nextInt(60);
    return new ArrayList<>(random.longs(length).boxed().toList());
  }

  private List<List<Long>> evolved(List<List<Long>> before) {
    List<List<Long>> after = new ArrayList<>();
    for (List<Long> object : before) {
      List<Long> rest = new ArrayList<>(object);
      int fate = random.nextInt(12);
      if (fate == 0 && !after.isEmpty()) {
        after.get(random.nextInt(after.size())).addAll(rest);
      } else if (fate == 1) {
        int half = rest.size() / 2;
        after.add(new ArrayList<>(rest.subList(0, half + 1)));
        rest.subList(0, half + 1).clear();
        after.add(rest);
      } else if (fate > 2) {
        after.add(rest);
      }
      List<Long> kept = after.isEmpty() ? rest : after.get(after.size() - 1);
      for (int i = 0; i < kept.size() / 6 && !after.isEmpty(); i++) {
        Long id = kept.remove(random.nextInt(kept.size()));
        after.get(random.nextInt(after.size())).add(id);
      }
    }
    after.add(born());
    after.removeIf(List::isEmpty);
    Collections.shuffle(after, random);
    after.forEach(
        object -> {
          for (int i = 0; i < object.size() / 4; i++) {
            Collections.swap(object, random.nextInt(object.size()), i);
          }
        });
    return after;
  }

  private void add(List<List<Long>> objects) {
    List<Member> members = new ArrayList<>();
    for (int o = 0; o < objects.size(); o++) {
      int[] rank = new int[TYPES.length];
      for (Long id : objects.get(o)) {
        int kind = Math.floorMod(id, 10) < 7 ? 0 : 1;
        members.add(new Member(id, TYPES[kind], o, rank[kind]++));
      }
    }
    outputs.add(members);
  }

  /** Number of objects of a snapshot. */
  static int objects(List<Member> members) {
    return members.stream().mapToInt(Member::object).max().orElse(-1) + 1;
  }

  /** The group of a subhalo: the first ones have two, the others one. */
  static int group(int subhalo) {
    return subhalo < PAIRED ? subhalo / 2 : subhalo - PAIRED / 2;
  }

  /** Rows of each object by type [objects·6]. */
  private static int[] lengths(List<Member> members) {
    int[] lengths = new int[ALL_TYPES * objects(members)];
    members.forEach(m -> lengths[ALL_TYPES * m.object + m.type]++);
    return lengths;
  }

  /** A catalogue of groups that lists the IDs of its members. */
  public static Path writeGroups(Path folder, int number, List<Member> members) {
    Path file = folder.resolve("fof_subhalo_tab_%03d.hdf5".formatted(number));
    int[] byType = lengths(members);
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      int groups = objects(members);
      header(w, number, groups);
      groups(w, groups, byType, new int[byType.length], IntStream.range(0, groups).toArray());
      w.group("/IDs");
      w.dataset("/IDs/ID", Hdf5Type.UINT64, members.size());
      long[] ids = members.stream().mapToLong(Member::id).toArray();
      w.write("/IDs/ID", 0, ids.length, ids);
    }
    return file;
  }

  /**
   * A catalogue of subhaloes, some of them two in a group, and the snapshot in group order, with
   * unbound particles behind those of each group.
   */
  public static Path writeSubhaloes(Path folder, int number, List<Member> members) {
    int[] length = lengths(members);
    int subhaloes = objects(members);
    int groups = subhaloes == 0 ? 0 : group(subhaloes - 1) + 1;
    int[] groupLength = new int[ALL_TYPES * groups];
    int[] groupOffset = new int[groupLength.length];
    int[] offset = new int[length.length];
    List<List<Long>> rows = new ArrayList<>();
    for (int type = 0; type < ALL_TYPES; type++) {
      List<Long> ids = new ArrayList<>();
      int t = type;
      for (int g = 0; g < groups; g++) {
        groupOffset[ALL_TYPES * g + type] = ids.size();
        for (int s = 0; s < subhaloes; s++) {
          if (group(s) != g) {
            continue;
          }
          int subhalo = s;
          offset[ALL_TYPES * s + type] = ids.size();
          members.stream()
              .filter(m -> m.object == subhalo && m.type == t)
              .forEach(m -> ids.add(m.id));
        }
        for (int i = 0; i < UNBOUND && Arrays.stream(TYPES).anyMatch(p -> p == t); i++) {
          ids.add(((long) g << 20 | t << 10 | i) + 1);
        }
        groupLength[ALL_TYPES * g + type] = ids.size() - groupOffset[ALL_TYPES * g + type];
      }
      rows.add(ids);
    }
    Path file = folder.resolve("fof_subhalo_tab_%03d.hdf5".formatted(number));
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      header(w, number, groups);
      count(w, "Nsubhalos", subhaloes);
      groups(w, groups, groupLength, groupOffset, new int[0]);
      w.group("/Subhalo");
      table(w, "/Subhalo/Subhalo", length, offset);
      write(
          w,
          "/Subhalo/SubhaloGroupNr",
          IntStream.range(0, subhaloes).map(EvolvingMock::group).toArray());
      write(
          w,
          "/Subhalo/SubhaloRankInGr",
          IntStream.range(0, subhaloes).map(s -> s < PAIRED ? s % 2 : 0).toArray());
      w.dataset("/Subhalo/SubhaloIDMostbound", Hdf5Type.UINT64, subhaloes);
      long[] first = new long[subhaloes];
      for (int i = members.size() - 1; i >= 0; i--) {
        first[members.get(i).object] = members.get(i).id;
      }
      w.write("/Subhalo/SubhaloIDMostbound", 0, subhaloes, first);
      floats(w, "/Subhalo/SubhaloMass", subhaloes, 1);
      floats(w, "/Subhalo/SubhaloPos", subhaloes, 3);
      floats(w, "/Subhalo/SubhaloVel", subhaloes, 3, 100);
      floats(w, "/Subhalo/SubhaloVelDisp", subhaloes, 1, 200);
      floats(w, "/Subhalo/SubhaloVmax", subhaloes, 1, 300);
      floats(w, "/Subhalo/SubhaloHalfmassRad", subhaloes, 1, 400);
      floats(w, "/Subhalo/SubhaloSpin", subhaloes, 3, 500);
    }
    snapshot(folder, number, rows);
    return file;
  }

  private static void snapshot(Path folder, int number, List<List<Long>> rows) {
    Path file = folder.resolve("snapshot_%03d.hdf5".formatted(number));
    long[] counts = rows.stream().mapToLong(List::size).toArray();
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      frame(w, number);
      w.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 1);
      w.attribute("/Header", "NumPart_ThisFile", Hdf5Type.UINT64, counts);
      w.attribute("/Header", "NumPart_Total", Hdf5Type.UINT64, counts);
      w.attribute("/Header", "MassTable", Hdf5Type.FLOAT64, new double[] {0, 1, 0, 0, 1, 0});
      for (int type = 0; type < ALL_TYPES; type++) {
        if (counts[type] > 0) {
          String group = "/PartType" + type;
          w.group(group);
          floats(w, group + "/Coordinates", (int) counts[type], 3);
          w.dataset(group + "/ParticleIDs", Hdf5Type.UINT64, counts[type]);
          long[] ids = rows.get(type).stream().mapToLong(id -> id).toArray();
          w.write(group + "/ParticleIDs", 0, ids.length, ids);
        }
      }
    }
  }

  private static void frame(Hdf5Writer w, int number) {
    w.group("/Header");
    w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, 25);
    w.attribute("/Header", "Time", Hdf5Type.FLOAT64, 0.1 + 0.05 * number);
    w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 1 / (0.1 + 0.05 * number) - 1);
    w.group("/Parameters");
    w.attribute("/Parameters", "ComovingIntegrationOn", Hdf5Type.INT32, 1);
    w.attribute("/Parameters", "BoxSize", Hdf5Type.FLOAT64, 25);
    w.attribute("/Parameters", "Omega0", Hdf5Type.FLOAT64, 0.308);
    w.attribute("/Parameters", "OmegaLambda", Hdf5Type.FLOAT64, 0.692);
    w.attribute("/Parameters", "HubbleParam", Hdf5Type.FLOAT64, 0.678);
  }

  private static void header(Hdf5Writer w, int number, int groups) {
    frame(w, number);
    w.attribute("/Header", "NumFiles", Hdf5Type.INT32, 1);
    count(w, "Ngroups", groups);
  }

  private static void count(Hdf5Writer w, String what, int count) {
    w.attribute("/Header", what + "_ThisFile", Hdf5Type.UINT64, count);
    w.attribute("/Header", what + "_Total", Hdf5Type.UINT64, count);
  }

  private static void groups(Hdf5Writer w, int groups, int[] byType, int[] offset, int[] none) {
    w.group("/Group");
    table(w, "/Group/Group", byType, none.length > 0 ? null : offset);
    floats(w, "/Group/GroupMass", groups, 1);
    floats(w, "/Group/GroupPos", groups, 3);
    floats(w, "/Group/GroupVel", groups, 3);
    floats(w, "/Group/Group_M_Crit200", groups, 1);
  }

  private static void table(Hdf5Writer w, String prefix, int[] byType, int[] offset) {
    int rows = byType.length / ALL_TYPES;
    int[] length = new int[rows];
    for (int i = 0; i < byType.length; i++) {
      length[i / ALL_TYPES] += byType[i];
    }
    write(w, prefix + "Len", length);
    w.dataset(prefix + "LenType", Hdf5Type.INT32, rows, ALL_TYPES);
    w.write(prefix + "LenType", 0, rows, byType);
    if (offset != null) {
      w.dataset(prefix + "OffsetType", Hdf5Type.INT64, rows, ALL_TYPES);
      w.write(prefix + "OffsetType", 0, rows, offset);
    }
  }

  private static void write(Hdf5Writer w, String path, int... values) {
    w.dataset(path, Hdf5Type.INT32, values.length);
    w.write(path, 0, values.length, values);
  }

  private static void floats(Hdf5Writer w, String path, int rows, int columns) {
    floats(w, path, rows, columns, 0);
  }

  private static void floats(Hdf5Writer w, String path, int rows, int columns, float first) {
    long[] shape = columns == 1 ? new long[] {rows} : new long[] {rows, columns};
    w.dataset(path, Hdf5Type.FLOAT32, shape);
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = first + 0.125f + i % 193 * 0.125f;
    }
    w.write(path, 0, rows, values);
  }
}
