package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.search.BruteForceNeighbours;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof neighbours --smoothing --iterate}: lengths, what is found within them, refusals. */
class IteratedLengthsTest {
  private static final int COUNT = 300;
  private static final String LENGTH = "/Queries/SmoothingLength";

  @TempDir Path dir;

  private final Particles some =
      Particles.uniform(COUNT, 50, 4).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);

  private Path snapshot() {
    return SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
  }

  private CatalogueFile run(Path snapshot, String options) {
    Path out = dir.resolve("lists.hdf5");
    List<Object> words = List.of("neighbours", snapshot, "-o", out, "--overwrite", "--smoothing");
    Jzfof.run(words, (Object[]) options.split(" ")).succeeded();
    return CatalogueFile.of(out);
  }

  private static double shape(double u, boolean wendland) {
    if (wendland) {
      return Math.pow(1 - u, 4) * (1 + 4 * u);
    }
    return u < 0.5 ? 1 - 6 * u * u + 6 * u * u * u : 2 * Math.pow(1 - u, 3);
  }

  private double sum(double[] lengths, int query, boolean wendland) {
    BruteForceNeighbours brute =
        new BruteForceNeighbours(some.positions(), Box.periodic(50, 50, 50));
    return IntStream.range(0, COUNT)
        .mapToDouble(p -> brute.distance(some.positions(), query, p) / lengths[query])
        .filter(u -> u < 1)
        .map(u -> shape(u, wendland))
        .sum();
  }

  @ParameterizedTest
  @CsvSource({"1, tree", "3, tree", "2, btree", "5, kdtree", "1, octree"})
  void lengthsHaveTheWantedNeighbours(int ranks, String method) {
    String options = "-k 32 --iterate 1e-4 --ranks %d --method %s".formatted(ranks, method);
    CatalogueFile cubic = run(snapshot(), options);
    double[] lengths = cubic.doubles(LENGTH);
    for (int q = 0; q < COUNT; q++) {
      assertEquals(32, 32.0 / 3 * sum(lengths, q, false), 1.01e-4, "query " + q);
    }
    try (Hdf5File file = Hdf5File.open(dir.resolve("lists.hdf5"))) {
      assertEquals(
          "smoothing lengths with 32 +- 1.0E-4 neighbours", file.text("/Header", "Radius"));
      assertEquals("cubic", file.text("/Header", "Kernel"));
    }
    double[] wendland = run(snapshot(), options + " --kernel wendland").doubles(LENGTH);
    for (int q = 0; q < COUNT; q++) {
      assertEquals(32, 14 * sum(wendland, q, true), 1.01e-4, "query " + q);
    }
  }

  /** Lists, counts and densities are those within the lengths; one mass, so that density is n m. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void listsAndDensitiesAreThoseWithinTheLengths(int ranks) {
    String all = "-k 40 --iterate 0.01 --values index,count,density,smoothing --ranks " + ranks;
    CatalogueFile lists = run(snapshot(), all);
    double[] lengths = lists.doubles(LENGTH);
    double[] densities = lists.doubles("/Queries/Density");
    long[] counts = lists.longs("/Queries/Count");
    double[] xyz = some.positions();
    BruteForceNeighbours brute = new BruteForceNeighbours(xyz, Box.periodic(50, 50, 50));
    double mass = massOfOne();
    for (int q = 0; q < COUNT; q++) {
      int query = q;
      int[] within = brute.within(xyz, q, p -> lengths[query]);
      assertEquals(within.length, counts[q]);
      double neighbours = densities[q] * 4 * Math.PI / 3 * Math.pow(lengths[q], 3) / mass;
      assertEquals(40, neighbours, 0.0101, "query " + q);
    }
    assertEquals(Arrays.stream(counts).sum(), lists.longs("/Neighbours/Index").length);
    long[] symmetric =
        run(snapshot(), "-k 40 --iterate 0.01 --count --symmetric").longs("/Queries/Count");
    assertTrue(IntStream.range(0, COUNT).allMatch(q -> symmetric[q] >= counts[q]));
    assertTrue(Arrays.stream(symmetric).sum() > Arrays.stream(counts).sum());
  }

  /** The mass of a particle, from the density within a radius that holds no other. */
  private double massOfOne() {
    Path out = dir.resolve("one.hdf5");
    Jzfof.run(
            List.of("neighbours", snapshot(), "-o", out, "--overwrite", "--radius", 1e-6),
            "--values",
            "density")
        .succeeded();
    return CatalogueFile.of(out).doubles("/Queries/Density")[0] * Math.PI / 8 * 1e-18;
  }

  @Test
  void valuesOfTheDefault() {
    CatalogueFile lists = run(snapshot(), "--iterate 0.5");
    long pairs = lists.longs("/Neighbours/Index").length;
    assertEquals(COUNT, lists.doubles(LENGTH).length);
    double[] inOrder = run(snapshot(), "--iterate 0.5 --values smoothing").doubles(LENGTH);
    Path out = dir.resolve("morton.hdf5");
    Jzfof.run(
            List.of("neighbours", snapshot(), "-o", out, "--smoothing", "--iterate", 0.5),
            "--order",
            "morton",
            "--ranks",
            2)
        .succeeded();
    CatalogueFile morton = CatalogueFile.of(out);
    long[] rows = morton.longs("/Queries/Row");
    double[] lengths = morton.doubles(LENGTH);
    for (int i = 0; i < COUNT; i++) {
      assertEquals(inOrder[(int) rows[i]], lengths[i]);
    }
    assertEquals(pairs, morton.longs("/Neighbours/Index").length);
  }

  /** They begin with stored lengths, even with 0; whatever they are, the condition is met. */
  @ParameterizedTest
  @CsvSource({"1, --smoothing", "3, --smoothing=0.1"})
  void storedLengthsAreWhereTrialsBegin(int ranks, String smoothing) {
    double[] stored = new Random(8).doubles(COUNT, 1, 20).toArray();
    stored[17] = 0;
    Path file =
        SnapshotFixtures.gadget4(50, some)
            .numbers("/PartType1/SmoothingLength", stored)
            .write(dir.resolve("stored_001.hdf5"));
    Path out = dir.resolve("lengths.hdf5");
    Jzfof.run(
            List.of("neighbours", file, "-o", out, smoothing, "--iterate", 0.01, "-k", 25),
            "--values",
            "smoothing",
            "--ranks",
            ranks)
        .succeeded();
    double[] lengths = CatalogueFile.of(out).doubles(LENGTH);
    for (int q = 0; q < COUNT; q++) {
      assertEquals(25, 32.0 / 3 * sum(lengths, q, false), 0.0101, "query " + q);
    }
    double[] read = run(file, "--values smoothing").doubles(LENGTH);
    assertArrayEquals(stored, read);
  }

  private void assertRefused(int code, Path snapshot, String options, String... parts) {
    Path out = dir.resolve("out/lists.hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", snapshot, "-o", out));
    words.addAll(List.of(options.split(" ")));
    Jzfof.run(words.toArray()).failed(code, parts);
    assertFalse(Files.exists(out.getParent()), "the output folder was made");
  }

  @Test
  void optionsThatAreRefused() {
    Path file = snapshot();
    String tolerance = "give a tolerance above 0 and below -k, which is 32, in neighbours";
    for (String bad : new String[] {"0", "-1", "32", "NaN", "Infinity"}) {
      assertRefused(2, file, "--smoothing --iterate=" + bad, "--iterate");
    }
    assertRefused(2, file, "--smoothing --iterate=32", "--iterate is 32.0: " + tolerance);
    assertRefused(2, file, "--radius 1 --iterate 1", "--iterate changes smoothing lengths: give");
    assertRefused(2, file, "--radii a.hdf5:R --iterate 1", "--iterate changes smoothing lengths");
    assertRefused(2, file, "--smoothing --iterate 1 -k 0", "-k is 0");
    assertRefused(2, file, "--smoothing --iterate 1 --method grid", "--method grid does not find");
    assertRefused(
        2, file, "--radius 1 --values smoothing", "--values smoothing writes smoothing lengths");
  }

  @Test
  void snapshotsThatHaveNoSuchLengths() {
    for (int ranks : new int[] {1, 3}) {
      String on = " --ranks " + ranks;
      assertRefused(
          ExitCodes.SNAPSHOT,
          snapshot(),
          "--smoothing -k 301 --iterate 1" + on,
          "there are only 300 particles for smoothing lengths with 301 +- 1.0 neighbours");
      assertRefused(
          ExitCodes.SNAPSHOT,
          snapshot(),
          "--smoothing -k 10 --iterate 0.1" + on,
          "of PartType1",
          "has more than 10 +- 0.1 neighbours",
          "each particle at its place counts for 10.67",
          "give a larger -k or --iterate, or remove copies");
    }
  }

  /** Places of which a point is none need not count themselves. */
  @Test
  void placesHaveFewerNeighbours() {
    Path other =
        SnapshotFixtures.gadget4(dir.resolve("other.hdf5"), 50, Particles.uniform(40, 50, 9));
    double[] lengths =
        run(snapshot(), "-k 4 --iterate 0.01 --values smoothing --queries " + other)
            .doubles(LENGTH);
    assertEquals(40, lengths.length);
    assertTrue(Arrays.stream(lengths).allMatch(h -> h > 0.1 && h < 25));
  }
}
