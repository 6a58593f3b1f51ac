package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.filters.UnknownFilter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;

/** Every fault is found by open or check, before any particle is read, with one clear message. */
class BadSnapshotTest {
  @TempDir Path dir;
  private Path file;

  private final Particles some = Particles.uniform(1000, 50, 1);

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
  }

  private void assertFault(String... parts) {
    SnapshotException e =
        assertThrows(
            SnapshotException.class,
            () -> Snapshot.open(file).check(new int[] {1}, ParticleColumn.COMMON, 0, 1));
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
    assertEquals(1, e.getMessage().lines().count(), "one line");
  }

  @Test
  void notHdf5() throws Exception {
    Files.writeString(file, "I am a text");
    assertFault("cannot read " + file + ": not an HDF5 file", "SnapFormat 3");
  }

  @Test
  void truncated() throws Exception {
    SnapshotFixtures.gadget4(file, 50, some);
    try (FileChannel c = FileChannel.open(file, StandardOpenOption.WRITE)) {
      c.truncate(Files.size(file) / 2);
    }
    assertFault("cannot read " + file + ": truncated file", "copy or write it again");
  }

  @Test
  void noSnapshotAtAll() {
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.group("/Data");
    }
    assertFault(file + " has no Header/NumPart_ThisFile: name a snapshot file");
  }

  @Test
  void groupCatalogue() {
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.group("/Header");
      w.attribute("/Header", "Ngroups_Total", Hdf5Type.INT64, 5);
    }
    assertFault("and no snapshot: name the snapshot");
  }

  @Test
  void noParticlesOfTheType() {
    SnapshotFixtures.gadget4(file, 50, some.withType(0), some.withType(4));
    assertFault(file + " has no PartType1: choose from PartType0 (1000), PartType4 (1000)");
    SnapshotException e =
        assertThrows(
            SnapshotException.class,
            () -> Snapshot.open(file).check(new int[] {9}, ParticleColumn.COMMON, 0, 1));
    assertTrue(e.getMessage().contains("has no PartType9"), e.getMessage());
  }

  @Test
  void countsThatDisagreeWithTheData() {
    SnapshotFixtures.gadget4(50, some).counts(1, 1200).write(file);
    assertFault(
        "PartType1/Coordinates in " + file + " has 1000 rows, but NumPart_ThisFile[1] is 1200");
  }

  @Test
  void totalThatDisagreesWithThePieces() {
    List<Path> files = SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("s_1"), 500, 500);
    file = files.get(0);
    SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("t_1"), 400, 600);
    assertTrue(dir.resolve("t_1.1.hdf5").toFile().renameTo(files.get(1).toFile()));
    assertFault("NumPart_Total[1] of " + file + " is 1000, but its 2 file(s) have 1100");
  }

  /** They matter to who reads them. */
  @Test
  void totalsOfTypesThatAreNotRead() {
    Particles gas = Particles.uniform(30, 50, 2).withType(0);
    SnapshotFixtures.gadget4(50, some, gas).write(file);
    Hdf5Edit.integers(file, "/Header", "NumPart_ThisFile", 30, 1000, 136, 0, 0, 7);
    Hdf5Edit.integers(file, "/Header", "NumPart_Total", 29, 1000, 0, 0, 0, 7);
    Snapshot snapshot = Snapshot.open(file);
    assertEquals(0, snapshot.header().counts()[2], "there is nothing of them");
    assertEquals(7, snapshot.header().counts()[5], "both say so");
    snapshot.check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    assertEquals(2, snapshot.countWarnings(new int[] {1}).size());
    String gasText = "NumPart_Total[0] of " + file + " is 29, but its 1 file(s) have 30";
    assertTrue(snapshot.countWarnings(new int[] {1}).get(0).startsWith(gasText));
    SnapshotException e =
        assertThrows(
            SnapshotException.class,
            () -> snapshot.check(new int[] {0, 1}, ParticleColumn.COMMON, 0, 1));
    assertTrue(e.getMessage().startsWith(gasText), e.getMessage());
  }

  @Test
  void piecesWithOtherNumbersOfTypes() {
    List<Path> files = SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("s_1"), 500, 500);
    file = files.get(0);
    SnapshotFixtures.gadget4(50, some).types(2).writeSplit(dir.resolve("t_1"), 500, 500);
    assertTrue(dir.resolve("t_1.1.hdf5").toFile().renameTo(files.get(1).toFile()));
    assertFault(
        files.get(1)
            + " has 2 particle types and "
            + file
            + " has 6: they are not of one snapshot");
  }

  @Test
  void oneShortDataset() {
    SnapshotFixtures.gadget4(50, some)
        .and(
            w -> {
              w.group("/PartType2");
              w.dataset("/PartType2/Coordinates", Hdf5Type.FLOAT32, 5, 3);
              w.dataset("/PartType2/ParticleIDs", Hdf5Type.UINT32, 4);
            })
        .counts(2, 5)
        .massTable(2, 1)
        .write(file);
    SnapshotException e =
        assertThrows(
            SnapshotException.class,
            () -> Snapshot.open(file).check(new int[] {2}, ParticleColumn.COMMON, 0, 1));
    assertTrue(e.getMessage().contains("PartType2/ParticleIDs in " + file + " has 4 rows"));
  }

  @Test
  void missingCoordinates() {
    SnapshotFixtures.gadget4(50)
        .and(w -> w.group("/PartType1"))
        .counts(1, 5)
        .massTable(1, 1)
        .write(file);
    assertFault("PartType1/Coordinates in " + file + " is missing");
  }

  @Test
  void missingMasses() {
    SnapshotFixtures.gadget4(file, 50, some.withMass(0));
    assertFault("PartType1/Masses is missing and MassTable[1] is 0: " + file);
  }

  @Test
  void valuesInAnotherFile() throws Exception {
    Path values = dir.resolve("values.bin");
    SnapshotFixtures.gadget4(file, 50, some);
    Hdf5Extras.remove(file, "/PartType1/Coordinates");
    Hdf5Extras.externalDataset(
        file, "/PartType1/Coordinates", 1000, values.toString(), 100, 12_000);
    assertFault(
        "cannot read PartType1/Coordinates in " + file + ": its values are in " + values,
        "HDF5_EXTFILE_PREFIX");
    ByteBuffer bytes = ByteBuffer.allocate(12_100).order(ByteOrder.LITTLE_ENDIAN).position(100);
    for (double x : some.positions()) {
      bytes.putFloat((float) x);
    }
    Files.write(values, bytes.array());
    Snapshot.open(file).check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    assertEquals(
        (float) some.positions()[2999], (float) Collected.of(Snapshot.open(file), 1).xyz[2999]);
    Files.write(values, Arrays.copyOf(bytes.array(), 12_099));
    assertFault(
        "its values are in " + values + ", which has 12099 of the 12100 bytes: it seems damaged");
  }

  @Test
  void unknownFilter() throws Exception {
    SnapshotFixtures.gadget4(50, some).chunked(100, Hdf5Chunks.Filter.GZIP).write(file);
    UnknownFilter.inPlaceOfGzip(file);
    assertFault(
        "PartType1/", file.toString(), "filter 32013 (zfp)", "not available", "HDF5_PLUGIN_PATH");
  }

  @Test
  void wrongShape() {
    SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT32, 5, 2);
            })
        .counts(1, 5)
        .massTable(1, 1)
        .write(file);
    assertFault("PartType1/Coordinates in " + file + " is float32[5, 2]", "shape [5, 3]");
  }

  @Test
  void flatCoordinates() {
    SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT32, 15);
            })
        .counts(1, 5)
        .massTable(1, 1)
        .write(file);
    assertFault("is float32[15]", "shape [5, 3]");
  }

  @Test
  void integersInCoordinates() {
    SnapshotFixtures.gadget4(file, 50, some.stored(Hdf5Type.INT32, Hdf5Type.UINT32));
    assertFault("PartType1/Coordinates in " + file + " is int32[1000, 3]", "floats");
  }

  @Test
  void integerCoordinatesOfUnknownRegion() {
    SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.group("/Config");
              w.group("/PartType1");
              w.dataset("/PartType1/IntCoordinates", Hdf5Type.UINT32, 5, 3);
            })
        .counts(1, 5)
        .massTable(1, 1)
        .write(file);
    assertFault("needs RegionLen or a periodic BoxSize");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void massTableWithWhatIsNoMass(double mass) {
    SnapshotFixtures.gadget4(50, some).massTable(1, mass).write(file);
    assertFault("MassTable[1] of " + file + " is " + mass + ": write the mass of a particle");
  }

  @Test
  void idsThatAreNoIntegers() {
    Particles floats = some.stored(Hdf5Type.FLOAT32, Hdf5Type.FLOAT64);
    SnapshotFixtures.gadget4(file, 50, floats);
    assertFault("PartType1/ParticleIDs in " + file + " is float64[1000]: write it as integers");
  }

  @Test
  void negativeCounts() {
    SnapshotFixtures.swift(50, some).counts(1, -5).write(file);
    assertFault("NumPart_ThisFile[1] of " + file + " is -5: write or copy the file again");
  }

  @Test
  void boxOfTwoSides() {
    SnapshotFixtures.gadget4(50, some).box(1, 2).write(file);
    assertFault("BoxSize of " + file + " is [1.0, 2.0]");
  }

  @ParameterizedTest
  @CsvSource({"Velocities, 3", "Masses, 1"})
  void widerValuesInALaterPiece(String name, int columns) {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some.withEqualMasses())
            .massTable(1, 0)
            .writeSplit(dir.resolve("snapshot_001"), 600, 400);
    file = files.get(0);
    String dataset = "/PartType1/" + name;
    Hdf5Extras.remove(files.get(1), dataset);
    Hdf5Extras.wideDataset(files.get(1), dataset, 400, columns);
    assertFault(
        "PartType1/%s in %s is not float32 as in %s: write all files of the snapshot alike"
            .formatted(name, files.get(1), files.get(0)));
    Hdf5Extras.remove(files.get(0), dataset);
    Hdf5Extras.wideDataset(files.get(0), dataset, 600, columns);
    Snapshot.open(file).check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
  }

  @Test
  void idsMissingInALaterPiece() {
    List<Path> files = SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("s_1"), 500, 500);
    file = files.get(0);
    Hdf5Extras.remove(files.get(1), "/PartType1/ParticleIDs");
    assertFault(
        "PartType1/ParticleIDs is missing in %s, and %s has it"
            .formatted(files.get(1), files.get(0)));
  }
}
