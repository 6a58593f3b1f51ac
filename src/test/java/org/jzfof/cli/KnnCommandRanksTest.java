package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** The datasets of {@code jzfof knn} are the same on any number of ranks. */
class KnnCommandRanksTest {
  private static final List<String> DATASETS =
      List.of("/Neighbours/Index", "/Neighbours/ID", "/Neighbours/Distance", "/Queries/Density");

  @TempDir Path dir;

  private Path file;
  private Path other;

  @BeforeEach
  void write() {
    Particles gas = Particles.uniform(501, 50, 1).withType(0).withEqualMasses();
    double[] lattice = new double[3 * 512];
    Arrays.setAll(lattice, i -> 6.25 * (i / 3 >> 3 * (i % 3) & 7)); // full of ties
    file = dir.resolve("snapshot_001.hdf5");
    Particles dark = Particles.at(lattice).withMass(3);
    SnapshotFixtures.gadget4(file, 50, gas, dark);
    other = dir.resolve("other.hdf5");
    Particles places = Particles.uniform(103, 50, 2).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    SnapshotFixtures.gadget4(other, 50, places);
  }

  private Path knn(String name, int ranks, String options) {
    Path out = dir.resolve(name + ".hdf5");
    List<Object> words = new ArrayList<>(List.of("knn", file, "-o", out, "--ranks", ranks));
    words.addAll(List.of("--types", "0,1", "--values", "index,id,distance,density"));
    words.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
    Jzfof.run(words.toArray()).succeeded();
    return out;
  }

  private static void assertSame(CatalogueFile one, CatalogueFile several) {
    for (String dataset : DATASETS) {
      assertArrayEquals(one.doubles(dataset), several.doubles(dataset), dataset);
      if (one.isInteger(dataset)) {
        assertArrayEquals(one.longs(dataset), several.longs(dataset), dataset);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, ''",
    "3, -k 40 --exclude-self",
    "5, -k 7 --open",
    "2, --query-types 1 -k 100",
    "3, --query-types 0 -k 3 --open",
    "5, -k 200 --box 50,60,70"
  })
  void inFileOrder(int ranks, String options) {
    assertSame(
        CatalogueFile.of(knn("one", 1, options)), CatalogueFile.of(knn("several", ranks, options)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void otherPlacesIntoSeveralFiles(int ranks) {
    String options = "--queries " + other + " --query-types 1 -k 20";
    CatalogueFile one = CatalogueFile.of(knn("one", 1, options));
    knn("several", ranks, options + " --files 3");
    assertFalse(Files.exists(dir.resolve("several.hdf5")));
    assertSame(
        one,
        CatalogueFile.of(
            IntStream.range(0, 3)
                .mapToObj(p -> dir.resolve("several." + p + ".hdf5"))
                .toArray(Path[]::new)));
  }

  /** Every row once, and each as it is in file order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void inMortonOrder(int ranks) {
    long[] inOrder = CatalogueFile.of(knn("one", 1, "-k 5")).longs("/Neighbours/Index");
    CatalogueFile morton = CatalogueFile.of(knn("several", ranks, "-k 5 --order morton"));
    long[] query = morton.longs("/Queries/Row");
    assertArrayEquals(
        LongStream.range(0, 501 + 512).toArray(), Arrays.stream(query).sorted().toArray());
    long[] found = morton.longs("/Neighbours/Index");
    for (int row = 0; row < query.length; row++) {
      int at = 5 * (int) query[row];
      assertArrayEquals(
          Arrays.copyOfRange(inOrder, at, at + 5),
          Arrays.copyOfRange(found, 5 * row, 5 * row + 5),
          "query " + query[row]);
    }
  }

  @Test
  void moreRanksThanParticles() {
    SnapshotFixtures.gadget4(file, 50, Particles.uniform(3, 50, 3));
    for (int ranks : new int[] {1, 5}) {
      Path out = dir.resolve(ranks + ".hdf5");
      Jzfof.run("knn", file, "-o", out, "--ranks", ranks, "-k", 5)
          .warned("only 3 neighbours exist");
    }
    for (String dataset : List.of("/Neighbours/Index", "/Neighbours/Distance")) {
      assertArrayEquals(
          CatalogueFile.of(dir.resolve("1.hdf5")).doubles(dataset),
          CatalogueFile.of(dir.resolve("5.hdf5")).doubles(dataset));
    }
  }

  /** The rank that reads the bad row says so, once. */
  @Test
  void aBadPlaceEndsAllRanks() {
    Particles bad = Particles.uniform(100, 50, 2);
    bad.positions()[3 * 77] = Double.NaN;
    SnapshotFixtures.gadget4(other, 50, bad);
    Path out = dir.resolve("out/neighbours.hdf5");
    Jzfof.run("knn", file, "-o", out, "--queries", other, "--types", 0, "--query-types", 1)
        .failed(ExitCodes.SNAPSHOT, "row 77 of PartType1 in " + other + " (ID 78)");
    Object[] words = {
      "knn", file, "-o", out, "--queries", other, "--query-types", 1, "--ranks", 3, "--files", 3
    };
    Jzfof.run(words).failed(ExitCodes.SNAPSHOT, "row 77 of PartType1 in " + other + " (ID 78)");
    assertFalse(Files.exists(out.getParent()));
  }

  @Test
  void theBenchmarkFindsTheSame() throws Exception {
    String one = null;
    for (int ranks : new int[] {1, 3}) {
      String farthest =
          BenchNumbers.of("knn", dir.resolve("n.json"), "--clustered", 5000, "--ranks", ranks)
              .get("farthest");
      one = one == null ? farthest : one;
      assertEquals(Double.parseDouble(one), Double.parseDouble(farthest), 1e-6);
    }
  }
}
