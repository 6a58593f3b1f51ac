package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;

/** {@code jzfof bench knn}: the same neighbours as {@code jzfof knn}, with times. */
class BenchKnnTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  private Map<String, String> bench(Object... input) throws Exception {
    return BenchNumbers.of("knn", dir.resolve("numbers.json"), input);
  }

  @Test
  void aSnapshotHasTheNeighboursOfTheCommand() throws Exception {
    Path file = dir.resolve("neighbours.hdf5");
    Jzfof.run("knn", SNAPSHOT, "-o", file, "-k", 12, "--values", "distance").succeeded();
    double[] distance = CatalogueFile.of(file).doubles("/Neighbours/Distance");
    double sum = 0;
    for (int row = 0; row < 1000; row++) {
      sum += distance[12 * row + 11];
    }
    Map<String, String> numbers = bench("--input", SNAPSHOT, "-k", 12);
    assertEquals(sum / 1000, Double.parseDouble(numbers.get("farthest")), 1e-12);
    assertEquals("32768", numbers.get("particles"));
    assertEquals("32768", numbers.get("queries"));
    assertEquals("12", numbers.get("k"));
    for (String stage : List.of("total.medianSeconds", "search.minSeconds", "index.minSeconds")) {
      assertTrue(Double.parseDouble(numbers.get(stage)) > 0, numbers.toString());
    }
  }

  /** In a uniform box of density n, k = n (4/3) pi r^3 on average. */
  @Test
  void randomPlacesAskAmongUniformParticles() throws Exception {
    Map<String, String> numbers = bench("--uniform", 20_000, "--queries", 500, "-k", 64);
    assertEquals("500", numbers.get("queries"));
    double expected = Math.cbrt(64 / (4.0 / 3 * Math.PI * 20_000)) * 100;
    assertEquals(expected, Double.parseDouble(numbers.get("farthest")), 0.02 * expected);
  }

  /** On two ranks only what is near their border is asked of the other one. */
  @Test
  void alongTheCurveRowsStayWhereTheyAre() throws Exception {
    Object[] input = {"--uniform", 60_000, "-k", 8, "--ranks", 2, "--order"};
    Map<String, String> curve =
        bench(Stream.concat(Stream.of(input), Stream.of("morton")).toArray());
    Map<String, String> file = bench(Stream.concat(Stream.of(input), Stream.of("file")).toArray());
    assertEquals("morton", curve.get("order"));
    assertEquals("60000", curve.get("queries"));
    double expected = Math.cbrt(8 / (4.0 / 3 * Math.PI * 60_000)) * 100;
    assertEquals(expected, Double.parseDouble(curve.get("farthest")), 0.1 * expected);
    long asked = Long.parseLong(curve.get("bytesSentSearching"));
    assertTrue(0 < asked && asked < Long.parseLong(curve.get("bytesSent")));
    assertTrue(2 * asked < Long.parseLong(file.get("bytesSentSearching")));
    assertEquals(1, Double.parseDouble(file.get("imbalance")));
    assertEquals(1, Double.parseDouble(curve.get("imbalance")), 1e-3);
    Object[] three = {"--clustered", 10_000, "-k", 2, "--ranks", 3, "--order", "morton"};
    assertEquals(1.0002, Double.parseDouble(bench(three).get("imbalance")), 1e-9);
  }

  /** Of each method there are the times, and what they found is the same. */
  @Test
  void methodsAreCompared() throws Exception {
    Map<String, String> numbers =
        bench("--clustered", 5000, "-k", 7, "--method", "all", "--ranks", 2);
    for (String method : new String[] {"tree", "kdtree"}) {
      assertTrue(Double.parseDouble(numbers.get(method + ".buildSeconds")) > 0, method);
      assertTrue(Double.parseDouble(numbers.get(method + ".querySeconds")) > 0, method);
      assertTrue(Double.parseDouble(numbers.get(method + ".bytesPerParticle")) > 12, method);
    }
    assertEquals(
        numbers.get("digest"),
        bench("--clustered", 5000, "-k", 7, "--method", "kdtree,tree", "--order", "morton")
            .get("digest"));
    assertTrue(
        !numbers
            .get("digest")
            .equals(bench("--clustered", 5000, "-k", 8, "--method", "all").get("digest")));
  }

  /** Without a search there are the times of the index, and nothing about queries. */
  @Test
  void theIndexAlone() throws Exception {
    for (int ranks : new int[] {1, 2}) {
      Map<String, String> numbers =
          bench("--uniform", 5000, "--build", "--method", "kdtree,tree", "--ranks", ranks);
      assertEquals("0", numbers.get("queries"));
      assertEquals(null, numbers.get("farthest"));
      assertEquals(null, numbers.get("digest"));
      assertEquals(null, numbers.get("kdtree search.minSeconds"));
      assertTrue(Double.parseDouble(numbers.get("kdtree.buildSeconds")) > 0, numbers.toString());
      assertTrue(Double.parseDouble(numbers.get("tree.buildSeconds")) > 0, numbers.toString());
    }
  }

  /** Parameters of the k-d tree change its time alone. */
  @Test
  void variantsOfTheKdTreeFindTheSame() throws Exception {
    Map<String, String> numbers =
        bench(
            "--clustered",
            3000,
            "--method",
            "tree,kdtree:split=turn:walk=stackless,kdtree:split=widest,kdtree:split=widest:walk=closest");
    assertTrue(Double.parseDouble(numbers.get("kdtree:split=widest.buildSeconds")) > 0);
  }

  @Test
  void workIsCounted() throws Exception {
    Object[] task = {"--uniform", 3000, "-k", 7, "--method", "kdtree,tree"};
    Map<String, String> plain = bench(task);
    assertFalse(plain.containsKey("total.method"), plain.toString());
    bench(Stream.concat(Stream.of(task), Stream.of("--work")).toArray());
    Map<String, String> counted = BenchNumbers.byPointer(dir.resolve("numbers.json"));
    assertEquals(plain.get("digest"), counted.get("/digest"));
    assertEquals("kdtree", counted.get(ofWork(0, "method")));
    assertEquals("tree", counted.get(ofWork(1, "method")));
    for (String counts :
        List.of(ofWork(0, "cells"), ofWork(0, "points"), ofWork(1, "cells"), ofWork(1, "points"))) {
      long[] quantiles = numbers(counted, counts + "/quantiles");
      assertEquals(101, quantiles.length);
      assertArrayEquals(LongStream.of(quantiles).sorted().toArray(), quantiles);
      assertEquals(3000, LongStream.of(numbers(counted, counts + "/histogram")).sum());
      double mean = Double.parseDouble(counted.get(counts + "/mean"));
      assertTrue(quantiles[0] <= mean && mean <= quantiles[100], counts);
      assertEquals(counted.get(counts + "/quantiles/50"), counted.get(counts + "/median"));
      assertEquals(counted.get(counts + "/quantiles/99"), counted.get(counts + "/percentile99"));
      assertEquals(counted.get(counts + "/quantiles/100"), counted.get(counts + "/largest"));
      assertEquals("1", counted.get(counts + "/histogramWidth"));
    }
    assertTrue(numbers(counted, ofWork(0, "points/quantiles"))[0] >= 7);
    assertFalse(counted.containsKey(ofWork(0, "lanes/mean")));
  }

  /** Returns the JSON pointer to a value of the work of a method. */
  private static String ofWork(int method, String value) {
    return String.join("/", "", "work", String.valueOf(method), value);
  }

  private static long[] numbers(Map<String, String> values, String array) {
    return IntStream.iterate(0, i -> values.containsKey(array + "/" + i), i -> i + 1)
        .mapToLong(i -> Long.parseLong(values.get(array + "/" + i)))
        .toArray();
  }

  @Test
  void workIsPrinted() {
    Outcome outcome =
        Jzfof.run("bench", "knn", "--uniform", 300, "--queries", 9, "--repeat", 1, "--warmup", 0)
            .succeeded();
    assertFalse(outcome.out().contains("work per query"), outcome.out());
    outcome =
        Jzfof.run(
                "bench",
                "knn",
                "--uniform",
                300,
                "--queries",
                9,
                "--repeat",
                1,
                "--warmup",
                0,
                "--work",
                "--backend",
                "cpu")
            .succeeded();
    assertTrue(
        outcome
            .out()
            .matches("(?s).*work per query +mean +median +99 % +largest\\Rtree cells +\\d.*"),
        outcome.out());
    assertFalse(outcome.out().contains("lanes"), outcome.out());
  }

  @Test
  void badInput() {
    Jzfof.run("bench", "knn", "--uniform", 9, "--build", "--queries", 3)
        .failed(ExitCodes.USAGE, "--build has no queries", "--queries");
    Jzfof.run("bench", "knn", "--uniform", 9, "--build", "--work")
        .failed(ExitCodes.USAGE, "--build has no queries", "--work");
    Jzfof.run("bench", "knn", "--uniform", 9, "--method", "kdtree:split=longest")
        .failed(ExitCodes.USAGE, "kdtree has split=longest", "turn or widest");
    Jzfof.run("bench", "knn", "--uniform", 9, "--method", "kdtree:walk=")
        .failed(ExitCodes.USAGE, "kdtree has walk=", "stackless or closest");
    Jzfof.run("bench", "knn", "--uniform", 9, "--work", "--ranks", 2)
        .failed(ExitCodes.USAGE, "--work counts on one rank, and there are 2");
    Jzfof.run("bench", "knn", "--uniform", 9, "--method", "x")
        .failed(ExitCodes.USAGE, "--method is x");
    Jzfof.run("bench", "knn", "--uniform", 9, "--method", "tree,tree")
        .failed(ExitCodes.USAGE, "tree twice");
    Jzfof.run("bench", "knn").failed(ExitCodes.USAGE, "--clustered");
    Jzfof.run("bench", "knn", "--uniform", 9, "-k", 0).failed(ExitCodes.USAGE, "-k is 0");
    Jzfof.run("bench", "knn", "--uniform", 9, "-k", 4097).failed(ExitCodes.USAGE, "-k is 4097");
    Jzfof.run("bench", "knn", "--uniform", 9, "--queries", 3, "--order", "morton")
        .failed(ExitCodes.USAGE, "--order morton", "--queries");
    Jzfof.run("bench", "knn", "--uniform", 9, "--queries", 0)
        .failed(ExitCodes.USAGE, "0 particles");
  }
}
