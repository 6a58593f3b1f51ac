package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Extras.Part;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader;

/** A virtual file is the snapshot: what it says is read, wherever its datasets come from. */
class VirtualSnapshotTest {
  private static final int[] DARK_MATTER = {1};

  @TempDir Path dir;

  private final Particles some = Particles.uniform(100, 50, 1);
  private List<Path> sources;
  private Path file;

  @BeforeEach
  void writeSources() {
    sources = SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("source_0003"), 60, 0, 40);
    file = dir.resolve("virtual_0007.hdf5");
  }

  private void header(long rows) {
    SnapshotFixtures.gadget4(50)
        .and(w -> w.group("/PartType1"))
        .counts(1, rows)
        .massTable(1, 2)
        .write(file);
  }

  private void write(long rows, List<Part> parts) {
    header(rows);
    Hdf5Extras.virtualDataset(file, "/PartType1/Coordinates", true, rows, 3, parts);
    Hdf5Extras.virtualDataset(file, "/PartType1/Velocities", true, rows, 3, parts);
    Hdf5Extras.virtualDataset(file, "/PartType1/ParticleIDs", false, rows, 1, parts);
  }

  private List<Part> whole() {
    return List.of(Part.whole(sources.get(0), 0, 60), Part.whole(sources.get(2), 60, 40));
  }

  /** Rows of the sources, in the order in which the virtual file must show them. */
  private void assertRows(int... rows) {
    Snapshot s = Snapshot.open(file);
    s.check(DARK_MATTER, ParticleColumn.COMMON, 0, 1);
    assertEquals(rows.length, s.header().counts()[1]);
    float[] xyz = new float[3 * rows.length];
    float[] velocities = new float[3 * rows.length];
    long[] ids = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int d = 0; d < 3; d++) {
        xyz[3 * i + d] = (float) some.positions()[3 * rows[i] + d];
        velocities[3 * i + d] = some.velocities()[3 * rows[i] + d];
      }
      ids[i] = rows[i] + 1;
    }
    double[] read = Collected.of(s, 1).xyz;
    for (int i = 0; i < xyz.length; i++) {
      assertEquals(xyz[i], (float) read[i]);
    }
    assertArrayEquals(velocities, Collected.velocities(s, 1, 0, rows.length));
    assertArrayEquals(ids, Collected.ids(s, 1, 0, rows.length));
    for (int from = 0; from + 7 <= rows.length; from += 5) {
      assertArrayEquals(
          Arrays.copyOfRange(ids, from, from + 7), Collected.ids(s, 1, from, 7), "from " + from);
    }
    int[] words = new int[3 * rows.length];
    try (StoredColumn column = new StoredColumn(s.header(), 1, "Coordinates")) {
      column.read(0, rows.length, words);
    }
    for (int i = 0; i < xyz.length; i++) {
      assertEquals(xyz[i], Float.intBitsToFloat(words[i]));
    }
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  @Test
  void wholeSourcesOneAfterTheOther() {
    write(100, whole());
    assertRows(range(0, 100));
    SnapshotHeader header = Snapshot.open(file).header();
    assertEquals(List.of(file), header.pieces().stream().map(p -> p.file()).toList());
    assertEquals(List.of(file, sources.get(0), sources.get(2)), header.files());
    assertEquals(2, Snapshot.open(file).constantMass(1).getAsDouble(), "of the virtual file");
  }

  @Test
  void aSelectionOfRows() {
    String first = sources.get(0).getFileName().toString();
    String last = sources.get(2).getFileName().toString();
    write(
        30,
        List.of(
            new Part(last, 0, 10, 5, 1, 40),
            new Part(first, 10, 15, 30, 1, 60),
            new Part(last, 25, 5, 0, 1, 40)));
    int[] rows = new int[30];
    for (int i = 0; i < 30; i++) {
      rows[i] = i < 10 ? 65 + i : i < 25 ? 20 + i : 35 + i;
    }
    assertRows(rows);
  }

  /** What is not made of consecutive rows is put together by HDF5. */
  @Test
  void everyOtherRow() {
    write(30, List.of(new Part(sources.get(0).getFileName().toString(), 0, 30, 0, 2, 60)));
    int[] rows = range(0, 30);
    Arrays.setAll(rows, i -> 2 * i);
    assertRows(rows);
  }

  @Test
  void virtualDatasetsOfVirtualDatasets() throws IOException {
    write(100, whole());
    Path inner = dir.resolve("inner.hdf5");
    Files.move(file, inner);
    write(40, List.of(new Part(inner.getFileName().toString(), 0, 40, 30, 1, 100)));
    assertRows(range(30, 70));
  }

  @Test
  void idsOfTheVirtualFileItself() {
    long[] own = new long[100];
    Arrays.setAll(own, i -> 1_000_000_000_000L + i);
    Particles ids = some.withIds(own).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT64);
    SnapshotFixtures.gadget4(50, ids).write(file);
    Hdf5Extras.remove(file, "/PartType1/Coordinates");
    Hdf5Extras.virtualDataset(file, "/PartType1/Coordinates", true, 100, 3, whole());
    Snapshot s = Snapshot.open(file);
    assertArrayEquals(own, Collected.ids(s, 1, 0, 100));
    assertEquals((float) some.positions()[299], (float) Collected.of(s, 1).xyz[299]);
  }

  @Test
  void sourcesNeedNoHeader() {
    Hdf5Extras.remove(sources.get(0), "/Header");
    Hdf5Extras.remove(sources.get(2), "/Header");
    write(100, whole());
    assertRows(range(0, 100));
  }

  private void assertFault(String... parts) {
    SnapshotException e =
        assertThrows(
            SnapshotException.class,
            () -> {
              Snapshot s = Snapshot.open(file);
              s.check(DARK_MATTER, ParticleColumn.COMMON, 0, 1);
              Collected.of(s, 1);
            });
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  /** HDF5 would fill all of them with zeros. */
  @Test
  void whatIsNotThere() throws IOException {
    write(110, whole());
    assertFault("PartType1/Coordinates in " + file, "its sources hold 300 of its 330 values");
    write(30, List.of(new Part(sources.get(0).getFileName().toString(), 0, 30, 0, 2, 60)));
    Hdf5Extras.remove(sources.get(0), "/PartType1/Coordinates");
    assertFault("its source /PartType1/Coordinates is not in " + sources.get(0));
    write(100, whole());
    assertFault("its source /PartType1/Coordinates is not in " + sources.get(0));
    Files.delete(sources.get(0));
    assertFault(sources.get(0) + " is missing: the virtual file " + file + " refers to it");
  }

  @Test
  void itsOwnSource() {
    for (String name : List.of(".", file.getFileName().toString())) {
      write(30, List.of(new Part(name, 0, 30, 0, 1, 30)));
      assertFault("PartType1/Coordinates in " + file + " is virtual, and its own source");
    }
  }

  @Test
  void sourcesThatAreShorterThanTheyWere() {
    write(100, whole());
    SnapshotFixtures.gadget4(50, some.slice(0, 50)).write(sources.get(0));
    assertFault(
        "is float32[50, 3], but rows 0 to 60 of float32 in PartType1/Coordinates in " + file);
  }

  @Test
  void chunksThatASourceNeverGotAreTold() {
    Path first = sources.get(0);
    Hdf5Extras.remove(first, "/PartType1/Coordinates");
    Hdf5Extras.partlyWritten(first, "/PartType1/Coordinates", 60, 20, new float[3 * 20]);
    write(100, whole());
    assertEquals(
        List.of(
            "2 of 3 chunks of 20 rows of PartType1/Coordinates in %s were never written and are read as zeros"
                .formatted(first)),
        List.copyOf(
            Snapshot.open(file)
                .check(DARK_MATTER, ParticleColumn.COMMON, 0, 1)
                .unwritten()
                .values()));
  }
}
