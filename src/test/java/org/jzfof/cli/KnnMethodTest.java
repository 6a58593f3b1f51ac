package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

/** Whatever the method, the file has the same values. */
class KnnMethodTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  private CatalogueFile knn(String method, Object snapshot, List<Object> options) {
    Path out = dir.resolve(method + ".hdf5");
    Jzfof.run(
            List.of("knn", snapshot, "-o", out, "--method", method, "--backend", "cpu"),
            options.toArray())
        .succeeded();
    return CatalogueFile.of(out);
  }

  /**
   * Places of the numbers of a dataset in the order of the particles: with {@code --order morton}
   * rows are in the order of the method.
   */
  private static int[] places(CatalogueFile file, int length) {
    if (!file.names("/Queries").contains("Row")) {
      return IntStream.range(0, length).toArray();
    }
    long[] row = file.longs("/Queries/Row");
    int width = length / row.length;
    return IntStream.range(0, row.length)
        .boxed()
        .sorted(Comparator.comparingLong(i -> row[i]))
        .flatMap(i -> IntStream.range(i * width, (i + 1) * width).boxed())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static long[] byRow(CatalogueFile file, String dataset) {
    long[] values = file.longs(dataset);
    return IntStream.of(places(file, values.length)).mapToLong(i -> values[i]).toArray();
  }

  private static double[] doublesByRow(CatalogueFile file, String dataset) {
    double[] values = file.doubles(dataset);
    return IntStream.of(places(file, values.length)).mapToDouble(i -> values[i]).toArray();
  }

  private void checkSame(Object snapshot, boolean morton, Object... options) {
    CatalogueFile tree = knn("tree", snapshot, List.of(options));
    CatalogueFile other = knn("kdtree", snapshot, List.of(options));
    for (String group : List.of("/Neighbours", "/Queries")) {
      assertEquals(tree.names(group), other.names(group));
      for (String name : tree.names(group)) {
        String dataset = group + "/" + name;
        if (tree.isInteger(dataset)) {
          assertArrayEquals(byRow(tree, dataset), byRow(other, dataset), dataset);
        } else {
          assertArrayEquals(doublesByRow(tree, dataset), doublesByRow(other, dataset), dataset);
        }
      }
    }
    assertEquals(morton ? List.of("Density", "Row") : List.of("Density"), tree.names("/Queries"));
    assertEquals(3, tree.names("/Neighbours").size());
  }

  private static final String VALUES = "--values=index,distance,id,density";

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void exampleSnapshot(int ranks) {
    checkSame(SNAPSHOT, false, VALUES, "-k", 20, "--ranks", ranks);
    checkSame(SNAPSHOT, false, VALUES, "-k", 9, "--ranks", ranks, "--open", "--exclude-self");
    checkSame(SNAPSHOT, true, VALUES, "-k", 5, "--ranks", ranks, "--order", "morton");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void placesInAFile(int ranks) throws IOException {
    double[] places = new SplittableRandom(3).doubles(900, -10, 40).toArray();
    ByteBuffer bytes = ByteBuffer.allocate(8 * places.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(places);
    Path queries = Files.write(dir.resolve("places.f64"), bytes.array());
    for (Object box : List.of("--box=25", "--open")) {
      checkSame(SNAPSHOT, false, VALUES, box, "--queries", queries, "--ranks", ranks);
    }
  }

  @Test
  void doublesOfWhichSomeCoincide() {
    double[] xyz = Particles.uniform(900, 50, 4).positions();
    for (int i = 0; i < 900; i++) {
      System.arraycopy(xyz, 0, xyz, i % 7 == 0 ? 3 * i : 0, 3);
    }
    Path file =
        SnapshotFixtures.gadget4(
            dir.resolve("snapshot_003.hdf5"),
            50,
            Particles.at(xyz).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64));
    for (int ranks = 1; ranks <= 2; ranks++) {
      for (Object box : List.of("--box=50", "--open")) {
        checkSame(file, false, VALUES, box, "-k", 40, "--ranks", ranks);
      }
    }
  }

  @Test
  void unknownMethod() {
    Jzfof.run("knn", SNAPSHOT, "--method", "guess").failed(ExitCodes.USAGE, "--method", "guess");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clover", "clover-bitonic", "grid", "scan"})
  void methodsOfGpusAreRefusedOnTheCpu(String method) {
    Jzfof.run("knn", SNAPSHOT, "--method", method, "--backend", "cpu", "-o", dir.resolve("x.hdf5"))
        .failed(
            ExitCodes.BACKEND, "--method " + method + " runs on GPUs only", "use --backend cuda");
    assertFalse(Files.exists(dir.resolve("x.hdf5")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"btree", "octree"})
  void methodsWithinARadiusAreRefused(String method) {
    Jzfof.run("knn", SNAPSHOT, "--method", method)
        .failed(
            ExitCodes.USAGE,
            "--method " + method + " does not find the k nearest neighbours: use tree or kdtree");
  }

  @ParameterizedTest
  @CsvSource({"clover, 257, ", "scan, 256, --exclude-self"})
  void moreNeighboursThanAMethodFindsAreRefused(String method, int k, String exclude) {
    List<Object> command = new ArrayList<>(List.of("knn", SNAPSHOT, "--method", method, "-k", k));
    if (exclude != null) {
      command.add(exclude);
    }
    Jzfof.run(command.toArray())
        .failed(
            ExitCodes.USAGE,
            "--method " + method + " finds at most 256 neighbours",
            "but 257 are needed");
  }
}
