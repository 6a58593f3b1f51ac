package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.snapshot.RealData;

/** {@code jzfof run} on runs of Gadget-4 finds the groups that Gadget-4 found. */
class Gadget4GroupsTest {
  /** Of the box for positions, of the typical speed of groups for velocities, of each mass. */
  private static final double TOLERANCE = 1e-6;

  @TempDir Path dir;

  /** A snapshot, the catalogue that Gadget-4 made of it, and what both must have. */
  private enum Run {
    LCDM32("lcdm32/snapshot_001", "lcdm32/fof_tab_001", 1, 32, 57, 25),
    LCDM64_Z1("lcdm64/snapshot_000", "lcdm64/fof_tab_000", 1, 20, 607, 50),
    LCDM64_Z0("lcdm64/snapshot_001", "lcdm64/fof_tab_001", 1, 20, 721, 50),
    LCDM64_SPLIT(
        "lcdm64/split/snapdir_001/snapshot_001",
        "lcdm64/split/groups_001/fof_tab_001",
        4,
        32,
        471,
        50);

    private final String snapshot;
    private final String table;
    private final int pieces;
    private final int minLength;
    private final int groups;
    private final double box;

    Run(String snapshot, String table, int pieces, int minLength, int groups, double box) {
      this.snapshot = snapshot;
      this.table = table;
      this.pieces = pieces;
      this.minLength = minLength;
      this.groups = groups;
      this.box = box;
    }

    private CatalogueFile files(String base) {
      return CatalogueFile.of(
          IntStream.range(0, pieces)
              .mapToObj(k -> RealData.path(base + (pieces == 1 ? "" : "." + k) + ".hdf5"))
              .toArray(Path[]::new));
    }

    /** The whole file, or the base name of the pieces. */
    private Path named() {
      return RealData.path(snapshot + (pieces == 1 ? ".hdf5" : ""));
    }

    private String number() {
      return snapshot.substring(snapshot.length() - 3);
    }
  }

  @ParameterizedTest
  @EnumSource(Run.class)
  void theGroupsOfGadget4(Run run) {
    Jzfof.run("run", run.named(), "-o", dir, "--min-length", run.minLength, "--so", "none")
        .succeeded();
    CatalogueFile ours = CatalogueFile.in(dir, run.number());
    CatalogueFile theirs = run.files(run.table);
    assertEquals(run.groups, ours.groups());
    assertEquals(run.groups, ours.attribute("/Header", "Ngroups_Total"));
    for (String counts : List.of("GroupLen", "GroupLenType", "GroupOffsetType")) {
      assertArrayEquals(theirs.longs("/Group/" + counts), ours.longs("/Group/" + counts), counts);
    }
    int[] same = sameMembers(ours, theirs, run.files(run.snapshot));
    assertClose(ours, theirs, same, run.box);
  }

  /**
   * Finds each of Gadget-4's groups among ours, as groups of one length may stand in another order.
   * Gadget-4 wrote these snapshots in group order: its offsets say where the members are.
   */
  private static int[] sameMembers(
      CatalogueFile ours, CatalogueFile theirs, CatalogueFile snapshot) {
    List<long[]> members = ours.members();
    Map<Long, Integer> groupOfSmallestId = new HashMap<>();
    for (int g = 0; g < members.size(); g++) {
      groupOfSmallestId.put(members.get(g)[0], g);
    }
    long[] ids = snapshot.longs("/PartType1/ParticleIDs");
    long[] length = theirs.longs("/Group/GroupLenType");
    long[] offset = theirs.longs("/Group/GroupOffsetType");
    int types = length.length / theirs.groups();
    int[] same = new int[theirs.groups()];
    for (int g = 0; g < same.length; g++) {
      int from = (int) offset[g * types + 1];
      long[] expected = Arrays.copyOfRange(ids, from, from + (int) length[g * types + 1]);
      Arrays.sort(expected);
      same[g] = groupOfSmallestId.getOrDefault(expected[0], -1);
      assertTrue(same[g] >= 0, "no group of ours starts with ID " + expected[0]);
      assertArrayEquals(expected, members.get(same[g]), "group " + g);
    }
    return same;
  }

  private static void assertClose(
      CatalogueFile ours, CatalogueFile theirs, int[] same, double box) {
    double[] velocity = theirs.doubles("/Group/GroupVel");
    double speed = Math.sqrt(Arrays.stream(velocity).map(v -> v * v).sum() / same.length);
    for (String name :
        List.of("GroupMass", "GroupMassType", "GroupPos", "GroupVel", "GroupAscale")) {
      double[] expected = theirs.doubles("/Group/" + name);
      double[] actual = ours.doubles("/Group/" + name);
      int columns = expected.length / same.length;
      for (int i = 0; i < expected.length; i++) {
        double value = actual[same[i / columns] * columns + i % columns];
        double difference = value - expected[i];
        double error =
            switch (name) {
              case "GroupPos" -> Math.IEEEremainder(difference, box) / box;
              case "GroupVel" -> difference / speed;
              default -> expected[i] == 0 ? difference : difference / expected[i];
            };
        assertEquals(0, error, TOLERANCE, name + " of group " + i / columns);
      }
    }
  }

  /** The example of the README, whose expected groups are part of the project. */
  @Test
  void theExample() throws IOException {
    Path folder = Path.of("examples/lcdm32");
    Jzfof.run("run", folder.resolve("snapshot_001.hdf5"), "-o", dir, "--so", "none").succeeded();
    CatalogueFile ours = CatalogueFile.in(dir, "001");
    List<long[]> members = ours.members();
    double[] mass = ours.doubles("/Group/GroupMass");
    double[] position = ours.doubles("/Group/GroupPos");
    List<double[]> expected;
    try (var lines = Files.lines(folder.resolve("expected_groups.txt"))) {
      expected =
          lines
              .filter(line -> !line.startsWith("#"))
              .map(line -> Arrays.stream(line.trim().split(" +")))
              .map(words -> words.mapToDouble(Double::parseDouble).toArray())
              .toList();
    }
    assertEquals(94, expected.size());
    assertEquals(94, ours.groups());
    for (int g = 0; g < 94; g++) {
      double[] row = expected.get(g);
      assertEquals(row[0], members.get(g).length, "members of group " + g);
      assertEquals(row[1], members.get(g)[0], "smallest ID of group " + g);
      assertEquals(row[2], mass[g], TOLERANCE * row[2], "mass of group " + g);
      for (int d = 0; d < 3; d++) {
        double error = Math.IEEEremainder(position[3 * g + d] - row[3 + d], 25);
        assertEquals(0, error, 25 * TOLERANCE, "position of group " + g);
      }
    }
  }
}
