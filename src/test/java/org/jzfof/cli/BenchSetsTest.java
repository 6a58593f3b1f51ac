package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.bench.sets.PointSet;
import org.jzfof.cli.common.ExitCodes;

/** The sets and the files of positions that {@code jzfof bench} takes. */
class BenchSetsTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  private Map<String, String> bench(String problem, Object... input) throws IOException {
    return BenchNumbers.of(problem, dir.resolve("numbers.json"), input);
  }

  private static double farthest(Map<String, String> numbers) {
    return Double.parseDouble(numbers.get("farthest"));
  }

  /** All methods find the same in a box that wraps and in an open one, in space and in a plane. */
  @ParameterizedTest
  @EnumSource
  void allMethodsFindTheSame(PointSet set) throws IOException {
    Object[] more = {"-k", 9, "--method", "all", "--backend", "cpu"};
    for (String box : new String[] {"--box=100", "--open", "--flat", "--open --flat"}) {
      String options = "--set %s --particles 2000 %s".formatted(set.optionName(), box);
      Object[] input = join(options.split(" "), more);
      assertEquals("2000", bench("knn", input).get("particles"));
      assertTrue(Long.parseLong(bench("neighbours", input).get("pairs")) >= 9 * 2000, options);
    }
  }

  private static Object[] join(Object[] some, Object... others) {
    Object[] all = Arrays.copyOf(some, some.length + others.length, Object[].class);
    System.arraycopy(others, 0, all, some.length, others.length);
    return all;
  }

  @Test
  void namedSetsAreThoseOfTheOldOptions() throws IOException {
    for (String set : new String[] {"uniform", "clustered", "mixture", "cloud"}) {
      Map<String, String> named = bench("knn", "--set", set, "--particles", 3000);
      Map<String, String> old = bench("knn", "--" + set, 3000);
      assertEquals(old.get("source"), named.get("source"));
      assertEquals(old.get("farthest"), named.get("farthest"));
    }
  }

  /** In a plane of density n, k = n π r² on average. */
  @Test
  void uniformPointsOfAPlane() throws IOException {
    Map<String, String> numbers = bench("knn", "--uniform", 20_000, "--flat", "-k", 64);
    double expected = Math.sqrt(64 / (Math.PI * 20_000)) * 100;
    assertEquals(expected, farthest(numbers), 0.02 * expected);
  }

  @Test
  void anOpenBoxHasFewerNeighboursThanOneThatWraps() throws IOException {
    Object[] input = {"--uniform", 5000, "--radius", 10};
    long wrapped = Long.parseLong(bench("neighbours", input).get("pairs")) - 5000;
    long open = Long.parseLong(bench("neighbours", join(input, "--open")).get("pairs")) - 5000;
    double sphere = 5000 * 4999 * 4.0 / 3 * Math.PI * 1e-3; // each is a neighbour of itself, too
    assertEquals(1, wrapped / sphere, 0.02);
    // Of a ball about a point in a cube of ten radii, 1 - (3/8) / 10 is inside along each side.
    assertEquals(Math.pow(1 - 0.0375, 3), (double) open / wrapped, 0.02);
  }

  /** No point of the normal set is near an edge of its box, so that nothing wraps. */
  @Test
  void groupsOfAPlaneAreTheSameInAnOpenBox() throws IOException {
    Object[] input = {"--set", "normal", "--particles", 5000, "--flat", "--labels"};
    Map<String, String> wrapped = bench("fof", input);
    Map<String, String> open = bench("fof", join(input, "--open", "--ranks", 3));
    assertTrue(Integer.parseInt(wrapped.get("groups")) > 5);
    assertEquals(wrapped.get("digest"), open.get("digest"));
  }

  /** Queries that are the set with the seed of the particles find themselves at distance 0. */
  @Test
  void queriesAreTheSetOfAnotherSeed() throws IOException {
    Map<String, String> same = bench("knn", "--uniform", 4000, "-k", 1, "--query-seed", 1);
    assertEquals(0, farthest(same));
    Map<String, String> other =
        bench("knn", "--uniform", 20_000, "--queries", 800, "--query-seed", 2, "-k", 64);
    assertEquals("800", other.get("queries"));
    double expected = Math.cbrt(64 / (4.0 / 3 * Math.PI * 20_000)) * 100;
    assertEquals(expected, farthest(other), 0.02 * expected);
    assertEquals(
        "3000",
        bench("knn", "--set", "grid", "--particles", 3000, "--query-seed", 2).get("queries"));
    Jzfof.run("bench", "knn", "--input", SNAPSHOT, "--query-seed", 2)
        .failed(ExitCodes.USAGE, "--query-seed makes the set of the particles again");
    Jzfof.run("bench", "knn", "--uniform", 9, "--query-seed", 2, "--order", "morton")
        .failed(ExitCodes.USAGE, "--order morton", "--query-seed");
  }

  /** Every tile has the groups of the box, and neighbours at the same distances. */
  @Test
  void tilesRepeatASnapshot() throws IOException {
    Map<String, String> one = bench("knn", "--input", SNAPSHOT, "-k", 12);
    Map<String, String> tiled = bench("knn", "--input", SNAPSHOT, "-k", 12, "--tiles", 2);
    assertEquals("262144", tiled.get("particles"));
    assertEquals("8 tiles of snapshot_001.hdf5", tiled.get("source"));
    assertEquals(farthest(one), farthest(tiled), 1e-6 * farthest(one));
    for (int ranks : new int[] {1, 2}) {
      Map<String, String> groups =
          bench("fof", "--input", SNAPSHOT, "--tiles", 2, "--ranks", ranks);
      assertEquals(8 * 94, Integer.parseInt(groups.get("groups")));
      assertEquals(8 * 11071, Integer.parseInt(groups.get("members")));
    }
  }

  /** The same points in all forms of files, in an open box and in a periodic one. */
  @Test
  void filesOfPositions() throws IOException {
    float[] xyz = new float[3 * 2000];
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder text = new StringBuilder();
    ByteBuffer bytes = ByteBuffer.allocate(4 * xyz.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = (float) (50 * random.nextDouble());
      text.append(xyz[i]).append(i % 3 == 2 ? ",7\n" : ",");
      bytes.putFloat(xyz[i]);
    }
    Path csv = Files.writeString(dir.resolve("p.csv"), text);
    Path raw = Files.write(dir.resolve("p.f32"), bytes.array());
    String header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 2000\nproperty float x\n"
            + "property float y\nproperty float z\nend_header\n";
    byte[] start = header.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer whole = ByteBuffer.allocate(start.length + 4 * xyz.length).put(start);
    Path ply = Files.write(dir.resolve("p.ply"), whole.put(bytes.flip()).array());
    Object[] methods = {"--method", "tree,kdtree"};
    String open = bench("knn", join(methods, "--input", raw, "--open")).get("digest");
    String periodic = bench("knn", join(methods, "--input", raw, "--box", 50)).get("digest");
    assertNotEquals(open, periodic);
    for (Path file : new Path[] {csv, ply}) {
      Object[] input = join(methods, "--input", file);
      assertEquals(open, bench("knn", input).get("digest"));
      assertEquals(open, bench("knn", join(input, "--open", "--ranks", 3)).get("digest"));
      assertEquals(periodic, bench("knn", join(input, "--box", 50)).get("digest"));
    }
    String groups = bench("fof", "--input", raw, "--open", "-b", 0.5).get("members");
    assertEquals(groups, bench("fof", "--input", ply, "-b", 0.5, "--ranks", 2).get("members"));
  }

  @Test
  void badInput() throws IOException {
    String[] one = {"bench", "knn", "--uniform", "9"};
    Jzfof.run("bench", "knn", "--set", "bunny", "--particles", 9)
        .failed(ExitCodes.USAGE, "there is no set bunny: give one of uniform");
    Jzfof.run("bench", "knn", "--set", "grid").failed(ExitCodes.USAGE, "--particles");
    Jzfof.run("bench", "knn", "--set", "grid", "--particles", 0)
        .failed(ExitCodes.USAGE, "0 particles");
    Jzfof.run("bench", "knn", "--set", "grid", "--particles", 9, "--uniform", 9)
        .failed(ExitCodes.USAGE, "--uniform");
    Jzfof.run(join(one, "--tiles", 2)).failed(ExitCodes.USAGE, "--tiles is 2", "--input SNAPSHOT");
    Jzfof.run("bench", "knn", "--input", SNAPSHOT, "--tiles", 0)
        .failed(ExitCodes.USAGE, "--tiles is 0: give at least 1");
    Jzfof.run("bench", "knn", "--input", SNAPSHOT, "--tiles", 2, "--open")
        .failed(ExitCodes.USAGE, "--tiles repeats a periodic box, and that of snapshot_001.hdf5");
    Jzfof.run("bench", "knn", "--input", SNAPSHOT, "--flat")
        .failed(ExitCodes.USAGE, "--flat is for sets");
    Path text = Files.writeString(dir.resolve("p.xyz"), "1 2 3\n1 2\n");
    Jzfof.run("bench", "knn", "--input", text)
        .failed(ExitCodes.SNAPSHOT, "line 2 of " + text + " has 2 of the numbers x y z");
    Jzfof.run("bench", "fof", "--input", text, "--box", 5, "--open")
        .failed(ExitCodes.USAGE, "--open and --box exclude each other");
    Path ply = Files.writeString(dir.resolve("p.ply"), "no");
    Jzfof.run("bench", "neighbours", "--input", ply, "--radius", 1)
        .failed(ExitCodes.SNAPSHOT, ply.toString(), "header");
    Jzfof.run("bench", "knn", "--input", dir.resolve("none.ply"))
        .failed(ExitCodes.SNAPSHOT, "none.ply cannot be read");
    Jzfof.run("bench", "knn", "--input", dir.resolve("none.xyz"))
        .failed(ExitCodes.SNAPSHOT, "none.xyz cannot be read");
  }

  @Test
  void theHelpNamesAllSets() {
    String help = Jzfof.run("bench", "knn", "--help").out();
    for (PointSet set : PointSet.values()) {
      assertTrue(help.contains(set.optionName()), help);
    }
  }
}
