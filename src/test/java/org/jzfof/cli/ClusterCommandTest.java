package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof cluster}: what it writes, and what it refuses. */
class ClusterCommandTest {
  /** A line of three core points across the wall and a border point, and a particle far away. */
  private static final double[] DARK = {9.5, 1, 1, 0.25, 1, 1, 1, 1, 1, 1.9, 1, 1, 6, 6, 6};

  /** The other end of that line, and a cluster of core points alone. */
  private static final double[] STARS = {9, 1, 1, 5, 5, 5, 5.5, 5, 5, 5, 5.5, 5, 5, 5, 5.5};

  @TempDir Path dir;

  private Path file;
  private Path out;

  @BeforeEach
  void write() {
    file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(
        file,
        10,
        Particles.at(DARK).withIds(15, 14, 13, 12, 11),
        Particles.at(STARS).withType(4).withIds(1, 2, 3, 4, 5));
    out = dir.resolve("clusters_001.hdf5");
  }

  private Outcome cluster(String options) {
    List<Object> words = new ArrayList<>(List.of("cluster", file, "-o", out));
    words.addAll(List.of(options.trim().split(" +")));
    return Jzfof.run(words.toArray());
  }

  private CatalogueFile clustered(String options) {
    cluster(options).succeeded();
    return CatalogueFile.of(out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--ranks 2", "--ranks 3", "--ranks 5", "--threads 1"})
  void clusterOfEveryParticleOfAllTypes(String more) {
    CatalogueFile found = clustered("--types 1,4 --eps 0.9 --min-points 3 " + more);
    assertArrayEquals(new long[] {0, 0, 0, 0, -1}, found.longs("/PartType1/Cluster"));
    assertArrayEquals(new long[] {1, 1, 1, 0, 0}, found.longs("/PartType1/Core"));
    assertArrayEquals(new long[] {0, 1, 1, 1, 1}, found.longs("/PartType4/Cluster"));
    assertArrayEquals(new long[] {0, 1, 1, 1, 1}, found.longs("/PartType4/Core"));
    assertArrayEquals(new long[] {5, 4}, found.longs("/Clusters/Size"));
    assertArrayEquals(new long[] {3, 4}, found.longs("/Clusters/Cores"));
    assertArrayEquals(new long[] {1, 2}, found.longs("/Clusters/FirstID"));
    assertEquals(0.9, found.attribute("/Header", "Eps"));
    assertEquals(3, found.attribute("/Header", "MinPoints"));
    assertEquals(2, found.attribute("/Header", "NumClusters"));
    assertEquals(7, found.attribute("/Header", "NumCores"));
    assertEquals(1, found.attribute("/Header", "NumNoise"));
  }

  /** Across the wall of an open box nothing is near. */
  @Test
  void openBoxHasWalls() {
    CatalogueFile found = clustered("--open --eps 0.9 --min-points 2");
    assertArrayEquals(new long[] {-1, 0, 0, 0, -1}, found.longs("/PartType1/Cluster"));
  }

  /** Every particle is nearest to every other one by some image. */
  @Test
  void epsBeyondTheBoxHoldsAll() {
    CatalogueFile found = clustered("--eps 1e6 --min-points 5");
    assertArrayEquals(new long[5], found.longs("/PartType1/Cluster"));
    found = clustered("--eps 1e6 --min-points 6");
    assertArrayEquals(new long[] {-1, -1, -1, -1, -1}, found.longs("/PartType1/Cluster"));
    assertArrayEquals(new long[0], found.longs("/Clusters/Size"));
  }

  /** A border point between two clusters goes to the core with the smaller ID, or row. */
  @Test
  void idsDecideUnlessRowsAreToDoSo() {
    double[] xyz = {.75, 1, 1, 1, 1, 1, 1.5, 1, 1, 2.5, 1, 1, 3.5, 1, 1, 4, 1, 1, 4.25, 1, 1};
    SnapshotFixtures.gadget4(file, 10, Particles.at(xyz).withIds(7, 6, 5, 4, 3, 2, 1));
    String options = "--eps 1 --min-points 4";
    assertArrayEquals(
        new long[] {1, 1, 1, 0, 0, 0, 0}, clustered(options).longs("/PartType1/Cluster"));
    assertArrayEquals(
        new long[] {0, 0, 0, 0, 1, 1, 1},
        clustered(options + " --no-ids --ranks 2").longs("/PartType1/Cluster"));
  }

  @Test
  void missingIdsNameTheRemedy() {
    SnapshotFixtures.gadget4(file, 10, Particles.at(DARK).withIds((long[]) null));
    cluster("--eps 1 --min-points 2").failed(3, "PartType1/ParticleIDs is missing", "--no-ids");
    cluster("--eps 1 --min-points 2 --no-ids").succeeded();
  }

  @Test
  void fewerParticlesThanRanks() {
    SnapshotFixtures.gadget4(file, 10, Particles.at(1, 1, 1, 4, 4, 4));
    CatalogueFile found = clustered("--eps 1 --min-points 1 --ranks 3");
    assertArrayEquals(new long[] {0, 1}, found.longs("/PartType1/Cluster"));
    assertArrayEquals(new long[] {1, 1}, found.longs("/PartType1/Core"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--eps=0 --min-points 2 | --eps is 0.0: give a finite length above 0",
        "--eps=-1 --min-points 2 | --eps is -1.0",
        "--eps=NaN --min-points 2 | 'NaN' is not finite",
        "--eps=Infinity --min-points 2 | 'Infinity' is not finite",
        "--eps 1 --min-points 0 | --min-points is 0: give 1 to",
        "--eps 1 --min-points=-5 | --min-points is -5",
        "--eps 1 --min-points 2.5 | --min-points",
        "--eps 1 | --min-points",
        "--min-points 2 | --eps",
        "--eps 1 --min-points 2 --open --box 3 | --open and --box exclude each other",
      })
  void refuses(String options, String message) {
    cluster(options).failed(2, message);
    assertFalse(Files.exists(out));
  }

  @Test
  void dryRunWritesNothing() {
    String printed = cluster("--eps 1 --min-points 2 --dry-run").succeeded().out();
    assertTrue(printed.contains("memory needed"), printed);
    assertFalse(Files.exists(out));
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Files.writeString(out, "mine");
    cluster("--eps 1 --min-points 2").failed(4, "--overwrite");
    assertEquals("mine", Files.readString(out));
    cluster("--eps 1 --min-points 2 --overwrite").succeeded();
    cluster("--eps 1 --min-points 3").succeeded();
  }

  @Test
  void prints() {
    String printed = cluster("--types 1,4 --eps 0.9 --min-points 3").succeeded().out();
    String line = "2 with 9 particles, 7 of them core points; 1 particles are noise";
    assertTrue(printed.contains(line), printed);
  }
}
