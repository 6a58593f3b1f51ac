package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;

/** Coordinates that Gadget-4 stores as integers of any width. */
class IntegerCoordinatesTest {
  @TempDir Path dir;

  private Collected read(SnapshotFixtures f) {
    Snapshot s = Snapshot.open(f.write(dir.resolve("snapshot_003.hdf5")));
    s.check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    return Collected.of(s, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT32", "UINT64", "UINT128"})
  void areFractionsOfTheBox(Hdf5Type stored) {
    Collected c = read(integers(stored, 50));
    assertEquals("fractions", c.form);
    assertArrayEquals(new int[] {1, 0x80000000, -1, 0, 0x40000000, 12345}, c.fractions);
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT32", "UINT64", "UINT128"})
  void ofAnotherRegionAreDouble(Hdf5Type stored) {
    Collected c =
        read(
            integers(stored, 50)
                .and(w -> w.attribute("/Header", "RegionLen", Hdf5Type.FLOAT64, 64)));
    assertEquals("double", c.form);
    double cell = 64 * 0x1p-32;
    // Of the lower bits a double has room for 21.
    double below = stored == Hdf5Type.UINT32 ? 0 : cell * (1 - 0x1p-21);
    double[] expected = {cell, 32, 64 - cell, 0, 16, 12345 * cell};
    Arrays.setAll(expected, i -> expected[i] + below);
    assertArrayEquals(expected, c.xyz);
  }

  /** Two particles whose upper 32 bits are known; lower bits are all set where there are any. */
  private SnapshotFixtures integers(Hdf5Type stored, double box) {
    int[] upper = {1, 0x80000000, -1, 0, 0x40000000, 12345};
    int bytes = stored == Hdf5Type.UINT32 ? 4 : stored == Hdf5Type.UINT64 ? 8 : 16;
    ByteBuffer raw = ByteBuffer.allocate(6 * bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int u : upper) {
      for (int i = 0; i < bytes - 4; i++) {
        raw.put((byte) -1);
      }
      raw.putInt(u);
    }
    return SnapshotFixtures.gadget4(box)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/IntCoordinates", stored, 2, 3);
              w.write("/PartType1/IntCoordinates", 0, 2, raw.array());
            })
        .counts(1, 2)
        .massTable(1, 1);
  }
}
