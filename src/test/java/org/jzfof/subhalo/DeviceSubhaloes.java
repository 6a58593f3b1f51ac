package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PairsOrTree;

/**
 * What {@link SubhaloKernels} find, as the lists of {@link SubhaloFinder}.
 *
 * @param limits from which on potentials are those of trees
 */
record DeviceSubhaloes(Backend backend, PairsOrTree.Limits limits) {
  private static final long FIRST_NUMBER = 1000;

  private FoundSubhaloes find(
      GroupMembers onDevice, SubhaloMembers members, List<SubhaloPhysics> physics) {
    SubhaloOptions options =
        new SubhaloOptions(
            true,
            SubhaloOptions.DEFAULT_NEIGHBOURS,
            Double.NaN,
            physics.get(0).apertures().stream().map(SubhaloOptions.Aperture::new).toList());
    long[] number = IntStream.range(0, members.groups()).mapToLong(g -> FIRST_NUMBER + g).toArray();
    return backend.subhaloes(limits).find(onDevice, number, physics, options);
  }

  /** For each group, by rank; candidates are not known. */
  List<List<Subhalo>> find(SubhaloMembers members, List<SubhaloPhysics> physics) {
    long used = backend.memory().used();
    List<List<Subhalo>> lists = new ArrayList<>();
    try (GroupMembers onDevice = GroupMembers.upload(members, backend.memory())) {
      FoundSubhaloes found = find(onDevice, members, physics);
      long[] labels = backend.memory().toLongs(found.labels());
      long[] ids = backend.memory().toLongs(found.ids());
      Cleanup.close(found.labels(), found.ids());
      for (int g = 0; g < members.groups(); g++) {
        lists.add(list(members, found, ids, labels, g));
      }
      assertEquals(found.table().count(), found.first()[members.groups()]);
    }
    assertEquals(used, backend.memory().used(), "device arrays left open");
    return lists;
  }

  private static List<Subhalo> list(
      SubhaloMembers members, FoundSubhaloes found, long[] ids, long[] labels, int group) {
    SubhaloTable table = found.table();
    int start = members.start()[group];
    Map<Long, Integer> place = new HashMap<>();
    for (int i = 0; i < members.length(group); i++) {
      place.put(members.id()[start + i], i);
    }
    List<Subhalo> list = new ArrayList<>();
    int at = start;
    for (int s = found.first()[group]; s < found.first()[group + 1]; s++) {
      assertEquals(FIRST_NUMBER + group, table.integer(SubhaloColumn.GROUP, s));
      assertEquals(s - found.first()[group], table.integer(SubhaloColumn.RANK, s));
      int end = at + (int) table.integer(SubhaloColumn.LENGTH, s);
      int[] bound = Arrays.stream(ids, at, end).mapToInt(id -> place.get(id)).toArray();
      at = end;
      for (int k = 1; k < bound.length; k++) {
        assertTrue(
            members.type()[start + bound[k - 1]] <= members.type()[start + bound[k]],
            "IDs are not listed type by type");
      }
      list.add(
          new Subhalo(
              bound,
              place.get(table.integer(SubhaloColumn.DEEPEST, s)),
              -1,
              (int) table.integer(SubhaloColumn.PARENT, s),
              row(table, s)));
    }
    checkLabels(members, labels, group, list);
    return list;
  }

  /** Members of subhaloes are numbered type by type in the order of the IDs. */
  private static void checkLabels(
      SubhaloMembers members, long[] labels, int group, List<Subhalo> list) {
    int start = members.start()[group];
    long[] expected = new long[members.length(group)];
    Arrays.fill(expected, FoundSubhaloes.UNBOUND);
    int[] next = new int[members.types()];
    for (int rank = 0; rank < list.size(); rank++) {
      for (int i : list.get(rank).members()) {
        expected[i] = (long) rank << Integer.SIZE | next[members.type()[start + i]]++;
      }
    }
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], labels[start + i], "label of member " + i);
    }
  }

  /** What was measured, without its place in the group. */
  private static SubhaloTable row(SubhaloTable table, int s) {
    int integers = SubhaloColumn.integers(table.types());
    int reals = SubhaloColumn.reals(table.types(), table.apertures());
    SubhaloTable row = SubhaloTable.single(table.types(), table.apertures());
    System.arraycopy(table.integers(), s * integers, row.integers(), 0, integers);
    System.arraycopy(table.reals(), s * reals, row.reals(), 0, reals);
    row.put(SubhaloColumn.GROUP, 0, 0);
    row.put(SubhaloColumn.RANK, 0, 0);
    row.put(SubhaloColumn.PARENT, 0, 0);
    return row;
  }
}
