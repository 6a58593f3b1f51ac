package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.files.PackedReader;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Packed lists are the other lists, on any number of ranks and files. */
class PackedListsTest {
  private static final List<String> DATASETS =
      List.of("/Neighbours/Packed", "/Neighbours/BlockOffset", "/Queries/Row");

  @TempDir Path dir;

  private final Particles some =
      Particles.uniform(701, 50, 1).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  private Path file;

  @BeforeEach
  void write() {
    file = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some);
  }

  private Path neighbours(String name, int ranks, String options) {
    Path out = dir.resolve(name + ".hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours", file, "-o", out, "--ranks", ranks));
    words.addAll(List.of(options.split(" ")));
    Outcome outcome = Jzfof.run(words.toArray());
    assertEquals(0, outcome.code(), outcome.err());
    return out;
  }

  private Path[] pieces(String name, int files) {
    return files == 1
        ? new Path[] {dir.resolve(name + ".hdf5")}
        : IntStream.range(0, files)
            .mapToObj(p -> dir.resolve(name + "." + p + ".hdf5"))
            .toArray(Path[]::new);
  }

  /** Compares packed lists with those of the same search in the order of the snapshot. */
  private void check(String search, int files) {
    String inOrder = search.replace("--order morton", "--order file") + " --values index";
    CatalogueFile lists = CatalogueFile.of(neighbours("lists", 1, inOrder));
    long[] index = lists.longs("/Neighbours/Index");
    long[] offset = lists.longs("/Neighbours/Offset");
    CatalogueFile packed = CatalogueFile.of(pieces("packed", files));
    long[] query = packed.longs("/Queries/Row");
    long[] source = packed.isDataset("/Sources/Row") ? packed.longs("/Sources/Row") : query;
    assertEquals(offset.length - 1, query.length);
    assertArrayEquals(
        LongStream.range(0, query.length).toArray(), LongStream.of(query).sorted().toArray());
    int at = 0;
    for (Path piece : pieces("packed", files)) {
      try (PackedReader reader = new PackedReader(piece)) {
        assertEquals(at, reader.firstQuery());
        for (long[] list : reader.lists(0, reader.queries())) {
          int row = (int) query[at++];
          assertArrayEquals(
              Arrays.stream(index, (int) offset[row], (int) offset[row + 1]).sorted().toArray(),
              Arrays.stream(list).map(i -> source[(int) i]).sorted().toArray(),
              search + ": query " + row);
          assertArrayEquals(Arrays.stream(list).sorted().toArray(), list, "order");
        }
        long end = reader.queries();
        if (end > 70) {
          assertArrayEquals(Arrays.copyOfRange(reader.lists(0, end), 63, 70), reader.lists(63, 70));
        }
        reader.check();
      }
    }
    assertEquals(query.length, at);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, --radius 6",
    "2, 1, --radius 6 --exclude-self",
    "3, 1, --radius 0",
    "1, 1, --radius 0 --exclude-self",
    "5, 1, --smoothing -k 9 --symmetric --exclude-self",
    "1, 4, --radius 6",
    "3, 2, --radius 6 --open",
    "2, 5, --smoothing -k 12",
    "5, 16, --radius 3 --exclude-self",
    "2, 1, --radius 60",
    "1, 1, --radius 40 --exclude-self --order morton",
    "3, 1, --radius 6 --method kdtree",
    "1, 1, --radius 6 --method btree --backend cpu --exclude-self",
    "3, 1, --smoothing -k 40 --iterate 0.5"
  })
  void listsAreThoseInTheOrderOfTheSnapshot(int ranks, int files, String search) {
    neighbours("packed", ranks, search + " --values packed,count --files " + files);
    check(search, files);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 3", "5, 2"})
  void queriesAtPlaces(int ranks, int files) {
    Path places = places(333);
    String search = "--queries %s --radii %s:Radii".formatted(places, places);
    neighbours("packed", ranks, search + " --values packed --files " + files);
    check(search, files);
  }

  private Path places(int count) {
    Path places = dir.resolve("places.hdf5");
    double[] radii = new Random(6).doubles(count, -4, 9).map(r -> Math.max(0, r)).toArray();
    try (Hdf5Writer w = Hdf5Writer.create(places)) {
      w.dataset("/Coordinates", Hdf5Type.FLOAT64, count, 3);
      w.write("/Coordinates", 0, count, new Random(5).doubles(3 * count, -20, 70).toArray());
      w.dataset("/Radii", Hdf5Type.FLOAT64, count);
      w.write("/Radii", 0, count, radii);
    }
    return places;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--radius 6 --types 0,4",
        "--radius 6 --types 0,1,4 --exclude-self",
        "--radius 6 --types 1 --query-types 0,4"
      })
  void severalTypes(String search) {
    file =
        SnapshotFixtures.gadget4(
            file,
            50,
            Particles.uniform(150, 50, 2).withType(0),
            Particles.uniform(220, 50, 3),
            Particles.uniform(90, 50, 4).withType(4));
    neighbours("packed", 3, search + " --values packed");
    check(search, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, --radius 6",
    "3, --smoothing -k 12 --exclude-self",
    "2, --radius 6 --queries places.hdf5"
  })
  void sameBytesOnAnyNumberOfRanks(int files, String options) {
    String search = options.replace("places.hdf5", places(200).toString());
    String all = search + " --values packed --files " + files;
    neighbours("one", 1, all);
    for (int ranks : new int[] {2, 3, 5}) {
      neighbours("several", ranks, all);
      for (int p = 0; p < files; p++) {
        CatalogueFile one = CatalogueFile.of(pieces("one", files)[p]);
        CatalogueFile several = CatalogueFile.of(pieces("several", files)[p]);
        for (String dataset : DATASETS) {
          assertArrayEquals(one.longs(dataset), several.longs(dataset), ranks + " " + dataset);
        }
        assertEquals(one.isDataset("/Sources/Row"), several.isDataset("/Sources/Row"));
        if (one.isDataset("/Sources/Row")) {
          assertArrayEquals(one.longs("/Sources/Row"), several.longs("/Sources/Row"));
        }
      }
    }
  }

  /** Many particles at one place, where a domain begins, still come by their rows. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void coincidentParticles(int ranks) {
    double[] xyz = some.positions().clone();
    for (int i = 0; i < xyz.length / 3; i += i % 5 == 0 ? 2 : 1) {
      System.arraycopy(new double[] {20, 21, 22}, 0, xyz, 3 * i, 3);
    }
    file = SnapshotFixtures.gadget4(file, 50, Particles.at(xyz));
    neighbours("one", 1, "--radius 1 --values packed");
    neighbours("packed", ranks, "--radius 1 --values packed");
    CatalogueFile one = CatalogueFile.of(dir.resolve("one.hdf5"));
    CatalogueFile packed = CatalogueFile.of(dir.resolve("packed.hdf5"));
    DATASETS.forEach(d -> assertArrayEquals(one.longs(d), packed.longs(d), d));
    check("--radius 1", 1);
  }

  @ParameterizedTest
  @CsvSource({"1, false, 1", "3, false, 1", "1, true, 0", "3, true, 0"})
  void oneParticle(int ranks, boolean excludeSelf, int neighbours) {
    file = SnapshotFixtures.gadget4(file, 50, Particles.uniform(1, 50, 1));
    String search = "--radius 1" + (excludeSelf ? " --exclude-self" : "");
    neighbours("packed", ranks, search + " --values packed,count");
    check(search, 1);
    try (PackedReader reader = new PackedReader(dir.resolve("packed.hdf5"))) {
      assertEquals(new PackedReader.Counts(neighbours, neighbours), reader.check());
    }
  }

  @Test
  void headerNamesTheFormat() {
    CatalogueFile packed = CatalogueFile.of(neighbours("packed", 1, "--radius 6 --values packed"));
    assertEquals(1, packed.attribute("/Header", "ListFormatVersion"));
    assertEquals(64, packed.attribute("/Header", "BlockQueries"));
    assertFalse(packed.isDataset("/Neighbours/Index"));
    assertFalse(packed.isDataset("/Neighbours/Distance"));
    assertFalse(packed.isDataset("/Neighbours/Offset"));
    assertFalse(packed.isDataset("/Sources/Row"));
  }

  @Test
  void countsAreAlongTheCurve() {
    CatalogueFile packed =
        CatalogueFile.of(neighbours("packed", 3, "--radius 6 --values packed,count"));
    long[] counts = packed.longs("/Queries/Count");
    try (PackedReader reader = new PackedReader(dir.resolve("packed.hdf5"))) {
      long[][] lists = reader.lists(0, reader.queries());
      assertArrayEquals(Arrays.stream(lists).mapToLong(l -> l.length).toArray(), counts);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "packed:index, '--values packed goes with count and smoothing alone: leave index out, or packed'",
    "distance:packed, leave distance out",
    "packed:id, leave id out",
    "packed:count:density, leave density out",
    "packed:dispersion, leave dispersion out"
  })
  void valuesThatPackedListsDoNotHave(String values, String message) {
    Path out = dir.resolve("no/lists.hdf5");
    Jzfof.run("neighbours", file, "-o", out, "--radius", 1, "--values", values.replace(':', ','))
        .failed(2, message);
    Jzfof.run("knn", file, "-o", out, "--values", "packed").failed(2, "--values");
    assertFalse(Files.exists(out.getParent()));
  }

  @Test
  void smoothingLengthsAreAlongTheCurve() {
    String search = "--smoothing -k 40 --iterate 0.5 --values smoothing,";
    double[] inOrder =
        CatalogueFile.of(neighbours("lists", 1, search + "index"))
            .doubles("/Queries/SmoothingLength");
    CatalogueFile packed = CatalogueFile.of(neighbours("packed", 2, search + "packed"));
    long[] row = packed.longs("/Queries/Row");
    double[] lengths = packed.doubles("/Queries/SmoothingLength");
    for (int i = 0; i < row.length; i++) {
      assertEquals(inOrder[(int) row[i]], lengths[i], "query " + row[i]);
    }
  }

  @Test
  void dryRunsCountAndEstimate() {
    Path out = dir.resolve("no.hdf5");
    Outcome dry =
        Jzfof.run("neighbours", file, "-o", out, "--radius", 9, "--values", "packed", "--dry-run");
    dry.succeeded();
    assertFalse(Files.exists(out));
    assertTrue(dry.out().contains("nothing written; the output takes"), dry.out());
    assertTrue(dry.out().contains("memory needed"), dry.out());
  }

  @Test
  void infoReadsThemBack() {
    Path packed = neighbours("packed", 2, "--radius 6 --values packed");
    Outcome info = Jzfof.run("info", packed);
    info.succeeded();
    assertTrue(info.out().contains("701 of 701, from 0"), info.out());
    assertTrue(info.out().contains("bytes per neighbour"), info.out());
    Path lists = neighbours("lists", 1, "--radius 6");
    Jzfof.run("info", lists).failed(3, "a file of neighbour lists");
  }

  @Test
  void damageIsNamed() {
    Path packed = neighbours("packed", 1, "--radius 6 --values packed");
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) -1);
    try (Hdf5Writer w = Hdf5Writer.open(packed)) {
      w.write("/Neighbours/Packed", 0, endless.length, endless);
    }
    Jzfof.run("info", packed).failed(3, packed + ": ", "the file is damaged, make it again");
    Path other = neighbours("other", 1, "--radius 6 --values packed");
    try (Hdf5Writer w = Hdf5Writer.open(other)) {
      w.write("/Neighbours/BlockOffset", 0, 1, new long[] {1});
    }
    Jzfof.run("info", other).failed(3, "BlockOffset does not divide");
    Path newer = neighbours("newer", 1, "--radius 6 --values packed");
    try (Hdf5Writer w = Hdf5Writer.open(newer)) {
      w.removeAttribute("/Header", "ListFormatVersion");
      w.attribute("/Header", "ListFormatVersion", Hdf5Type.INT32, 2);
    }
    Jzfof.run("info", newer).failed(3, "packed lists of version 2", "use a newer jzfof");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aFullDiskIsToldBeforehandAndLeavesNothing(int ranks) throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Path filler = disk.fill(60_000);
      List<Object> words = new ArrayList<>(List.of("neighbours", file, "--radius", 40));
      words.addAll(List.of("--values", "packed", "--ranks", ranks));
      words.addAll(List.of("-o", disk.path().resolve("new/lists.hdf5")));
      Jzfof.run(words, "--dry-run").warned("the output takes 0.5 MB, and the disk has 0.1 MB free");
      Jzfof.run(words).failed(ExitCodes.OUTPUT, "No space left on device");
      assertEquals(List.of(filler), FolderContent.of(disk.path()));
    }
  }
}
