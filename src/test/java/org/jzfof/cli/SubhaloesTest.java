package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --subhaloes}: what it writes, says and refuses. */
class SubhaloesTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final int TYPES = 6;

  @TempDir private Path dir;
  private Path out;

  @BeforeEach
  void choosePlace() {
    out = dir.resolve("sim/output"); // offsets are written beside it
  }

  private Outcome run(Path snapshot, Object... options) {
    List<Object> words = new ArrayList<>(List.of("run", snapshot, "-o", out, "--subhaloes"));
    words.addAll(List.of(options));
    return Jzfof.run(words.toArray());
  }

  private CatalogueFile catalogue() {
    return CatalogueFile.in(out, "001");
  }

  private static long[] column(long[] table, int column) {
    long[] values = new long[table.length / TYPES];
    Arrays.setAll(values, i -> table[TYPES * i + column]);
    return values;
  }

  /** The numbers that tie groups, subhaloes, IDs, membership and the reordered snapshot. */
  @Test
  void allProductsBelongTogether() {
    run(EXAMPLE, "--membership", "--reorder", "--so", "200c")
        .printed("subhaloes        of at least 20 particles", "softening 0.026", "102 subhaloes");
    CatalogueFile found = catalogue();
    long[] length = found.longs("/Subhalo/SubhaloLen");
    assertEquals(102, length.length);
    assertEquals(102, found.attribute("/Header", "Nsubhalos_Total"));
    assertEquals(102, found.attribute("/Header", "Nsubgroups_ThisFile"));
    long[] first = found.longs("/Group/GroupFirstSub");
    long[] number = found.longs("/Group/GroupNsubs");
    long[] group = found.longs("/Subhalo/SubhaloGroupNr");
    long[] rank = found.longs("/Subhalo/SubhaloRankInGr");
    double[] position = found.doubles("/Subhalo/SubhaloPos");
    double[] centre = found.doubles("/Group/GroupPos");
    int s = 0;
    for (int g = 0; g < first.length; g++) {
      assertEquals(number[g] > 0 ? s : -1, first[g]);
      for (int r = 0; r < number[g]; r++, s++) {
        assertEquals(g, group[s]);
        assertEquals(r, rank[s]);
        assertTrue(r == 0 || length[s] <= length[s - 1]);
      }
      for (int d = 0; d < 3 && number[g] > 0; d++) {
        assertEquals(position[3 * (int) first[g] + d], centre[3 * g + d]);
      }
    }
    checkRows(found, length, group);
  }

  private void checkRows(CatalogueFile found, long[] length, long[] group) {
    long[] offset = column(found.longs("/Subhalo/SubhaloOffsetType"), 1);
    long[] mostBound = found.longs("/Subhalo/SubhaloIDMostbound");
    long[] listed = found.longs("/IDs/ID");
    long[] ordered =
        CatalogueFile.of(out.resolve("snapdir_001/snap_001.0.hdf5"))
            .longs("/PartType1/ParticleIDs");
    CatalogueFile membership = CatalogueFile.of(out.resolve("groups_001/membership_001.hdf5"));
    long[] id = membership.longs("/PartType1/ParticleIDs");
    long[] ofParticle = membership.longs("/PartType1/SubhaloNumber");
    long[] groupOf = membership.longs("/PartType1/GroupNumber");
    Map<Long, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < id.length; i++) {
      rowOf.put(id[i], i);
    }
    for (int s = 0; s < length.length; s++) {
      assertEquals(mostBound[s], listed[(int) offset[s]]);
      for (int i = (int) offset[s]; i < offset[s] + length[s]; i++) {
        assertEquals(listed[i], ordered[i]);
        assertEquals(s, ofParticle[rowOf.get(listed[i])]);
        assertEquals(group[s], groupOf[rowOf.get(listed[i])]);
      }
    }
    long bound = Arrays.stream(length).sum();
    assertEquals(bound, Arrays.stream(ofParticle).filter(n -> n >= 0).count());
    int from = 0;
    for (long members : found.longs("/Group/GroupLen")) {
      int to = from + (int) members;
      assertEquals(set(listed, from, to), set(ordered, from, to));
      from = to;
    }
  }

  private static Set<Long> set(long[] values, int from, int to) {
    Set<Long> set = new HashSet<>();
    Arrays.stream(values, from, to).forEach(set::add);
    return set;
  }

  @Test
  void severalFilesAndRanksHoldTheSame() {
    run(EXAMPLE).succeeded();
    CatalogueFile one = catalogue();
    Path other = dir.resolve("other");
    Jzfof.run("run", EXAMPLE, "-o", other, "--subhaloes", "--files", 3, "--ranks", 2, "-q")
        .succeeded();
    Path[] files = GadgetTables.files(other, "001", 3).toArray(Path[]::new);
    CatalogueFile three = CatalogueFile.of(files);
    int sum = 0;
    for (Path file : files) {
      sum += (int) CatalogueFile.of(file).attribute("/Header", "Nsubhalos_ThisFile");
      assertEquals(102, CatalogueFile.of(file).attribute("/Header", "Nsubhalos_Total"));
    }
    assertEquals(102, sum);
    for (String folder : List.of("/Group", "/Subhalo", "/IDs")) {
      for (String name : one.names(folder)) {
        String path = folder + "/" + name;
        if (one.isInteger(path)) {
          assertArrayEquals(one.longs(path), three.longs(path), path);
        } else {
          assertArrayEquals(one.doubles(path), three.doubles(path), path);
        }
      }
    }
  }

  @Test
  void namesOfIllustrisTng() {
    run(EXAMPLE, "--format", "tng").succeeded();
    List<String> names = catalogue().names("/Subhalo");
    assertTrue(names.containsAll(List.of("SubhaloGrNr", "SubhaloParent", "SubhaloHalfmassRad")));
    assertFalse(names.contains("SubhaloGroupNr") || names.contains("SubhaloParentRank"));
    assertEquals(6L * 102, catalogue().longs("/Subhalo/SubhaloLenType").length);
  }

  @Test
  void withoutThemThereAreNone() {
    Jzfof.run("run", EXAMPLE, "-o", out).succeeded();
    assertEquals(List.of(), catalogue().names("/Subhalo"));
    assertEquals(0, catalogue().attribute("/Header", "Nsubhalos_Total"));
    assertTrue(Arrays.stream(catalogue().longs("/Group/GroupFirstSub")).allMatch(s -> s == -1));
  }

  @Test
  void cataloguesAreLinkedBySubhaloes() throws IOException {
    Path second = dir.resolve("snapshot_002.hdf5");
    Files.copy(EXAMPLE, second);
    Hdf5Edit.attribute(second, "/Header", "Time", 1.5);
    Hdf5Edit.attribute(second, "/Header", "Redshift", 1 / 1.5 - 1);
    run(EXAMPLE).succeeded();
    run(second, "--so", "none").succeeded();
    Path a = GadgetTables.file(out, "001");
    Path b = GadgetTables.file(out, "002");
    Path links = dir.resolve("links");
    Jzfof.run("link", a, b, "-o", links).printed("linked by subhaloes", "listed in the catalogue");
    Jzfof.run("trees", a, b, "--links", links, "-o", links).printed("subhaloes");
    assertEquals(
        102,
        CatalogueFile.of(links.resolve("subhalo_desc_001.hdf5"))
            .longs("/Subhalo/DescSubhaloNr")
            .length);
  }

  @Test
  void whatCannotBeIsRefused() {
    run(EXAMPLE, "--no-ids").failed(2, "--subhaloes needs the IDs", "leave --no-ids out");
    run(EXAMPLE, "--centre", "com").failed(2, "--centre is com", "leave --centre out");
    run(EXAMPLE, "--density-neighbours", 1).failed(2, "--density-neighbours is 1", "2 to 4096");
    run(EXAMPLE, "--softening", -1).failed(2, "--softening is -1");
    Path file = dir.resolve("snapshot_003.hdf5");
    SnapshotFixtures.gadget4(10, Particles.uniform(500, 10, 1)).write(file);
    Hdf5Edit.remove(file, "/PartType1/Velocities");
    run(file).failed(3, "--subhaloes needs the velocities", "leave --subhaloes out");
    SnapshotFixtures.bare(10, Particles.uniform(500, 10, 1)).write(file);
    run(file).failed(3, "--subhaloes needs the units", "leave --subhaloes out");
  }

  @Test
  void anUnknownSofteningIsSaid() {
    Path file = dir.resolve("snapshot_003.hdf5");
    SnapshotFixtures.gadget4(10, Particles.uniform(500, 10, 1)).write(file);
    run(file, "--so", "none").warned("1/40 of the mean separation is taken for the subhaloes");
    run(file, "--softening", 0.1, "--overwrite").succeeded();
  }

  /** Potentials are sums of integers, in which distant pairs would count nothing. */
  @Test
  void aSofteningBelowTheResolutionIsRefused() {
    for (double length : new double[] {1e-16, 1e-30, Double.MIN_VALUE, 5.8e-9}) {
      run(EXAMPLE, "--so", "none", "--softening", length)
          .failed(2, "--softening is " + length, "rounded to 5.82", "give no less");
    }
    Jzfof.run("run", EXAMPLE, "-o", out, "--softening", 1e-16)
        .failed(2, "--softening is 1.0E-16", "give no less");
    run(EXAMPLE, "--softening", 5.9e-9, "--so", "none").succeeded();
    int finest = catalogue().longs("/Subhalo/SubhaloLen").length;
    assertEquals(102, finest, 5, "with the softening of the simulation");
  }

  /** As runs with adaptive softening do, or those that soften nothing. */
  @ParameterizedTest
  @CsvSource({
    "0, states 0.0 as its softening: 1/40",
    "-1, states -1.0 as its softening: 1/40",
    "1e-12, 'states 1.0E-12 as its softening, but positions are rounded to 2.3'"
  })
  void aSofteningThatIsStatedButOfNoUse(double stated, String warning) {
    Path file = dir.resolve("snapshot_003.hdf5");
    SnapshotFixtures.gadget4(10, Particles.uniform(500, 10, 1))
        .and(
            w -> {
              w.attribute("/Parameters", "SofteningClassOfPartType1", Hdf5Type.INT32, 0);
              w.attribute("/Parameters", "SofteningComovingClass0", Hdf5Type.FLOAT64, stated);
              w.attribute("/Parameters", "SofteningMaxPhysClass0", Hdf5Type.FLOAT64, stated);
            })
        .write(file);
    run(file, "--so", "none").warned(warning, "for the subhaloes");
  }

  @Test
  void groupsThatAreTooShortHaveNone() {
    run(EXAMPLE, "--min-length", 1500).printed("1 with at least 1500");
    assertTrue(catalogue().longs("/Subhalo/SubhaloLen").length > 1);
    run(EXAMPLE, "--min-length", 100_000, "--overwrite").succeeded();
    assertEquals(0, catalogue().longs("/Subhalo/SubhaloLen").length);
    assertTrue(catalogue().names("/Subhalo").contains("SubhaloLen"));
    run(EXAMPLE, "--min-length", 2, "-b", "0.02", "--overwrite").succeeded();
  }

  @Test
  void aFinishedRunIsNotDoneAgain() {
    run(EXAMPLE, "--resume").printed("1 done");
    run(EXAMPLE, "--resume").printed("1 complete before");
    run(EXAMPLE, "--resume", "--density-neighbours", 48).printed("1 done");
    Jzfof.run("run", EXAMPLE, "-o", out, "--resume").printed("1 done");
  }

  @Test
  void aDryRunCountsTheirMemory() {
    long without = memory(Jzfof.run("run", EXAMPLE, "-o", out, "--dry-run"));
    long with = memory(run(EXAMPLE, "--dry-run").printed("subhaloes        of at least"));
    assertTrue(with > without, with + " and " + without);
    // Rows of 100 neighbours more for two members in five of the 32³ particles, 24 bytes each.
    long few = memory(run(EXAMPLE, "--dry-run", "--density-neighbours", 100));
    long more = memory(run(EXAMPLE, "--dry-run", "--density-neighbours", 200));
    assertEquals(0.4 * 32768 * 100 * 24 / (1 << 20), (more - few) / 1000.0, 1);
  }

  private static long memory(Outcome outcome) {
    String line =
        outcome.out().lines().filter(l -> l.startsWith("memory needed")).findFirst().orElseThrow();
    assertTrue(line.contains(" MiB"), line);
    return (long) (1000 * Double.parseDouble(line.replaceAll("[^0-9.]", "")));
  }
}
