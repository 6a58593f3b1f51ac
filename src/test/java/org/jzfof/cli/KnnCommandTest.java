package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof knn} from the snapshot to the file, against brute force. */
class KnnCommandTest {
  private static final Box CUBE = Box.periodic(50, 50, 50);

  @TempDir Path dir;

  private final Particles some = Particles.uniform(400, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_007.hdf5");
    out = dir.resolve("out/neighbours.hdf5");
  }

  private Outcome knn(Object... more) {
    return Jzfof.run(List.of("knn", file, "-o", out), more);
  }

  private CatalogueFile result() {
    return CatalogueFile.of(out);
  }

  private KnnExpected selfOf(Box box, int k, double... xyz) {
    return new KnnExpected(xyz, xyz, box, k, false);
  }

  private static double[] narrow(double... xyz) {
    return KnnExpected.narrow(xyz);
  }

  private static double[] narrow(Particles particles) {
    return KnnExpected.narrow(particles.positions());
  }

  private static double[] joined(double[] a, double[] b) {
    return Stream.of(a, b).flatMapToDouble(Arrays::stream).toArray();
  }

  @Test
  void everyParticleInAPeriodicBox() {
    SnapshotFixtures.gadget4(file, 50, some);
    knn().succeeded();
    selfOf(CUBE, 16, narrow(some)).check(result(), false);
    assertEquals(List.of("Distance", "Index"), result().names("/Neighbours"));
    assertEquals(List.of(), result().names("/Queries"));
    assertEquals(16, result().attribute("/Header", "K"));
    assertEquals(50, result().attribute("/Header", "BoxSize"));
    assertEquals(1, result().attribute("/Header", "Periodic"));
  }

