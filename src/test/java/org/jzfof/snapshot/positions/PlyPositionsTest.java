package org.jzfof.snapshot.positions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;

class PlyPositionsTest {
  private static final double[] XYZ = {0.1, -2.5, 3e5, 7, 1e-3, -0.25, 10, 11, 12};

  @TempDir Path dir;

  /** A PLY file in one of the formats, written number by number. */
  private static final class Ply {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final String format;
    private final String lineEnd;

    Ply(String format, String lineEnd) {
      this.format = format;
      this.lineEnd = lineEnd;
      line("ply").line("format " + format + " 1.0");
    }

    Ply line(String text) {
      out.writeBytes((text + lineEnd).getBytes(StandardCharsets.US_ASCII));
      return this;
    }

    Ply number(String type, double value) {
      if (format.equals("ascii")) {
        boolean whole = !type.startsWith("float") && !type.equals("double");
        String text = whole ? Long.toString((long) value) : Double.toString(value);
        out.writeBytes((text + " ").getBytes(StandardCharsets.US_ASCII));
        return this;
      }
      ByteBuffer bytes = ByteBuffer.allocate(8);
      bytes.order(format.endsWith("big_endian") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      switch (type) {
        case "uchar" -> bytes.put((byte) value);
        case "short" -> bytes.putShort((short) value);
        case "int" -> bytes.putInt((int) value);
        case "float", "float32" -> bytes.putFloat((float) value);
        case "double" -> bytes.putDouble(value);
        default -> throw new IllegalArgumentException(type);
      }
      out.write(bytes.array(), 0, bytes.position());
      return this;
    }

    Ply endRow() {
      return format.equals("ascii") ? line("") : this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  /** Three vertices with colours and a list, between cameras with lists and faces. */
  private static Ply scene(String format, String type, String lineEnd) {
    Ply ply =
        new Ply(format, lineEnd)
            .line("comment made by a scanner")
            .line("element camera 2")
            .line("property double width")
            .line("property list uchar short lens")
            .line("element vertex 3")
            .line("property uchar red")
            .line("property " + type + " x")
            .line("property " + type + " z")
            .line("property list int float weights")
            .line("property " + type + " y")
            .line("property short quality")
            .line("obj_info a range grid")
            .line("element face 1")
            .line("property list uchar int vertex_indices")
            .line("end_header");
    ply.number("double", 640).number("uchar", 0).endRow();
    ply.number("double", 480).number("uchar", 2).number("short", 10).number("short", 13).endRow();
    for (int i = 0; i < 9; i += 3) {
      ply.number("uchar", 255).number(type, XYZ[i]).number(type, XYZ[i + 2]);
      ply.number("int", i);
      for (int w = 0; w < i; w++) {
        ply.number("float", 0.5);
      }
      ply.number(type, XYZ[i + 1]).number("short", -i).endRow();
    }
    return ply.number("uchar", 3).number("int", 0).number("int", 1).number("int", 2).endRow();
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(dir.resolve("scene.ply"), content);
  }

  private static double[] all(PositionSource positions) {
    double[] xyz = new double[3 * (int) positions.rows()];
    positions.read(
        0, positions.rows(), block -> System.arraycopy(block.doubles(), 0, xyz, 0, xyz.length));
    return xyz;
  }

  @ParameterizedTest
  @CsvSource({
    "ascii, float", "ascii, double",
    "binary_little_endian, float32", "binary_little_endian, double",
    "binary_big_endian, float", "binary_big_endian, double"
  })
  void verticesAreReadFromAllFormats(String format, String type) throws IOException {
    for (String lineEnd : new String[] {"\n", "\r\n", "\r"}) {
      Path file = file(scene(format, type, lineEnd).bytes());
      PositionSource positions = PositionFile.open(file);
      boolean wide = type.equals("double");
      assertEquals(wide, positions.isDouble());
      double[] expected = Arrays.stream(XYZ).map(x -> wide ? x : (float) x).toArray();
      assertArrayEquals(expected, all(positions));
      assertEquals("vertex 1 of " + file, positions.describeRow(1));
    }
  }

  /** Data may begin with the byte of a newline; then only the header says how lines end. */
  @Test
  void dataThatBeginWithANewline() throws IOException {
    float odd = Float.intBitsToFloat(0x0a0a0a0a);
    for (String lineEnd : new String[] {"\n", "\r\n"}) {
      Ply ply =
          new Ply("binary_little_endian", lineEnd)
              .line("element vertex 1")
              .line("property float x")
              .line("property float y")
              .line("property float z")
              .line("end_header");
      ply.number("float", odd).number("float", 1).number("float", 2);
      assertArrayEquals(new double[] {odd, 1, 2}, all(PositionFile.open(file(ply.bytes()))));
    }
  }

  /** Integer coordinates are read, and unused numbers of a text need not be finite. */
  @Test
  void otherTypes() throws IOException {
    String text =
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty int x\nproperty int y\nproperty int z\n"
            + "property float confidence\nend_header\n1 2 16777217 nan\n4 5\n6 0.5";
    PositionSource positions = PositionFile.open(file(text.getBytes(StandardCharsets.US_ASCII)));
    assertTrue(positions.isDouble());
    assertArrayEquals(new double[] {1, 2, 16777217, 4, 5, 6}, all(positions));
  }

  private void refused(byte[] content, String... parts) throws IOException {
    Path file = file(content);
    String message =
        assertThrows(SnapshotException.class, () -> PositionFile.open(file)).getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
    assertTrue(message.contains(file.toString()), message);
  }

  private void refused(String content, String... parts) throws IOException {
    refused(content.getBytes(StandardCharsets.US_ASCII), parts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ascii", "binary_little_endian", "binary_big_endian"})
  void noCutFileIsRead(String format) throws IOException {
    byte[] whole = scene(format, "float", "\n").bytes();
    PositionFile.open(file(whole));
    int end = format.equals("ascii") ? whole.length - 12 : whole.length - 13; // the face
    for (int length = 0; length < end - 4; length += 3) {
      refused(Arrays.copyOf(whole, length));
    }
  }

  @Test
  void cutFilesSayWhere() throws IOException {
    byte[] whole = scene("binary_little_endian", "float", "\n").bytes();
    refused(
        Arrays.copyOf(whole, whole.length - 25),
        "ends at byte " + (whole.length - 25) + ", in the middle of its data: copy the file again");
    String vertices =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1000000000\nproperty float x\n"
            + "property float y\nproperty float z\nend_header\n";
    refused(
        vertices + "123456789012",
        "has 1000000000 elements vertex of at least 12 bytes, but only 12 bytes follow byte "
            + vertices.length());
    String text =
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
            + "property float z\nend_header\n";
    refused(text + "1.25 2.25 3.25\n4.25\n", "ends in line 10, in vertex 1 of 2: copy");
    refused(text + "1.25 2.25 3.25\n4 b 6\n", "line 9 of", "has 'b', which is no number");
    refused(text + "1.25 2.25 3.25\n4 NaN 6\n", "vertex 1 of", "is (4.0, NaN, 6.0): repair");
    refused(text + "1.25 2.25 3.25\n4 1e39 6\n", "is (4.0, Infinity, 6.0): repair");
  }

  @Test
  void badHeaders() throws IOException {
    refused("", "is empty: a PLY file is expected");
    refused("solid bunny\n", "is no PLY file", "texts of x y z are named .xyz");
    refused("ply\nformat ascii 2.0\n", "line 2 of", "'format ascii 2.0': expected is format ascii");
    refused("ply\nformat ascii 1.0\nelement vertex\n", "line 3 of", "expected is element NAME");
    refused("ply\nformat ascii 1.0\nelement vertex -1\n", "expected is element NAME NUMBER");
    refused("ply\nformat ascii 1.0\nproperty float x\n", "an element before its properties");
    String vertex = "ply\nformat ascii 1.0\nelement vertex 1\n";
    refused(vertex + "property real x\n", "line 4 of", "'property real x': expected is property");
    refused(vertex + "property list float int x\n", "an integer type of the lengths");
    refused(vertex + "color red\n", "expected is element, property, comment or end_header");
    refused(vertex + "property float x\n", "in its header (line 5)", "ends with a line end_header");
    String end = "property float y\nproperty float z\nend_header\n1 2 3\n";
    refused(vertex + end, "have the properties y, z: x, y and z are expected");
    refused(vertex + "property list uchar int x\n" + end, "the properties x, y, z: x, y and z");
    refused(vertex + "property float x\nproperty float x\n" + end, "each once");
    refused("ply\nformat ascii 1.0\nelement face 0\nend_header\n", "no element vertex", "face");
    refused("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\n" + end, "has 0 vertices");
  }

  @Test
  void aListOfNegativeLength() throws IOException {
    Ply ply =
        new Ply("binary_big_endian", "\n")
            .line("element strip 1")
            .line("property list int float part")
            .line("element vertex 0")
            .line("end_header")
            .number("int", -7);
    refused(ply.bytes(), "strip 0 of", "has a list part of length -7.0");
  }
}
