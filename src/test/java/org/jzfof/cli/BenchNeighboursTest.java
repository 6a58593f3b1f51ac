package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;

/** {@code jzfof bench neighbours}: as many neighbours as {@code jzfof neighbours}, with times. */
class BenchNeighboursTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  private Map<String, String> bench(Object... input) throws Exception {
    return BenchNumbers.of("neighbours", dir.resolve("numbers.json"), input);
  }

  @Test
  void aSnapshotHasTheNeighboursOfTheCommand() throws Exception {
    Path file = dir.resolve("lists.hdf5");
    Jzfof.run("neighbours", SNAPSHOT, "-o", file, "--radius", 0.2, "--count").succeeded();
    long pairs = Arrays.stream(CatalogueFile.of(file).longs("/Queries/Count")).sum();
    Map<String, String> counted = bench("--input", SNAPSHOT, "--radius", 0.2, "--count");
    assertEquals(Long.toString(pairs), counted.get("pairs"));
    assertEquals("32768", counted.get("particles"));
    assertTrue(Double.parseDouble(counted.get("count.minSeconds")) > 0);
    assertFalse(counted.containsKey("search.minSeconds"));
    Map<String, String> listed = bench("--input", SNAPSHOT, "--radius", 0.2);
    assertEquals(Long.toString(pairs), listed.get("pairs"));
    assertTrue(Double.parseDouble(listed.get("search.minSeconds")) > 0);
  }

  /** Of each method there are the times, and what they found is the same. */
  @Test
  void methodsAreCompared() throws Exception {
    Map<String, String> numbers =
        bench("--clustered", 3000, "-k", 12, "--method", "all", "--backend", "cpu");
    assertEquals("36000", numbers.get("pairs"));
    for (String method : new String[] {"tree", "kdtree", "btree", "octree"}) {
      assertTrue(Double.parseDouble(numbers.get(method + ".buildSeconds")) > 0, method);
      assertTrue(Double.parseDouble(numbers.get(method + ".querySeconds")) > 0, method);
      assertTrue(Double.parseDouble(numbers.get(method + ".bytesPerParticle")) > 12, method);
    }
    assertNotEquals(
        numbers.get("digest"),
        bench("--clustered", 3000, "-k", 13, "--method", "kdtree,tree").get("digest"));
  }

  @Test
  void lengthsAreIterated() throws Exception {
    Map<String, String> numbers =
        bench(
            "--clustered", 3000, "-k", 32, "--iterate", 0.1, "--method", "all", "--backend", "cpu");
    for (String method : new String[] {"tree", "kdtree", "btree", "octree"}) {
      assertTrue(Double.parseDouble(numbers.get(method + ".querySeconds")) > 0, method);
    }
    Map<String, String> alone = bench("--clustered", 3000, "-k", 32, "--iterate", 0.1);
    assertEquals(numbers.get("meanLength"), alone.get("meanLength"));
    for (String stage : new String[] {"index", "count", "search", "iterate"}) {
      assertTrue(Double.parseDouble(alone.get(stage + ".minSeconds")) > 0, stage);
    }
    Map<String, String> more = bench("--clustered", 3000, "-k", 64, "--iterate", 0.1);
    double ratio =
        Double.parseDouble(more.get("meanLength")) / Double.parseDouble(alone.get("meanLength"));
    assertTrue(ratio > 1.1 && ratio < 2, "ratio " + ratio);
  }

  @Test
  void mixturesAndCloudsAreBenchmarked() throws Exception {
    for (String kind : new String[] {"--mixture", "--cloud"}) {
      Map<String, String> numbers = bench(kind, 3000, "-k", 12, "--method", "tree,btree");
      assertEquals("3000", numbers.get("particles"));
      assertTrue(Long.parseLong(numbers.get("pairs")) >= 36000, kind);
    }
  }

  @Test
  void badInput() {
    Jzfof.run("bench", "neighbours", "--uniform", 9).failed(ExitCodes.USAGE, "--radius");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "--radius", -1)
        .failed(ExitCodes.USAGE, "--radius is -1");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "-k", 0).failed(ExitCodes.USAGE, "-k is 0");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "--radius", 1, "--iterate", 1)
        .failed(ExitCodes.USAGE, "--iterate finds smoothing lengths with K neighbours: give it");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "-k", 5, "--iterate", 1, "--count")
        .failed(ExitCodes.USAGE, "without --radius and --count");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "-k", 5, "--iterate", 5)
        .failed(ExitCodes.USAGE, "--iterate is 5.0: give a tolerance above 0 and below -k");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "-k", 10)
        .failed(ExitCodes.USAGE, "-k is 10, but there are 9 particles");
    Jzfof.run("bench", "neighbours", "--uniform", 9, "--radius", 1, "--method", "tree,grid")
        .failed(ExitCodes.USAGE, "--method grid does not find all neighbours within a radius");
  }
}
