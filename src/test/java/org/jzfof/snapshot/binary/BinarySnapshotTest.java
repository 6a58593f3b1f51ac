package org.jzfof.snapshot.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Binary snapshots, good and bad. */
class BinarySnapshotTest {
  private static final double BOX = 100;
  private static final int N = 40;

  @TempDir Path dir;

  private final Particles dark = Particles.uniform(N, BOX, 3).withMass(2);
  private final Particles stars =
      Particles.uniform(10, BOX, 4).withType(4).withMasses(masses(10)).withIds(ids(10, 1000));

  private static float[] masses(int n) {
    float[] masses = new float[n];
    for (int i = 0; i < n; i++) {
      masses[i] = i + 0.5f;
    }
    return masses;
  }

  private static long[] ids(int n, long first) {
    long[] ids = new long[n];
    Arrays.setAll(ids, i -> first + i);
    return ids;
  }

  private Path file() {
    return dir.resolve("snap_004");
  }

  private static BinaryFixture little(int format, Particles... particles) {
    return new BinaryFixture(format, ByteOrder.LITTLE_ENDIAN, BOX, particles);
  }

  private double[] doubles(String dataset) {
    try (Hdf5File f = SnapshotFormats.open(file());
        Hdf5Dataset data = f.dataset(dataset)) {
      double[] values = new double[(int) (data.info().rows() * data.info().columns())];
      data.read(0, (int) data.info().rows(), values);
      assertTrue(data.reading().endsWith("read by threads"), data.reading());
      assertEquals("", data.unwritten().orElse(""));
      return values;
    }
  }

