package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.FolderContent;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof knn} on what it cannot do: one message, its exit code, nothing left behind. */
class KnnBadInputTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(200, 50, 1);
  private Path file;
  private Path queries;
  private Path out;

  @BeforeEach
  void write() {
    file = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
    queries = dir.resolve("queries.hdf5");
    out = dir.resolve("out/neighbours.hdf5");
  }

  private Outcome knn(Object... more) {
    return Jzfof.run(List.of("knn", file, "-o", out), more);
  }

  private void assertRefused(int code, List<?> options, String... parts) {
    knn(options.toArray()).failed(code, parts);
    assertFalse(Files.exists(out.getParent()), "the output folder was made");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-310, 1e-200, 1e-40, 1e40, 1e160})
  void distancesBeyondFloat32(double side) {
    double[] xyz = {0.1 * side, 0.2 * side, 0.3 * side, 0.4 * side, 0.5 * side, 0.6 * side};
    Particles far = Particles.at(xyz).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    file = SnapshotFixtures.gadget4(dir.resolve("far_001.hdf5"), side, far);
    assertRefused(3, List.of("-k", 2), "distances in a box of", "another unit");
    file = SnapshotFixtures.gadget4(dir.resolve("open_001.hdf5"), 1, far);
    assertRefused(3, List.of("-k", 2, "--open"), "distances in a box of", "another unit");
  }

  private void positions(Consumer<Hdf5Writer> content) throws IOException {
    Files.deleteIfExists(queries);
    try (Hdf5Writer w = Hdf5Writer.create(queries)) {
      content.accept(w);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-k 0 | -k is 0: give 1 to 4096",
        "-k -3 | -k is -3: give 1 to 4096",
        "-k 4097 | -k is 4097: give 1 to 4096",
        "-k many | 'many' is not an int",
        "-k 1 --values density | -k is 1: a density needs at least 2",
        "--values | Missing required parameter for option '--values'",
        "--values mass | DISTANCE, INDEX, ID, DENSITY",
        "--values id,id | --values has a value twice",
        "--order random | FILE, MORTON",
        "--order morton --query-types 0 | --order morton is for neighbours of the particles",
        "--exclude-self --query-types 0 | --exclude-self is for neighbours of the particles",
        "--query-types -1 | --query-types has -1",
        "--query-types 4,4 | --query-types has 4 twice",
        "--types -1 | --types has -1",
        "--open --box 3 | --open and --box exclude each other",
        "--box 1,2 | --box has 2 sides",
        "--files 0 | --files is 0",
        "--threads 0 | --threads is 0",
        "--ranks 0 | --ranks is 0"
      })
  void optionsThatMakeNoSense(String options, String message) {
    assertRefused(ExitCodes.USAGE, List.of(options.split(" ")), message);
  }

  @Test
  void missingSnapshotTypesAndBoxes() {
    assertRefused(ExitCodes.SNAPSHOT, List.of("--types", 4), "has no PartType4: choose from");
    assertRefused(ExitCodes.SNAPSHOT, List.of("--query-types", 4), "has no PartType4: choose from");
    SnapshotFixtures.gadget4(50, some).box().write(file);
    assertRefused(ExitCodes.SNAPSHOT, List.of(), "has no BoxSize: give --box L");
    assertRefused(ExitCodes.SNAPSHOT, List.of("--box", 1), "outside the periodic box of 1.0");
    file = dir.resolve("none");
    assertRefused(ExitCodes.SNAPSHOT, List.of(), "none does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--open"})
  void positionsThatAreNoNumbers(String open) {
    List<String> options = open.isEmpty() ? List.of() : List.of(open);
    for (Hdf5Type stored : List.of(Hdf5Type.FLOAT32, Hdf5Type.FLOAT64)) {
      Particles bad = Particles.uniform(200, 50, 2).stored(stored, Hdf5Type.UINT64);
      bad.positions()[3 * 150 + 1] = Double.NaN;
      bad.positions()[3 * 170] = Double.POSITIVE_INFINITY;
      SnapshotFixtures.gadget4(file, 50, some.withType(0), bad);
      assertRefused(
          ExitCodes.SNAPSHOT,
          Stream.concat(Stream.of("--types", "0,1"), options.stream()).toList(),
          "the position of row 150 of PartType1 in " + file + " (ID 151) is (",
          ", NaN, ",
          "repair or remove the particle");
      // Found in the middle of the work: the folder of the output goes again.
      assertRefused(
          ExitCodes.SNAPSHOT,
          Stream.concat(Stream.of("--types", "0", "--query-types", "1"), options.stream()).toList(),
          "the position of row 150 of PartType1 in " + file + " (ID 151) is (");
    }
  }

  @Test
  void placesThatAreNoNumbers() throws IOException {
    double[] places = new double[3 * 40];
    places[3 * 17 + 2] = Double.NEGATIVE_INFINITY;
    positions(
        w -> {
          w.dataset("/Coordinates", Hdf5Type.FLOAT32, 40, 3);
          w.write("/Coordinates", 0, 40, places);
        });
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--queries", queries),
        "the position of row 17 of Coordinates in " + queries + " is (0.0, 0.0, -Infinity)");
    ByteBuffer raw = ByteBuffer.allocate(8 * places.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asDoubleBuffer().put(places);
    Path f64 = Files.write(dir.resolve("places.f64"), raw.array());
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--queries", f64),
        "the position of row 17 in " + f64 + " is (0.0, 0.0, -Infinity)");
  }

  @Test
  void filesThatHoldNoPlaces() throws IOException {
    List<?> options = List.of("--queries", queries);
    assertRefused(ExitCodes.SNAPSHOT, options, queries + " does not exist");
    Files.writeString(queries, "I am a text");
    assertRefused(
        ExitCodes.SNAPSHOT, options, "not an HDF5 file", "a raw file of positions is named .f32");
    positions(w -> w.group("/Stars"));
    assertRefused(
        ExitCodes.SNAPSHOT, options, "has no positions (at the top: Stars)", "Coordinates or Pos");
    positions(
        w -> {
          w.dataset("/Coordinates", Hdf5Type.FLOAT32, 2, 3);
          w.dataset("/Positions", Hdf5Type.FLOAT32, 2, 3);
        });
    assertRefused(ExitCodes.SNAPSHOT, options, "has both Coordinates and Positions");
    positions(w -> w.dataset("/Positions", Hdf5Type.FLOAT32, 3, 2));
    assertRefused(
        ExitCodes.SNAPSHOT, options, "Positions in " + queries + " is float32[3, 2]", "[any, 3]");
    positions(w -> w.dataset("/Positions", Hdf5Type.INT32, 2, 3));
    assertRefused(ExitCodes.SNAPSHOT, options, "is int32[2, 3], but positions");
    positions(w -> w.dataset("/Positions", Hdf5Type.FLOAT32, 2, 3));
    assertRefused(
        ExitCodes.USAGE,
        List.of("--queries", queries, "--query-types", 1),
        queries + " is no snapshot and has no particle types: leave out --query-types");
    Path raw = Files.write(dir.resolve("places.f32"), new byte[13]);
    assertRefused(
        ExitCodes.SNAPSHOT, List.of("--queries", raw), "has 13 bytes", "float32 x, y, z, 12 bytes");
    Path none = dir.resolve("none.f64");
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--queries", none),
        none + " cannot be read (No such file or directory): check its name and permissions");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aPieceTwice(int ranks) throws IOException {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("snapshot_002"), 50, 50, 100);
    Files.copy(files.get(0), files.get(1), StandardCopyOption.REPLACE_EXISTING);
    String message = files.get(0) + " and " + files.get(1) + " begin with the same particles";
    assertRefused(
        ExitCodes.SNAPSHOT, List.of("--queries", files.get(0), "--ranks", ranks), message);
    file = files.get(0);
    assertRefused(ExitCodes.SNAPSHOT, List.of("--ranks", ranks), message);
  }

  @Test
  void whatWasNeverWrittenAndMassesBesideTheTable() {
    Hdf5Extras.remove(file, "/PartType1/Coordinates");
    Hdf5Extras.partlyWritten(file, "/PartType1/Coordinates", 200, 20, new float[3 * 60]);
    knn().warned("7 of 10 chunks of 20 rows of PartType1/Coordinates in " + file + " were never");
    SnapshotFixtures.gadget4(50, some.withEqualMasses()).massTable(1, 3).write(file);
    knn().succeeded();
    knn("--values", "density")
        .warned("MassTable[1] is 3.0 and is used, although PartType1/Masses in");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void queriesOutsideThePlaneOfAFlatBox(int ranks) throws IOException {
    double[] flat = some.positions().clone();
    for (int i = 0; i < flat.length; i += 3) {
      flat[i] = 7;
    }
    SnapshotFixtures.gadget4(50, Particles.at(flat)).box(0, 50, 50).write(file);
    byte[] places = new byte[4 * 12];
    FloatBuffer xyz = ByteBuffer.wrap(places).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    xyz.put(new float[] {7, 1, 2, 7, 3, 400, 7, 5, 6, 7, 8, 9});
    Path asking = Files.write(dir.resolve("places.f32"), places);
    List<Object> options = List.of("--queries", asking, "-k", 2, "--ranks", ranks);
    knn(options.toArray()).succeeded();
    xyz.put(6, 8);
    Files.write(asking, places);
    out = dir.resolve("second/neighbours.hdf5");
    assertRefused(
        ExitCodes.SNAPSHOT,
        options,
        "x of row 2 in " + asking + " is 8.0, and the sources lie in the plane x = 7.0",
        "a box of 0.0 x 50.0 x 50.0: give queries in it");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void positionsThatAreEqualAndNegativeIds(int ranks) {
    Particles many = Particles.uniform(1000, 50, 1);
    Arrays.fill(many.positions(), 600, 1800, 7);
    SnapshotFixtures.gadget4(file, 50, many);
    knn("--ranks", ranks).warned("of 1000 positions are equal, from row 256 of PartType1", "7.0");
    long[] ids = LongStream.range(0, 200).map(i -> 100 - i).toArray();
    SnapshotFixtures.gadget4(file, 50, some.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.INT64));
    knn("--ranks", ranks, "--values", "id", "--overwrite")
        .warned("99 IDs are negative, the first -1 in row 101 of PartType1", "2^64 - 1");
    knn("--ranks", ranks, "--overwrite").succeeded();
  }

  @Test
  void queriesInOtherUnits() {
    SnapshotFixtures.gadget4(queries, 50_000, some);
    List<?> options = List.of("--queries", queries);
    assertRefused(
        ExitCodes.SNAPSHOT, options, queries + " has a BoxSize of [50000.0", "[50.0, 50.0, 50.0]");
    knn("--queries", queries, "--box", 50).succeeded();
    knn("--queries", queries, "--open").succeeded();
    SnapshotFixtures.swift(50, some).write(queries);
    out = dir.resolve("second/neighbours.hdf5");
    for (List<?> more : List.of(List.of(), List.of("--open"), List.of("--box", 50))) {
      assertRefused(
          ExitCodes.SNAPSHOT,
          Stream.concat(options.stream(), more.stream()).toList(),
          queries
              + " has lengths in (3.00000e+24 cm), and the sources in Mpc/h: convert the queries first");
    }
  }

  @Test
  void missingIdsAndMassesWhereTheyAreAskedFor() {
    SnapshotFixtures.gadget4(file, 50, some.withIds((long[]) null).withMass(0));
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--values", "distance,id"),
        "PartType1/ParticleIDs is missing: leave id out of --values");
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--values", "density"),
        "PartType1/Masses is missing and MassTable[1] is 0");
    knn().succeeded();
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -1})
  void massesThatAreNone(float bad) {
    float[] masses = new float[200];
    masses[44] = bad;
    SnapshotFixtures.gadget4(file, 50, some.withMasses(masses));
    assertRefused(
        ExitCodes.SNAPSHOT,
        List.of("--values", "density"),
        "the mass of row 44 of PartType1 in " + file + " (ID 45) is " + bad);
    knn().succeeded();
  }

  @Test
  void placesThatCannotBeWritten() throws IOException {
    byte[] snapshot = Files.readAllBytes(file);
    out = file;
    knn().failed(ExitCodes.OUTPUT, "cannot write " + file + ": it is read as well");
    out = dir.resolve("snapshot_001"); // its second piece is the snapshot
    Path piece = Files.move(file, dir.resolve("snapshot_001.1"));
    file = piece;
    knn("--files", 2).failed(ExitCodes.OUTPUT, "cannot write " + piece + ": it is read as well");
    assertArrayEquals(snapshot, Files.readAllBytes(piece));
    out = dir.resolve("folder");
    Path taken = Files.createDirectories(out.resolve("neighbours_001.1.hdf5"));
    knn().failed(ExitCodes.OUTPUT, taken + ": a folder has that name");
    out = Files.writeString(dir.resolve("text"), "not a folder").resolve("neighbours.hdf5");
    knn("--dry-run").failed(ExitCodes.OUTPUT, "text is not a folder; choose another with -o");
  }

  @Test
  void aFullDiskKeepsTheOlderFile() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      out = disk.path().resolve("new/neighbours.hdf5");
      knn("--dry-run", "-k", 150).succeeded();
      Path filler = disk.fill(60_000);
      knn("--dry-run", "-k", 150).warned("the output takes 0.3 MB, and the disk has 0.1 MB free");
      knn("-k", 150).failed(ExitCodes.OUTPUT, "cannot write " + out, "No space left on device");
      assertEquals(List.of(filler), FolderContent.of(disk.path()));
      Files.delete(filler);
      knn("-k", 10).succeeded();
      byte[] older = Files.readAllBytes(out);
      disk.fill(older.length + 60_000);
      List<Path> before = FolderContent.of(disk.path());
      knn("-k", 150).failed(ExitCodes.OUTPUT, "No space left on device");
      knn("-k", 150, "--files", 3).failed(ExitCodes.OUTPUT, "No space left on device");
      assertEquals(before, FolderContent.of(disk.path()));
      assertArrayEquals(older, Files.readAllBytes(out));
    }
  }
}
