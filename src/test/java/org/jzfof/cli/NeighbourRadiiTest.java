package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.FolderContent;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.search.BruteForceNeighbours;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Radii that {@code jzfof neighbours} reads: smoothing lengths of snapshots, and other files. */
class NeighbourRadiiTest {
  private static final int COUNT = 200;

  @TempDir Path dir;

  private final Particles some =
      Particles.uniform(COUNT, 50, 4).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  private final double[] lengths = new Random(8).doubles(COUNT, 1, 12).toArray();

  private Path snapshot() {
    return SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
  }

  private String radii(double[] values) {
    Path file = dir.resolve("radii.hdf5");
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.group("/Some");
      w.dataset("/Some/Radii", Hdf5Type.FLOAT64, values.length);
      w.write("/Some/Radii", 0, values.length, values);
      w.dataset("/Integers", Hdf5Type.INT32, COUNT);
      w.dataset("/Vectors", Hdf5Type.FLOAT32, COUNT, 3);
    }
    return file + ":Some/Radii";
  }

  private void assertCounts(double factor, Path snapshot, Object... options) {
    Path out = dir.resolve("lists.hdf5");
    Jzfof.run(List.of("neighbours", snapshot, "-o", out, "--count"), options).succeeded();
    assertArrayEquals(counts(factor), CatalogueFile.of(out).longs("/Queries/Count"));
  }

  private long[] counts(double factor) {
    double[] xyz = some.positions();
    BruteForceNeighbours brute = new BruteForceNeighbours(xyz, Box.periodic(50, 50, 50));
    return IntStream.range(0, COUNT)
        .mapToLong(
            q ->
                IntStream.range(0, COUNT)
                    .filter(p -> brute.distance(xyz, q, p) <= factor * lengths[q])
                    .count())
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aRadiusForEachQueryFromAFile(int ranks) {
    assertCounts(1, snapshot(), "--radii", radii(lengths), "--ranks", ranks);
  }

  /** Of distances in float32 half are below what they were rounded from. */
  @ParameterizedTest
  @CsvSource({"1, ", "3, ", "1, --symmetric"})
  void distancesOfNeighboursAsRadiiFindTheseNeighbours(int ranks, String symmetric) {
    int k = 7;
    Particles narrow = Particles.uniform(COUNT, 50, 4); // float32
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_002.hdf5"), 50, narrow);
    Path nearest = dir.resolve("nearest.hdf5");
    Jzfof.run("knn", snapshot, "-k", k, "-o", nearest).succeeded();
    double[] distances = CatalogueFile.of(nearest).doubles("/Neighbours/Distance");
    double[] kth = IntStream.range(0, COUNT).mapToDouble(q -> distances[k * q + k - 1]).toArray();
    Path file = dir.resolve("kth.hdf5");
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.dataset("/Radii", Hdf5Type.FLOAT32, COUNT);
      w.write("/Radii", 0, COUNT, kth);
    }
    Path out = dir.resolve("lists.hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", snapshot, "-o", out));
    words.addAll(List.of("--radii", file + ":Radii", "--values", "index,distance,count"));
    if (symmetric != null) {
      words.add(symmetric);
    }
    Jzfof.run(words, "--ranks", ranks).succeeded();
    CatalogueFile lists = CatalogueFile.of(out);
    long[] counts = lists.longs("/Queries/Count");
    if (symmetric == null) {
      assertArrayEquals(LongStream.generate(() -> k).limit(COUNT).toArray(), counts);
      assertArrayEquals(
          CatalogueFile.of(nearest).longs("/Neighbours/Index"), lists.longs("/Neighbours/Index"));
      assertArrayEquals(distances, lists.doubles("/Neighbours/Distance"));
    } else {
      assertTrue(Arrays.stream(counts).allMatch(count -> count >= k));
    }
  }

  /** A radius in float64, or one that says 0, is taken as it stands. */
  @Test
  void radiiThatAreExact() {
    double[] kth = new double[COUNT];
    BruteForceNeighbours brute =
        new BruteForceNeighbours(some.positions(), Box.periodic(50, 50, 50));
    for (int q = 0; q < COUNT; q++) {
      int query = q;
      double[] all =
          IntStream.range(0, COUNT)
              .mapToDouble(p -> brute.distance(some.positions(), query, p))
              .sorted()
              .toArray();
      kth[q] = q == 0 ? 0 : q % 2 == 0 ? all[4] : Math.nextDown(all[4]);
    }
    Path out = dir.resolve("lists.hdf5");
    Jzfof.run("neighbours", snapshot(), "-o", out, "--count", "--radii", radii(kth)).succeeded();
    long[] expected =
        IntStream.range(0, COUNT).mapToLong(q -> q == 0 ? 1 : q % 2 == 0 ? 5 : 4).toArray();
    assertArrayEquals(expected, CatalogueFile.of(out).longs("/Queries/Count"));
  }

  @ParameterizedTest
  @CsvSource({"Hsml, 1", "SmoothingLength, 1", "SmoothingLengths, 2"})
  void smoothingLengthsOfGadgetReachToTheEndOfTheKernel(String name, double scale) {
    Path file =
        SnapshotFixtures.gadget(50, some)
            .numbers("/PartType1/" + name, lengths)
            .write(dir.resolve("snapshot_001.hdf5"));
    assertCounts(scale, file, scale == 1 ? "--smoothing" : "--smoothing=" + scale);
  }

  /** The memory in which neighbours make lengths counts where there are no lengths. */
  @Test
  void aDryRunCountsWhatLengthsTakeThatAreNotStored() {
    Path stored =
        SnapshotFixtures.gadget(50, some)
            .numbers("/PartType1/Hsml", lengths)
            .write(dir.resolve("snapshot_002.hdf5"));
    String without = memoryNeeded(stored, "--radius", 1);
    assertEquals(without, memoryNeeded(stored, "--smoothing", "-k", 150));
    Path file = snapshot();
    assertEquals(without, memoryNeeded(file, "--radius", 1));
    assertNotEquals(without, memoryNeeded(file, "--smoothing", "-k", 150));
  }

  private String memoryNeeded(Path file, Object... radius) {
    Outcome run =
        Jzfof.run(
            List.of("neighbours", file, "-o", dir.resolve("out"), "--count", "--dry-run"), radius);
    run.printed("memory needed");
    return run.out().lines().filter(line -> line.startsWith("memory")).findFirst().orElseThrow();
  }

  private Path swift(String kernel) {
    return SnapshotFixtures.swift(50, some)
        .numbers("/PartType1/SmoothingLengths", lengths)
        .and(
            w -> {
              if (kernel != null) {
                w.group("/HydroScheme");
                w.attribute("/HydroScheme", "Kernel function", kernel);
              }
            })
        .write(dir.resolve("swift_001.hdf5"));
  }

  @ParameterizedTest
  @CsvSource({
    "Cubic spline (M4), 1.825742",
    "Wendland C2, 1.936492",
    "Quintic spline (M6), 2.195775"
  })
  void smoothingLengthsOfSwiftReachAsFarAsItsKernelDoes(String kernel, double support) {
    assertCounts(support, swift(kernel), "--smoothing");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, is missing", "Gaussian, is Gaussian"})
  void kernelThatIsNotKnown(String kernel, String message) throws IOException {
    Path file = swift(kernel);
    assertRefused(file, "--smoothing", "HydroScheme@Kernel function", message, "--smoothing 1.94");
    assertCounts(1.5, file, "--smoothing=1.5");
  }

  private void assertRefused(Path snapshot, String options, String... parts) throws IOException {
    List<Path> before = FolderContent.of(dir);
    for (int ranks : new int[] {1, 3}) {
      Path out = dir.resolve("out/lists.hdf5");
      List<Object> words = List.of("neighbours", snapshot, "-o", out, "--ranks", ranks);
      Jzfof.run(words, (Object[]) options.split(" ")).failed(ExitCodes.SNAPSHOT, parts);
      assertFalse(Files.exists(out.getParent()), "the output folder was made");
    }
    assertEquals(before, FolderContent.of(dir), "something is left behind");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void radiiThatAreNoLengths(double value) throws IOException {
    double[] bad = lengths.clone();
    bad[150] = value;
    Path file = snapshot();
    String option = "--radii " + radii(bad);
    assertRefused(
        file, option, "Some/Radii in", "row 150 of PartType1", "is " + value, "at least 0");
    Path stored =
        SnapshotFixtures.gadget(50, some)
            .numbers("/PartType1/Hsml", bad)
            .write(dir.resolve("snapshot_002.hdf5"));
    assertRefused(stored, "--smoothing", "the smoothing length of row 150", "is " + value);
  }

  @Test
  void datasetsThatHoldNoRadii() throws IOException {
    Path file = snapshot();
    String some = radii(Arrays.copyOf(lengths, COUNT - 1));
    String folder = some.substring(0, some.lastIndexOf(':') + 1);
    String expected = "but one float32 or float64 for each of 200 queries is expected";
    assertRefused(file, "--radii " + some, "Some/Radii in", "is float64[199]", expected);
    assertRefused(file, "--radii " + folder + "Integers", "is int32[200]", expected);
    assertRefused(file, "--radii " + folder + "Vectors", "is float32[200, 3]", expected);
    assertRefused(file, "--radii " + folder + "None", "None in", "is missing: name a dataset");
    assertRefused(file, "--radii none.hdf5:Radii", "none.hdf5 cannot be read (No such file");
  }
}