  @ParameterizedTest
  @CsvSource({"1,true,false", "1,false,true", "2,true,true", "2,false,false"})
  void hasTheDatasetsOfGadget(int format, boolean little, boolean wide) {
    Hdf5Type real = wide ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
    Hdf5Type integer = wide ? Hdf5Type.UINT64 : Hdf5Type.UINT32;
    Particles[] both = {dark.stored(real, integer), stars.stored(real, integer)};
    ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    new BinaryFixture(format, order, BOX, both).write(file());
    for (Particles p : both) {
      String group = "/PartType" + p.type() + "/";
      double[] positions = p.positions().clone();
      if (!wide) {
        Arrays.setAll(positions, i -> (float) p.positions()[i]);
      }
      assertArrayEquals(positions, doubles(group + "Coordinates"));
      double[] velocities = new double[3 * p.count()];
      Arrays.setAll(velocities, i -> p.velocities()[i]);
      assertArrayEquals(velocities, doubles(group + "Velocities"));
    }
    double[] masses = new double[10];
    Arrays.setAll(masses, i -> i + 0.5);
    assertArrayEquals(masses, doubles("/PartType4/Masses"));
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertFalse(f.exists("/PartType1/Masses"));
      try (Hdf5Dataset data = f.dataset("/PartType4/ParticleIDs")) {
        long[] ids = new long[10];
        data.read(0, 10, ids);
        assertArrayEquals(ids(10, 1000), ids);
        assertEquals((wide ? "uint64" : "uint32") + "[10]", data.info().describe());
      }
      assertEquals(
          "format %d, %s-endian".formatted(format, little ? "little" : "big"),
          f.text("/Binary", "Format"));
    }
    SnapshotHeader header = Snapshot.open(file()).header();
    assertArrayEquals(new long[] {0, N, 0, 0, 10, 0}, header.counts());
    assertEquals(0.678, header.cosmology().hubble());
    assertEquals(3.085678e21, header.units().lengthCm(), 1e10);
    assertTrue(header.units().perHubble());
    assertEquals(Math.sqrt(0.5), header.velocityToPeculiar());
  }

  /** L-PICOLA writes IDs if it is told to, and grids for 2LPTic have positions alone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void mayLackIdsAndVelocities(int format) {
    little(format, dark).without("ID  ").write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals(List.of("Coordinates", "Velocities"), f.children("/PartType1"));
    }
    little(format, dark.withMass(0)).without("ID  ").without("VEL ").write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals(List.of("Coordinates"), f.children("/PartType1"));
    }
  }

  /** Headers of Gadget-1 with zeros for totals and files, and files without particles. */
  @Test
  void zerosInTheHeaderStateNothing() {
    little(1, dark).header(0, 0, 0, 0, 0, 0, 0).write(file());
    assertEquals(N, Snapshot.open(file()).header().counts()[1]);
    long[] totals = {0, N, 0, 0, 0, 0};
    little(2, dark).header(3, totals).write(dir.resolve("ics.0"));
    little(2, dark.slice(0, 0)).header(3, totals).write(dir.resolve("ics.1"));
    little(2, dark.slice(0, 0))
        .header(3, totals)
        .and("POS ")
        .and("VEL ")
        .and("ID  ")
        .write(dir.resolve("ics.2"));
    assertEquals(N, Snapshot.open(dir.resolve("ics")).header().counts()[1]);
  }

  @Test
  void upperWordsOfTotals() {
    little(1, dark).header(1, 0, N + (3L << 32), 0, 0, 0, 0).write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals(3, f.longs("/Header", "NumPart_Total_HighWord")[1]);
      assertEquals(N, f.longs("/Header", "NumPart_Total")[1]);
    }
  }

  @Test
  void unknownBlocksAreLeftAlone() {
    little(2, dark).and("XYZ ", new byte[12]).and("POT ", new byte[4 * N]).write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals("'XYZ' (12 bytes)", f.text("/Binary", "OtherBlocks"));
      assertTrue(f.exists("/PartType1/Potential"));
    }
    little(1, dark).and("POT ", new byte[4 * N]).write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals("5 (160 bytes)", f.text("/Binary", "OtherBlocks"));
    }
    little(2, dark).and("RHO ", new byte[8]).and("SFR ", new byte[4]).write(file());
    try (Hdf5File f = SnapshotFormats.open(file())) {
      assertEquals("'RHO' (8 bytes), 'SFR' (4 bytes)", f.text("/Binary", "OtherBlocks"));
    }
  }

  private void assertDamaged(byte[] bytes, String... parts) throws IOException {
    Files.write(file(), bytes);
    SnapshotException e = assertThrows(SnapshotException.class, () -> Snapshot.open(file()));
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), () -> part + " is not in: " + e.getMessage());
    }
    assertTrue(e.getMessage().contains(file().toString()), e.getMessage());
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] damaged = bytes.clone();
    damaged[at] ^= 1;
    return damaged;
  }

  /** Every byte of every marker, in front of a block and behind it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void damagedMarkersAreNamed(int format) throws IOException {
    BinaryFixture fixture = little(format, dark, stars);
    byte[] sound = fixture.bytes();
    List<Integer> starts = fixture.records();
    String[] names = {"HEAD", "POS", "VEL", "ID", "MASS"};
    for (int k = 0; k + 1 < starts.size(); k++) {
      String name = format == 1 ? names[k] : k % 2 == 0 ? "(its label)" : names[k / 2];
      for (int b = 0; b < 4; b++) {
        if (k > 0) {
          assertDamaged(
              flipped(sound, starts.get(k) + b), "block ", name, "at byte " + starts.get(k));
        }
        assertDamaged(
            flipped(sound, starts.get(k + 1) - 4 + b),
            "block ",
            name,
            "at byte " + (starts.get(k + 1) - 4) + ", is ");
      }
    }
    assertDamaged(flipped(sound, 0), "not an HDF5 file", "bytes 0 to 3 are 256 or 8");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void truncatedFilesAreNamed(int format) throws IOException {
    BinaryFixture fixture = little(format, dark, stars);
    byte[] sound = fixture.bytes();
    List<Integer> ends = fixture.records().subList(2 * format, fixture.records().size()); // of POS
    for (int length = 4; length < sound.length; length++) {
      if (format == 2 && ends.indexOf(length) % 2 == 0 || format == 1 && ends.contains(length)) {
        continue; // without a block at the end
      }
      assertDamaged(
          Arrays.copyOf(sound, length), "block ", "the file ends", "copy or write the file again");
    }
    assertDamaged(Arrays.copyOf(sound, sound.length + 3), "the file ends there, at byte");
    assertDamaged(
        Arrays.copyOf(sound, sound.length + 16), format == 1 ? "it is empty" : "(its label)");
  }

  @Test
  void blocksOfTheWrongLength() throws IOException {
    byte[] sound = little(1, dark).bytes();
    assertDamaged(
        flipped(sound, 4 + 4), // the number of particles of type 1
        "block POS of ",
        "at byte 264, is damaged: its marker is 480, but it has 492 or 984 bytes by the counts");
    assertDamaged(
        little(1, dark, stars).without("MASS").and("POT ", new byte[4 * (N + 10)]).bytes(),
        "block MASS",
        "its marker is 200, but it has 40 or 80 bytes");
    assertDamaged(
        little(2, dark, stars).without("MASS").and("XYZ ", new byte[4]).bytes(),
        "block MASS",
        "the file ends without it, although 10 particles have one, and 'XYZ' (4 bytes) is not known");
    assertDamaged(little(2, dark).without("POS ").bytes(), "block POS", "ends without it");
    assertDamaged(little(1, dark).without("VEL ").bytes(), "block VEL", "its marker is 160");
  }

  @Test
  void labelsThatDoNotFit() throws IOException {
    BinaryFixture fixture = little(2, dark);
    byte[] bytes = fixture.bytes();
    bytes[fixture.records().get(4) + 4] = 'W'; // of VEL
    assertDamaged(bytes, "block VEL", "the file ends without it", "'WEL' (480 bytes) is not known");
    byte[] twice = fixture.bytes();
    System.arraycopy("POS ".getBytes(), 0, twice, fixture.records().get(4) + 4, 4);
    assertDamaged(twice, "block POS", "it is there twice");
  }

  /** Whatever the block of the user of an HDF5 file begins with, HDF5 knows its signature. */
  @Test
  void userBlocksOfHdf5() throws IOException {
    byte[] hdf5 =
        Files.readAllBytes(SnapshotFixtures.gadget4(dir.resolve("plain.hdf5"), BOX, dark));
    byte[] shifted = new byte[512 + hdf5.length];
    shifted[1] = 1; // 256, as in format 1
    System.arraycopy(hdf5, 0, shifted, 512, hdf5.length);
    assertTrue(BinaryFormat.of(Files.write(file(), shifted)).isEmpty());
    assertTrue(BinaryFormat.of(dir).isEmpty());
    assertTrue(BinaryFormat.of(dir.resolve("none")).isEmpty());
    assertTrue(BinaryFormat.of(Files.write(file(), new byte[] {0, 1})).isEmpty());
  }

  @Test
  void nothingStaysOpen() {
    little(2, dark, stars).write(file());
    long before = open();
    for (int i = 0; i < 50; i++) {
      doubles("/PartType4/Coordinates");
    }
    assertEquals(before, open());
  }

  private static long open() {
    return H5.H5Fget_obj_count(HDF5Constants.H5F_OBJ_ALL, HDF5Constants.H5F_OBJ_ALL);
  }
}
