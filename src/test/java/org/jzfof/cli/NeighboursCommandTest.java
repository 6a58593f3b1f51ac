package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.FolderContent;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.search.BruteForceNeighbours;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof neighbours} against every pair, on any number of ranks, and on bad input. */
class NeighboursCommandTest {
  private static final double RADIUS = 9;

  @TempDir Path dir;

  private final Particles some =
      Particles.uniform(301, 50, 1).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  private Path file;

  @BeforeEach
  void write() {
    file = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
  }

  private Path neighbours(String name, int ranks, String options) {
    Path out = dir.resolve(name + ".hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", file, "-o", out, "--ranks", ranks));
    words.addAll(List.of(options.split(" ")));
    Jzfof.run(words.toArray()).succeeded();
    return out;
  }

  /** Rows within the radius of a particle, the nearest first, of equally near ones the first. */
  private long[] within(int query, boolean excludeSelf) {
    double[] xyz = some.positions();
    BruteForceNeighbours brute = new BruteForceNeighbours(xyz, Box.periodic(50, 50, 50));
    return IntStream.range(0, some.count())
        .filter(s -> !(excludeSelf && s == query) && brute.distance(xyz, query, s) <= RADIUS)
        .boxed()
        .sorted(Comparator.comparingDouble(s -> brute.distance(xyz, query, s)))
        .mapToLong(s -> s)
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, false", "3, true", "5, false"})
  void listsAreThoseOfEveryPair(int ranks, boolean excludeSelf) {
    String options = "--radius 9 --values index,count" + (excludeSelf ? " --exclude-self" : "");
    CatalogueFile lists = CatalogueFile.of(neighbours("lists", ranks, options));
    long[] index = lists.longs("/Neighbours/Index");
    long[] counts = lists.longs("/Queries/Count");
    long[] offsets = lists.longs("/Neighbours/Offset");
    assertEquals(some.count(), counts.length);
    long start = 0;
    for (int q = 0; q < some.count(); q++) {
      long[] expected = within(q, excludeSelf);
      assertEquals(expected.length, counts[q], "count of query " + q);
      assertEquals(start, offsets[q], "offset of query " + q);
      long[] found = Arrays.copyOfRange(index, (int) start, (int) (start + expected.length));
      assertArrayEquals(expected, found, "query " + q);
      start += expected.length;
    }
    assertEquals(start, index.length);
  }

  @ParameterizedTest
  @CsvSource({
    "2, --radius 9 --symmetric",
    "3, --smoothing -k 12",
    "5, --smoothing 1.5 -k 7 --symmetric --exclude-self"
  })
  void sameOnAnyNumberOfRanks(int ranks, String options) {
    String all = options + " --values index,id,distance,count";
    assertSameLists(neighbours("one", 1, all), neighbours("several", ranks, all));
  }

  private static void assertSameLists(Path expected, Path found) {
    CatalogueFile one = CatalogueFile.of(expected);
    CatalogueFile several = CatalogueFile.of(found);
    for (String dataset :
        List.of("/Neighbours/Index", "/Neighbours/ID", "/Neighbours/Offset", "/Queries/Count")) {
      assertArrayEquals(one.longs(dataset), several.longs(dataset), dataset);
    }
    assertArrayEquals(one.doubles("/Neighbours/Distance"), several.doubles("/Neighbours/Distance"));
  }

  @ParameterizedTest
  @CsvSource({
    "1, --radius 9 --exclude-self",
    "1, --smoothing 0.7 -k 20 --open",
    "3, --radius 11 --files 1",
    "2, --smoothing -k 9"
  })
  void sameByTheKdTree(int ranks, String options) {
    String all = options + " --values index,id,distance,count";
    assertSameLists(
        neighbours("tree", 1, all), neighbours("other", ranks, all + " --method kdtree"));
  }

  @ParameterizedTest
  @CsvSource({
    "--method clover, --method clover does not find all neighbours within a radius: use tree or kdtree",
    "--method scan --backend cuda, --method scan does not find all",
    "--method kdtree --symmetric, --method kdtree does not find neighbours within whose own radius a query lies (--symmetric): use tree",
    "--method guess, --method is guess"
  })
  void methodsThatDoNotFindTheLists(String options, String message) {
    assertRefused(ExitCodes.USAGE, "--radius 1 " + options, message);
  }

  @ParameterizedTest
  @CsvSource({"1, cubic, false", "3, wendland, true"})
  void densitiesAreSumsOverTheList(int ranks, String kernel, boolean excludeSelf) {
    String options =
        "--radius 9 --values density --kernel " + kernel + (excludeSelf ? " --exclude-self" : "");
    float[] masses = new float[some.count()];
    IntStream.range(0, masses.length).forEach(i -> masses[i] = 1 + i % 5);
    file = SnapshotFixtures.gadget4(file, 50, some.withMasses(masses));
    double[] found =
        CatalogueFile.of(neighbours("density", ranks, options)).doubles("/Queries/Density");
    BruteForceNeighbours brute =
        new BruteForceNeighbours(some.positions(), Box.periodic(50, 50, 50));
    double h3 = Math.pow(RADIUS, 3);
    for (int q = 0; q < some.count(); q++) {
      double sum = 0;
      for (long s : within(q, excludeSelf)) {
        double u = brute.distance(some.positions(), q, (int) s) / RADIUS;
        double spline = u < 0.5 ? 1 - 6 * u * u + 6 * Math.pow(u, 3) : 2 * Math.pow(1 - u, 3);
        sum +=
            masses[(int) s]
                * (kernel.equals("cubic")
                    ? 8 / Math.PI * spline
                    : 21 / (2 * Math.PI) * wendland(brute, q, (int) s))
                / h3;
      }
      assertEquals(sum, found[q], 1e-12 * sum, "density of query " + q);
    }
  }

  /** Against a direct sum, of a run at a = 0.5 that stores velocities over sqrt(a). */
  @ParameterizedTest
  @CsvSource({"1", "2", "5"})
  void dispersionsAreThoseOfTheList(int ranks) {
    float[] masses = new float[some.count()];
    IntStream.range(0, masses.length).forEach(i -> masses[i] = 1 + i % 5);
    file = SnapshotFixtures.gadget(50, some.withMasses(masses)).write(file);
    CatalogueFile lists =
        CatalogueFile.of(
            neighbours(
                "dispersion", ranks, "--radius 9 --values dispersion,count --kernel wendland"));
    double[] found = lists.doubles("/Queries/VelocityDispersion");
    BruteForceNeighbours brute =
        new BruteForceNeighbours(some.positions(), Box.periodic(50, 50, 50));
    for (int q = 0; q < some.count(); q++) {
      double weight = 0;
      double squares = 0; // of the differences of all pairs of neighbours
      for (long i : within(q, false)) {
        double wi = masses[(int) i] * wendland(brute, q, (int) i);
        weight += wi;
        for (long j : within(q, false)) {
          double wj = masses[(int) j] * wendland(brute, q, (int) j);
          for (int d = 0; d < 3; d++) {
            double v =
                (double) some.velocities()[3 * (int) i + d] - some.velocities()[3 * (int) j + d];
            squares += 0.5 * wi * wj * v * v;
          }
        }
      }
      double expected = Math.sqrt(0.5) * Math.sqrt(squares) / weight;
      assertEquals(expected, found[q], 1e-9 * expected + 1e-9, "dispersion of query " + q);
    }
  }

  private double wendland(BruteForceNeighbours brute, int query, int particle) {
    double u = brute.distance(some.positions(), query, particle) / RADIUS;
    return Math.pow(1 - u, 4) * (1 + 4 * u);
  }

  @Test
  void dispersionsAreTheSameOnAnyNumberOfRanks() {
    double[][] found = new double[3][];
    for (int i = 0; i < 3; i++) {
      Path out = neighbours("r" + i, 1 + 2 * i, "--radius 9 --values dispersion --exclude-self");
      found[i] = CatalogueFile.of(out).doubles("/Queries/VelocityDispersion");
    }
    assertArrayEquals(found[0], found[1]);
    assertArrayEquals(found[0], found[2]);
    for (int q = 0; q < some.count(); q++) {
      assertEquals(within(q, true).length == 0, Double.isNaN(found[0][q]), "query " + q);
    }
  }

  @Test
  void dispersionsOfWhatHasNoVelocities() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    assertRefused(3, "--radius 9 --values dispersion", "PartType1/Velocities is missing", "leave");
    float[] bad = some.velocities().clone();
    bad[3 * 77 + 1] = Float.NaN;
    SnapshotFixtures.gadget4(file, 50, some.withVelocities(bad));
    assertRefused(3, "--radius 9 --values dispersion", "the velocity of row 77", "is NaN");
    neighbours("density", 1, "--radius 9 --values density"); // reads no velocities
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "3, 2", "2, 5"})
  void filesPutTogetherAreTheOneFile(int ranks, int files) {
    String options = "--radius 9 --values index,distance,count,density";
    CatalogueFile one = CatalogueFile.of(neighbours("one", 1, options));
    neighbours("pieces", ranks, options + " --files " + files);
    Path[] pieces =
        IntStream.range(0, files)
            .mapToObj(p -> dir.resolve("pieces." + p + ".hdf5"))
            .toArray(Path[]::new);
    CatalogueFile all = CatalogueFile.of(pieces);
    assertArrayEquals(one.longs("/Neighbours/Index"), all.longs("/Neighbours/Index"));
    assertArrayEquals(one.longs("/Queries/Count"), all.longs("/Queries/Count"));
    assertArrayEquals(one.doubles("/Neighbours/Distance"), all.doubles("/Neighbours/Distance"));
    assertArrayEquals(one.doubles("/Queries/Density"), all.doubles("/Queries/Density"));
    long row = 0;
    long[] offsets = one.longs("/Neighbours/Offset");
    for (Path piece : pieces) {
      CatalogueFile some = CatalogueFile.of(piece);
      long[] own = some.longs("/Neighbours/Offset");
      assertEquals(row, (long) some.attribute("/Header", "FirstQuery"));
      for (int i = 0; i < own.length; i++) {
        assertEquals(offsets[(int) row + i] - offsets[(int) row], own[i], piece + " row " + i);
      }
      assertEquals(own[own.length - 1], (long) some.attribute("/Header", "NumPairs_ThisFile"));
      row += own.length - 1;
    }
    assertEquals(offsets.length - 1, row);
  }

  @Test
  void aFullDiskIsToldBeforehandAndLeavesNothing() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Path filler = disk.fill(60_000);
      List<Object> words =
          List.of("neighbours", file, "-o", disk.path().resolve("new/lists.hdf5"), "--radius", 20);
      Jzfof.run(words, "--dry-run").warned("the output takes 0.3 MB, and the disk has 0.1 MB free");
      Jzfof.run(words).failed(ExitCodes.OUTPUT, "No space left on device");
      assertEquals(List.of(filler), FolderContent.of(disk.path()));
    }
  }

  @Test
  void aDryRunSaysWhatIsNeededAndWritesNothing() throws IOException {
    List<Path> before = FolderContent.of(dir);
    Jzfof.run("neighbours", file, "-o", dir.resolve("none.hdf5"), "--radius", 9, "--dry-run")
        .printed(
            "memory needed    about ", "neighbours       ", "dry run          nothing written");
    assertEquals(before, FolderContent.of(dir));
  }

  private void assertRefused(int code, String options, String... parts) {
    Path out = dir.resolve("out/lists.hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", file, "-o", out));
    words.addAll(List.of(options.split(" ")));
    Jzfof.run(words.toArray()).failed(code, parts);
    assertFalse(Files.exists(out.getParent()), "the output folder was made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-0.5"})
  void radiusThatIsNoLength(String radius) {
    assertRefused(2, "--radius=" + radius, "--radius is", "finite length of at least 0");
  }

  @Test
  void optionsThatExcludeEachOther() {
    assertRefused(2, "--count", "--radius");
    assertRefused(2, "--radius 1 --smoothing", "--radius", "--smoothing");
    assertRefused(2, "--radius 1 --count --values index", "--count and --values exclude");
    assertRefused(2, "--radius 1 --values index,index", "name each value once");
    assertRefused(2, "--radius 1 --values density --symmetric", "leave --symmetric or density and");
    assertRefused(2, "--radius 1 --values dispersion --symmetric", "a density or dispersion is");
    assertRefused(2, "--radius 1 --symmetric --query-types 0", "--symmetric is for neighbours of");
    assertRefused(2, "--smoothing=0", "give a factor above 0");
    assertRefused(2, "--radii places.hdf5", "give FILE:DATASET");
  }
}
