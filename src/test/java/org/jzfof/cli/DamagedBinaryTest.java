package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.binary.BinaryFixture;

/**
 * Binary snapshots with some bytes changed or cut off: a run refuses them in one line that names
 * the file, or finds the groups of the particles that the file has. {@code -Djzfof.damaged=500}
 * tries so many of each kind.
 */
class DamagedBinaryTest {
  private static final Integer ASKED = Integer.getInteger("jzfof.damaged");
  private static final int FILES = ASKED == null ? 40 : ASKED;
  private static final int HEADER = 300;
  private static final double BOX = 50;
  private static final Set<Integer> REFUSALS = Set.of(ExitCodes.USAGE, ExitCodes.SNAPSHOT);

  @TempDir Path dir;

  private Outcome run(Path file) {
    return Jzfof.run(
        List.of("run", file, "-o", dir.resolve("out"), "--overwrite", "--so", "none"),
        "--linking-length",
        2.4,
        "--types",
        "1",
        "--attach",
        "4",
        "--threads",
        1);
  }

  private long[] members() {
    CatalogueFile catalogue = CatalogueFile.of(GadgetTables.file(dir.resolve("out"), "004"));
    double[] positions = catalogue.doubles("/Group/GroupPos");
    assertTrue(Arrays.stream(positions).allMatch(Double::isFinite));
    return catalogue.longs("/IDs/ID");
  }

  /** Where bytes are changed: the header, the markers and labels, or anywhere. */
  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, true", "2, false"})
  void isRefusedOrSearchedWhole(int format, boolean little) throws IOException {
    float[] masses = new float[600];
    Arrays.fill(masses, 2);
    Particles stars = Particles.uniform(600, BOX, 2).withType(4).withMasses(masses);
    BinaryFixture fixture =
        new BinaryFixture(
            format,
            little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN,
            BOX,
            Particles.uniform(4000, BOX, 1).withMass(3),
            stars.withIds(LongStream.range(5000, 5600).toArray()));
    Path file = fixture.write(dir.resolve("snap_004"));
    byte[] sound = fixture.bytes();
    List<Integer> starts = fixture.records();
    assertEquals(0, run(file).code());
    long[] expected = members();
    assertTrue(expected.length > 100);
    int refused = 0;
    for (int seed = 0; seed < FILES; seed++) {
      Random random = new Random(97L * seed + format);
      int kind = seed % 4;
      byte[] bytes = sound.clone();
      if (kind == 3) {
        bytes = Arrays.copyOf(sound, random.nextInt(sound.length));
      }
      for (int flips = kind == 3 ? 0 : 1 + random.nextInt(3); flips > 0; flips--) {
        int record = random.nextInt(starts.size());
        boolean label = format == 2 && record % 2 == 0; // all of which is looked at
        int near = starts.get(record) - 4 + random.nextInt(label ? 16 : 8);
        int at =
            kind == 0 ? random.nextInt(HEADER) : kind == 1 ? near : random.nextInt(sound.length);
        bytes[Math.min(Math.max(at, 0), sound.length - 1)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, bytes);
      Outcome outcome = run(file);
      String what = "format %d, seed %d: %s".formatted(format, seed, outcome.err());
      if (outcome.code() == ExitCodes.OK) {
        long[] members = members();
        if (kind == 1) {
          assertArrayEquals(expected, members, what);
        }
        assertFalse(kind == 3 && !outcome.err().contains("IDs"), what);
      } else {
        refused++;
        assertTrue(REFUSALS.contains(outcome.code()), what);
        assertEquals(1, outcome.err().lines().count(), what);
        assertTrue(kind == 0 || outcome.err().contains(file.toString()), what);
      }
    }
    assertTrue(refused > FILES / 4, refused + " of " + FILES);
  }
}
