package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.pipeline.BruteForceNeighbours;
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
    CatalogueFile one = CatalogueFile.of(neighbours("one", 1, all));
    CatalogueFile several = CatalogueFile.of(neighbours("several", ranks, all));
    for (String dataset :
        List.of("/Neighbours/Index", "/Neighbours/ID", "/Neighbours/Offset", "/Queries/Count")) {
      assertArrayEquals(one.longs(dataset), several.longs(dataset), dataset);
    }
    assertArrayEquals(one.doubles("/Neighbours/Distance"), several.doubles("/Neighbours/Distance"));
  }

  private void assertRefused(int code, String options, String... parts) {
    Path out = dir.resolve("out/lists.hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", file, "-o", out));
    words.addAll(List.of(options.split(" ")));
    Jzfof.run(words.toArray()).failed(code, parts);
    assertFalse(Files.exists(out.getParent()), "the output folder was made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "NaN", "Infinity"})
  void radiusThatIsNoLength(String radius) {
    assertRefused(2, "--radius=" + radius, "--radius is", "finite length of at least 0");
  }

  @Test
  void optionsThatExcludeEachOther() {
    assertRefused(2, "--count", "--radius");
    assertRefused(2, "--radius 1 --smoothing", "--radius", "--smoothing");
    assertRefused(2, "--radius 1 --count --values index", "--count and --values exclude");
    assertRefused(2, "--radius 1 --values index,index", "name each value once");
    assertRefused(2, "--radius 1 --values density --symmetric", "leave --symmetric or density out");
    assertRefused(2, "--radius 1 --symmetric --query-types 0", "--symmetric is for neighbours of");
    assertRefused(2, "--smoothing=0", "give a factor above 0");
    assertRefused(2, "--radii places.hdf5", "give FILE:DATASET");
  }
}