  @Test
  void doublesStayDoublesAndTheBoxMayBeAnother() {
    SnapshotFixtures.gadget4(file, 50, some.stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64));
    knn("-k", 33, "--box", "50,60,70").succeeded();
    selfOf(Box.periodic(50, 60, 70), 33, some.positions()).check(result(), true);
  }

  @Test
  void openBoxWithoutThemselves() {
    SnapshotFixtures.gadget4(file, 50, some);
    knn("-k", 5, "--open", "--exclude-self").succeeded();
    double[] xyz = narrow(some);
    Box open = Box.open(new double[3], new double[] {50, 50, 50});
    new KnnExpected(xyz, xyz, open, 5, true).check(result(), false);
    assertEquals(0, result().attribute("/Header", "Periodic"));
    assertEquals(1, result().attribute("/Header", "SelfExcluded"));
  }

  /** Coincident particles are neighbours of each other, whoever is left out. */
  @Test
  void coincidentParticlesWithoutThemselves() {
    Particles heap = Particles.at(new double[3 * 40]);
    SnapshotFixtures.gadget4(file, 50, heap);
    knn("-k", 3, "--exclude-self").succeeded();
    new KnnExpected(heap.positions(), heap.positions(), CUBE, 3, true).check(result(), false);
  }

  @Test
  void particlesOfOtherTypesAsk() {
    Particles gas = Particles.uniform(300, 50, 2).withType(0);
    Particles stars = Particles.uniform(77, 50, 3).withType(4);
    SnapshotFixtures.gadget4(file, 50, gas, some, stars);
    knn("--types", "1,0", "--query-types", "4", "-k", 7).succeeded();
    double[] sources = joined(narrow(gas), narrow(some));
    new KnnExpected(sources, narrow(stars), CUBE, 7, false).check(result(), false);
    knn("--types", "1,0", "--query-types", "0,1", "-k", 7, "--exclude-self").succeeded();
    new KnnExpected(sources, sources, CUBE, 7, true).check(result(), false);
  }

  @Test
  void anotherSnapshotAsks() {
    SnapshotFixtures.gadget4(file, 50, some);
    Particles stars = Particles.uniform(50, 50, 4).withType(4);
    Particles dark = Particles.uniform(60, 50, 5).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    Path other = SnapshotFixtures.gadget4(dir.resolve("other.hdf5"), 50, dark, stars);
    knn("--queries", other, "--query-types", 4).succeeded();
    new KnnExpected(narrow(some), narrow(stars), CUBE, 16, false).check(result(), false);
    knn("--queries", other).succeeded();
    new KnnExpected(narrow(some), dark.positions(), CUBE, 16, false).check(result(), true);
  }

  /** Places outside the periodic box are looked at through its walls. */
  @ParameterizedTest
  @ValueSource(strings = {"p.hdf5", "p.f32", "p.f64", "p.xyz", "p.ply"})
  void placesFromAFileAsk(String name) throws IOException {
    SnapshotFixtures.gadget4(file, 50, some);
    double[] places = new SplittableRandom(6).doubles(300, -60, 130).toArray();
    boolean doubles = !name.endsWith("32");
    Path queries = dir.resolve(name);
    if (name.endsWith(".hdf5")) {
      try (Hdf5Writer w = Hdf5Writer.create(queries)) {
        w.dataset("/Positions", Hdf5Type.FLOAT64, 100, 3);
        w.write("/Positions", 0, 100, places);
      }
    } else if (!name.matches(".*f\\d+")) {
      StringBuilder text = new StringBuilder();
      if (name.endsWith(".ply")) {
        text.append("ply\nformat ascii 1.0\nelement vertex 100\nproperty double x\n");
        text.append("property double y\nproperty double z\nend_header\n");
      }
      for (int i = 0; i < 300; i++) {
        text.append(places[i]).append(i % 3 == 2 ? '\n' : ' ');
      }
      Files.writeString(queries, text);
    } else {
      ByteBuffer bytes = ByteBuffer.allocate(300 * 8).order(ByteOrder.LITTLE_ENDIAN);
      for (double x : places) {
        if (doubles) {
          bytes.putDouble(x);
        } else {
          bytes.putFloat((float) x);
        }
      }
      Files.write(queries, Arrays.copyOf(bytes.array(), bytes.position()));
    }
    knn("--queries", queries, "-k", 4).succeeded();
    double[] stored = doubles ? places : KnnExpected.narrow(places);
    new KnnExpected(narrow(some), stored, CUBE, 4, false).check(result(), doubles);
  }

  @Test
  void mortonOrderHasTheSameRows() {
    SnapshotFixtures.gadget4(file, 50, some);
    knn("--order", "morton", "-k", 9).succeeded();
    long[] query = result().longs("/Queries/Row");
    assertArrayEquals(LongStream.range(0, 400).toArray(), Arrays.stream(query).sorted().toArray());
    KnnExpected expected = selfOf(CUBE, 9, narrow(some));
    long[] index = result().longs("/Neighbours/Index");
    double[] distance = result().doubles("/Neighbours/Distance");
    for (int row = 0; row < 400; row++) {
      expected.check((int) query[row], index, distance, row, false);
    }
  }

  @Test
  void severalFilesHoldTheSameRows() throws IOException {
    SnapshotFixtures.gadget4(file, 50, some);
    knn("--files", 4).succeeded();
    Path[] pieces =
        IntStream.range(0, 4)
            .mapToObj(p -> out.resolveSibling("neighbours." + p + ".hdf5"))
            .toArray(Path[]::new);
    selfOf(CUBE, 16, narrow(some)).check(CatalogueFile.of(pieces), false);
    try (Stream<Path> all = Files.list(out.getParent())) {
      assertEquals(List.of(pieces), all.sorted().toList());
    }
  }

  @Test
  void rowsOfASplitSnapshotAreCountedOverItsFiles() {
    Particles stars = Particles.uniform(100, 50, 11).withType(4);
    List<Path> files =
        SnapshotFixtures.gadget4(50, some, stars)
            .writeSplit(dir.resolve("snapshot_007"), 0, 50, 200, 150);
    file = files.get(2);
    knn("--types", "1,4", "-k", 6).succeeded();
    selfOf(CUBE, 6, joined(narrow(some), narrow(stars))).check(result(), false);
  }

  /** With all of their bits, and not as fractions of 32. */
  @Test
  void integerCoordinatesBecomeDoubles() {
    long[] bits = new SplittableRandom(7).longs(3 * 90).toArray();
    SnapshotFixtures.gadget4(50)
        .counts(1, 90)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/IntCoordinates", Hdf5Type.UINT64, 90, 3);
              w.write("/PartType1/IntCoordinates", 0, 90, bits);
            })
        .write(file);
    knn("-k", 6).succeeded();
    double[] xyz = Arrays.stream(bits).mapToDouble(b -> (b >>> 11) * 0x1p-53 * 50).toArray();
    selfOf(CUBE, 6, xyz).check(result(), true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"distance", "index", "id", "density", "id,distance"})
  void onlyWhatIsAskedForIsWritten(String values) {
    SnapshotFixtures.gadget4(file, 50, some);
    knn("--values", values).succeeded();
    List<String> names =
        Stream.of("Distance", "ID", "Index")
            .filter(n -> values.contains(n.toLowerCase(Locale.ROOT)))
            .toList();
    assertEquals(names, result().names("/Neighbours"));
    assertEquals(
        values.contains("density") ? List.of("Density") : List.of(), result().names("/Queries"));
  }

  @Test
  void theHeaderSaysWhatWasAsked() {
    Particles stars = Particles.uniform(30, 50, 3).withType(4);
    SnapshotFixtures.gadget4(file, 50, some, stars);
    knn("--types", "4,1", "--order", "morton", "-k", 3, "--values", "distance,density").succeeded();
    try (Hdf5File f = Hdf5File.open(out)) {
      assertEquals("morton", f.text("/Header", "Order"));
      assertEquals(file.toString(), f.text("/Header", "Sources"));
      assertEquals(file.toString(), f.text("/Header", "Queries"));
      assertArrayEquals(new long[] {1, 4}, f.longs("/Header", "SourceTypes"));
      assertArrayEquals(new long[] {1, 4}, f.longs("/Header", "QueryTypes"));
      assertArrayEquals(new long[] {430}, f.longs("/Header", "NumSources"));
      assertArrayEquals(new double[] {0.308}, f.doubles("/Header", "Omega0"));
      String line = "jzfof knn " + file + " -o " + out + " --types 4,1 --order morton -k 3";
      assertEquals(line + " --values distance,density", f.text("/Header", "JzfofCommandLine"));
      assertEquals("comoving Mpc/h", f.text("/Neighbours/Distance", "units"));
      assertScaling(f, "/Neighbours/Distance", 1, -1, 3.085678e24);
      assertEquals("1e10 Msun/h / (comoving Mpc/h)^3", f.text("/Queries/Density", "units"));
      assertScaling(f, "/Queries/Density", -3, 2, 1.989e43 / Math.pow(3.085678e24, 3));
      assertEquals("dimensionless", f.text("/Queries/Row", "units"));
    }
    knn("--query-types", 4, "-k", 3).succeeded();
    try (Hdf5File f = Hdf5File.open(out)) {
      assertEquals("file", f.text("/Header", "Order"));
      assertArrayEquals(new long[] {1}, f.longs("/Header", "SourceTypes"));
      assertArrayEquals(new long[] {4}, f.longs("/Header", "QueryTypes"));
    }
  }

  /** Physical cgs is the stored number times a^a h^h toCgs. */
  private static void assertScaling(Hdf5File f, String dataset, double a, double h, double toCgs) {
    assertArrayEquals(new double[] {a}, f.doubles(dataset, "a_scaling"));
    assertArrayEquals(new double[] {h}, f.doubles(dataset, "h_scaling"));
    assertArrayEquals(new double[] {toCgs}, f.doubles(dataset, "to_cgs"));
  }

  /** The two faces of a periodic box are one: equally near ones are in the order of their rows. */
  @Test
  void sourcesOnBothFacesOfTheBoxAreAtOnePlace() {
    double[] faces = {50, 30, 30, 0, 30, 30, 30, 50, 20, 30, 0, 20};
    double[] around = new SplittableRandom(13).doubles(3 * 300, 0, 50).toArray();
    Particles sources = Particles.at(faces).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    Particles queries = Particles.at(around).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    SnapshotFixtures.gadget4(file, 50, sources, queries.withType(4));
    knn("--query-types", 4, "-k", 4).succeeded();
    long[] index = result().longs("/Neighbours/Index");
    double[] distance = result().doubles("/Neighbours/Distance");
    for (int i = 0; i < index.length; i += 2) {
      assertEquals(index[i] + 1, index[i + 1], "row " + i / 4);
      assertEquals(distance[i], distance[i + 1], "row " + i / 4);
    }
  }

  @Test
  void fewerParticlesThanNeighbours() {
    Particles few = Particles.uniform(5, 50, 9);
    SnapshotFixtures.gadget4(file, 50, few);
    knn("-k", 8, "--values", "index,distance,id").warned("only 5 neighbours exist", "-k is 8");
    selfOf(CUBE, 8, narrow(few)).check(result(), false);
    long[] ids = result().longs("/Neighbours/ID");
    assertEquals(3 * 5, Arrays.stream(ids).filter(id -> id == -1).count());
    knn("-k", 5).succeeded();
    knn("-k", 5, "--exclude-self").warned("only 4 neighbours exist");
  }

  @Test
  void nothingAsksOrNothingIsThere() {
    SnapshotFixtures.gadget4(50, some).and(w -> w.group("/PartType4")).write(file);
    knn("--query-types", 4).succeeded();
    assertEquals(0, result().longs("/Neighbours/Index").length);
    knn("--types", 4, "--query-types", 1, "-k", 2).warned("only 0 neighbours exist");
    long[] index = result().longs("/Neighbours/Index");
    assertArrayEquals(LongStream.generate(() -> -1).limit(800).toArray(), index);
  }

  @Test
  void compressedCoordinatesInManyBlocks() {
    Particles many = Particles.uniform(1500, 50, 10);
    SnapshotFixtures.gadget4(50, many).chunked(100, Hdf5Chunks.Filter.GZIP).write(file);
    knn("-k", 4096, "--values", "index").warned("-k is 4096");
    long[] index = result().longs("/Neighbours/Index");
    KnnExpected expected = selfOf(CUBE, 4096, narrow(many));
    for (int query : new int[] {0, 1, 1364, 1365, 1499}) {
      assertArrayEquals(
          expected.row(query), Arrays.copyOfRange(index, 4096 * query, 4096 * query + 4096));
    }
  }

  @Test
  void theExampleAndWhatIsSaidOfIt() {
    file = Path.of("examples/lcdm32/snapshot_001.hdf5");
    Outcome outcome = knn("-k", 20).succeeded();
    for (String part :
        List.of("32768 particles of type 1", "k = 20", "index", "search", "write", "5.0 MiB")) {
      assertTrue(outcome.out().contains(part), outcome.out());
    }
    double[] xyz = narrow(Particles.of(file, 1));
    KnnExpected expected = selfOf(Box.periodic(25, 25, 25), 20, xyz);
    long[] index = result().longs("/Neighbours/Index");
    double[] distance = result().doubles("/Neighbours/Distance");
    for (int query = 0; query < xyz.length / 3; query += 997) {
      expected.check(query, index, distance, query, false);
    }
    knn("-k", 20, "--overwrite", "--index-type", "int64").succeeded();
    assertArrayEquals(index, result().longs("/Neighbours/Index"));
    assertArrayEquals(distance, result().doubles("/Neighbours/Distance"));
    out = dir.resolve("quiet.hdf5");
    assertEquals("", knn("-k", 1, "-q").succeeded().out());
  }

  @Test
  void aDryRunSaysWhatItTakes() {
    SnapshotFixtures.gadget4(file, 50, some);
    Outcome outcome = knn("--dry-run", "-k", 100).succeeded();
    assertTrue(outcome.out().contains("memory needed    about"), outcome.out());
    assertTrue(outcome.out().contains("file size        329 KiB"), outcome.out());
    assertFalse(Files.exists(out.getParent()));
  }
}
