package org.jzfof.snapshot.positions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;

class TextPositionsTest {
  @TempDir Path dir;

  private Path text(String name, String content) throws IOException {
    return Files.writeString(dir.resolve(name), content);
  }

  private static double[] all(PositionSource positions) {
    double[] xyz = new double[3 * (int) positions.rows()];
    positions.read(
        0,
        positions.rows(),
        block -> System.arraycopy(block.doubles(), 0, xyz, 3 * (int) block.row(), block.length()));
    return xyz;
  }

  @ParameterizedTest
  @ValueSource(strings = {"p.xyz", "p.txt", "p.csv", "P.XYZ"})
  void fieldsStandBetweenBlanksOrCommas(String name) throws IOException {
    Path file =
        text(
            name,
            "\ufeff# x y z red\n1 2 3 255\n\n-4.5,\t.25 ,1e3\r\n  7\t8  9.125 # end\n0.1, 2,3, nan, a b");
    PositionSource positions = PositionFile.open(file);
    assertTrue(positions.isDouble());
    assertArrayEquals(
        new double[] {1, 2, 3, -4.5, .25, 1000, 7, 8, 9.125, 0.1, 2, 3}, all(positions));
    assertEquals("line 4 of " + file, positions.describeRow(1));
    assertEquals("line 6 of " + file, positions.describeRow(3));
  }

  /** More rows than a block, of which parts are read. */
  @Test
  void partsAreRead() throws IOException {
    double[] xyz = new SplittableRandom(3).doubles(3 * 70_000, -1, 1).toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < xyz.length; i++) {
      text.append(xyz[i]).append(i % 3 == 2 ? '\n' : ' ');
    }
    PositionSource positions = PositionFile.open(text("p.xyz", text.toString()));
    assertArrayEquals(xyz, all(positions));
    positions.read(
        69_999,
        1,
        block ->
            assertArrayEquals(
                Arrays.copyOfRange(xyz, 3 * 69_999, 3 * 70_000),
                Arrays.copyOf(block.doubles(), 3)));
  }

  private void refused(String content, String... parts) throws IOException {
    Path file = text("bad.xyz", content);
    String message =
        assertThrows(SnapshotException.class, () -> PositionFile.open(file)).getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
    assertTrue(message.contains(file.toString()), message);
  }

  @Test
  void badTexts() throws IOException {
    refused("", "has no positions: a line with x y z");
    refused("# x y z\n\n", "has no positions");
    refused("1 2 3\n4 5\n", "line 2 of", "has 2 of the numbers x y z: begin each line with x y z");
    refused("x,y,z\n1,2,3\n", "line 1 of", "has 'x', which is no number", "others with #");
    refused("1 2 3\n# a\n1 NaN 3\n", "line 3 of", "has the coordinate NaN: repair or remove it");
    refused("1 2 Infinity\n", "line 1 of", "has the coordinate Infinity");
    refused("1 2 1e400\n", "has the coordinate 1e400");
    refused("1,,3\n", "has '', which is no number");
    Path binary = Files.write(dir.resolve("b.txt"), new byte[] {(byte) 0xff, 0, 1, (byte) 0xfe});
    String message =
        assertThrows(SnapshotException.class, () -> PositionFile.open(binary)).getMessage();
    assertTrue(message.contains("is no text: raw files of x y z are named .f32"), message);
    assertThrows(SnapshotException.class, () -> PositionFile.open(dir.resolve("none.xyz")));
  }
}
