package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.PythonScript;
import org.jzfof.trees.BruteTrees.Halo;
import org.jzfof.trees.EvolvingMock.Member;

/** Trees of mocks against labels that are passed around, and in the eyes of ytree. */
class TreeFinderTest {
  private static final int FIRST = 3;

  @TempDir Path dir;

  private Path write(String name, List<List<Member>> series, boolean subhaloes) throws Exception {
    Path in = Files.createDirectory(dir.resolve(name));
    for (int n = 0; n < series.size(); n++) {
      if (subhaloes) {
        EvolvingMock.writeSubhaloes(in, FIRST + n, series.get(n));
      } else {
        EvolvingMock.writeGroups(in, FIRST + n, series.get(n));
      }
    }
    return in;
  }

  private static Path catalogue(Path folder, int n) {
    return folder.resolve("fof_subhalo_tab_%03d.hdf5".formatted(FIRST + n));
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "false, 2", "true, 3", "true, 4"})
  void treesAreThoseOfLabels(boolean subhaloes, long seed) throws Exception {
    List<List<Member>> series = EvolvingMock.series(5, 30, seed);
    Path in = write("in", series, subhaloes);
    Jzfof.run("link", in, "-o", dir).succeeded();
    Jzfof.run("trees", in, "--links", dir, "-o", dir, "--branches", "hdf5").succeeded();
    boolean[] all = {true, true, true, true};
    BruteTrees expected = new BruteTrees(series, all, subhaloes);
    CatalogueFile trees = CatalogueFile.of(dir.resolve("trees.hdf5"));
    int[] row = rows(expected, trees);
    long[] tree = trees.longs("/TreeHalos/TreeID");
    long[] start = trees.longs("/TreeTable/StartOffset");
    int[] label = expected.trees(subhaloes);
    Map<Integer, Long> numbers = new HashMap<>();
    for (int h = 0; h < row.length; h++) {
      assertEquals(numbers.computeIfAbsent(label[h], l -> tree[row[l]]), tree[row[h]]);
    }
    assertEquals(numbers.size(), start.length);
    assertTrue(start.length > 3 && start.length < row.length / 2, start.length + " trees");
    long[] down = trees.longs("/TreeHalos/TreeDescendant");
    long[] main = trees.longs("/TreeHalos/TreeMainProgenitor");
    int mergers = 0;
    for (int h = 0; h < row.length; h++) {
      assertEquals(index(expected.descendants()[h], row, start, tree), down[row[h]]);
      int progenitor = expected.mainProgenitor(h);
      assertEquals(index(progenitor, row, start, tree), main[row[h]], "halo " + h);
      int halo = h;
      mergers += Arrays.stream(expected.descendants()).filter(d -> d == halo).count() > 1 ? 1 : 0;
    }
    assertTrue(mergers > 3, mergers + " mergers");
    assertBranches(expected, CatalogueFile.of(dir.resolve("main_branches.hdf5")));
  }

  private static int[] rows(BruteTrees expected, CatalogueFile trees) {
    long[] snapshot = trees.longs("/TreeHalos/SnapNum");
    long[] number = trees.longs("/TreeHalos/SubhaloNr");
    Map<List<Long>, Integer> places = new HashMap<>();
    for (int i = 0; i < snapshot.length; i++) {
      places.put(List.of(snapshot[i], number[i]), i);
    }
    assertEquals(expected.haloes().size(), places.size());
    return expected.haloes().stream()
        .mapToInt(h -> places.get(List.of((long) FIRST + h.output(), (long) h.number())))
        .toArray();
  }

  private static long index(int halo, int[] row, long[] start, long[] tree) {
    return halo < 0 ? -1 : row[halo] - start[(int) tree[row[halo]]];
  }

  private static void assertBranches(BruteTrees expected, CatalogueFile branches) {
    List<Long> snapshots = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    List<Long> lengths = new ArrayList<>();
    int last = expected.haloes().get(expected.haloes().size() - 1).output();
    for (int h = 0; h < expected.haloes().size(); h++) {
      if (expected.haloes().get(h).output() == last) {
        long before = snapshots.size();
        for (int at = h; at >= 0; at = expected.mainProgenitor(at)) {
          Halo halo = expected.haloes().get(at);
          snapshots.add((long) FIRST + halo.output());
          numbers.add((long) halo.number());
        }
        lengths.add(snapshots.size() - before);
      }
    }
    assertEquals(snapshots, boxed(branches.longs("/BranchHalos/SnapNum")));
    assertEquals(numbers, boxed(branches.longs("/BranchHalos/SubhaloNr")));
    assertEquals(lengths, boxed(branches.longs("/BranchTable/Length")));
  }

  private static List<Long> boxed(long... values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** Trees go across a bridge, and end at a gap that is none. */
  @Test
  void aGapIsBridgedOnlyWhereLinksDo() throws Exception {
    List<List<Member>> series = EvolvingMock.series(4, 30, 9);
    Path in = write("in", series, false);
    Object[] three = {catalogue(in, 0), catalogue(in, 1), catalogue(in, 3)};
    Path apart = dir.resolve("apart");
    Jzfof.run(words("link", three, "-o", apart)).warned("--skip 1");
    Jzfof.run(words("trees", three, "--links", apart, "-o", apart))
        .warned("snapshot 5 is missing", "trees end there", "--skip 1");
    Path bridged = dir.resolve("bridged");
    Jzfof.run(words("link", three, "-o", bridged, "--skip", 1)).succeeded();
    Jzfof.run(words("trees", three, "--links", bridged, "-o", bridged)).succeeded();
    List<List<Member>> left = List.of(series.get(0), series.get(1), series.get(3));
    for (boolean bridge : new boolean[] {false, true}) {
      BruteTrees expected = new BruteTrees(left, new boolean[] {true, bridge}, false);
      Path folder = bridge ? bridged : apart;
      CatalogueFile trees = CatalogueFile.of(folder.resolve("trees.hdf5"));
      long number = Arrays.stream(expected.trees(false)).distinct().count();
      assertEquals(number, trees.longs("/TreeTable/Length").length);
      double[] redshift = trees.doubles("/TreeTimes/Redshift");
      assertEquals(FIRST + 4, redshift.length);
      assertTrue(Double.isNaN(redshift[FIRST + 2]) && Double.isNaN(redshift[0]));
      assertEquals(1 / 0.4 - 1, redshift[FIRST + 3], 1e-12);
    }
  }

  private static Object[] words(String command, Object[] some, Object... more) {
    List<Object> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(some));
    words.addAll(List.of(more));
    return words.toArray();
  }

  @Test
  void theFrontendOfYtreeReadsThem() throws Exception {
    PythonScript script = PythonScript.needing("check_trees.py", "h5py, numpy", dir);
    List<String> arguments = new ArrayList<>();
    for (boolean subhaloes : new boolean[] {false, true}) {
      List<List<Member>> series = EvolvingMock.series(5, 30, subhaloes ? 11 : 12);
      Path in = write("in" + subhaloes, series, subhaloes);
      Object[] all = {in};
      Object[] some = {catalogue(in, 0), catalogue(in, 2), catalogue(in, 3)};
      arguments.add(checked(dir.resolve("all" + subhaloes), List.of(0, 1, 2, 3, 4), in, all));
      arguments.add(checked(dir.resolve("some" + subhaloes), List.of(0, 2, 3), in, some));
    }
    List<List<Member>> late = List.of(List.of(), EvolvingMock.series(1, 9, 1).get(0));
    for (boolean subhaloes : new boolean[] {false, true}) {
      List<List<Member>> none = List.of(List.of(), List.of());
      Path empty = write("empty" + subhaloes, none, subhaloes);
      arguments.add(checked(dir.resolve("none" + subhaloes), List.of(0, 1), empty, empty));
      Path first = write("first" + subhaloes, late, subhaloes);
      arguments.add(checked(dir.resolve("late" + subhaloes), List.of(0, 1), first, first));
    }
    script.accepts(8, arguments);
  }

  private static String checked(Path out, List<Integer> numbers, Path in, Object... named) {
    Jzfof.run(words("link", named, "-o", out, "--skip", 1)).succeeded();
    Jzfof.run(words("trees", named, "--links", out, "-o", out)).succeeded();
    StringBuilder text = new StringBuilder(out + "," + out);
    numbers.forEach(n -> text.append(',').append(catalogue(in, n)));
    return text.toString();
  }

  /** Velocities of groups are stored times a, and those of trees are peculiar. */
  @Test
  void velocitiesArePeculiar() throws Exception {
    Path in = write("in", EvolvingMock.series(2, 5, 1), false);
    Jzfof.run("link", in, "-o", dir).succeeded();
    Jzfof.run("trees", in, "--links", dir, "-o", dir).succeeded();
    CatalogueFile trees = CatalogueFile.of(dir.resolve("trees.hdf5"));
    double[] velocity = trees.doubles("/TreeHalos/SubhaloVel");
    double[] stored = CatalogueFile.of(catalogue(in, 1)).doubles("/Group/GroupVel");
    long[] snapshot = trees.longs("/TreeHalos/SnapNum");
    long[] number = trees.longs("/TreeHalos/SubhaloNr");
    double a = 0.1 + 0.05 * (FIRST + 1);
    for (int i = 0; i < snapshot.length; i++) {
      if (snapshot[i] == FIRST + 1) {
        double[] expected =
            Arrays.copyOfRange(stored, 3 * (int) number[i], 3 * (int) number[i] + 3);
        double[] found = Arrays.copyOfRange(velocity, 3 * i, 3 * i + 3);
        assertArrayEquals(Arrays.stream(expected).map(v -> v / a).toArray(), found, 1e-5);
      }
    }
  }
}
