package org.jzfof.snapshot.positions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.config.Decimal;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.positions.PlyHeader.Element;
import org.jzfof.snapshot.positions.PlyHeader.Property;

/**
 * Reads the vertices of a PLY file: their properties x, y and z, of any type. Other properties, and
 * the elements before them, are skipped; what follows the vertices is not read.
 */
final class PlyPositions {
  private static final String VERTEX = "vertex";

  private final Path file;
  private final PlyInput in;
  private final PlyHeader header;

  private PlyPositions(Path file, PlyInput in, PlyHeader header) {
    this.file = file;
    this.in = in;
    this.header = header;
  }

  /**
   * Reads all vertices.
   *
   * @throws SnapshotException if the file is no PLY file, has no vertices, ends before their last
   *     one, or a coordinate is not finite
   */
  static PositionSource read(Path file) {
    try (PlyInput in = new PlyInput(file)) {
      PlyHeader header = PlyHeader.read(file, in);
      return new PlyPositions(file, in, header).read();
    } catch (IOException e) {
      throw SnapshotException.unreadable(file, e);
    }
  }

  private PositionSource read() throws IOException {
    for (Element element : header.elements()) {
      requireBytes(element);
      if (element.name().equals(VERTEX)) {
        return vertices(element);
      }
      for (long i = 0; i < element.count(); i++) {
        for (Property property : element.properties()) {
          skip(element, i, property);
        }
      }
    }
    throw new SnapshotException(
        "%s has no element vertex (its elements: %s): positions are expected as its vertices"
            .formatted(file, header.names()));
  }

  private void requireBytes(Element element) throws IOException {
    long least = element.leastBytes(header.isText());
    if (least > 0 && element.count() > (in.remaining() + 1) / least) {
      throw new SnapshotException(
          "%s has %d elements %s of at least %d bytes, but only %d bytes follow byte %d: copy the file again"
              .formatted(
                  file, element.count(), element.name(), least, in.remaining(), in.position()));
    }
  }

  private PositionSource vertices(Element vertex) throws IOException {
    int[] column = columns(vertex);
    if (vertex.count() == 0) {
      throw new SnapshotException("%s has 0 vertices: at least one is expected".formatted(file));
    }
    if (vertex.count() > HeldPositions.MAX_ROWS) {
      throw HeldPositions.tooMany(file, vertex.count());
    }
    double[] xyz = new double[3 * (int) vertex.count()];
    for (int row = 0; row < vertex.count(); row++) {
      for (int p = 0; p < column.length; p++) {
        Property property = vertex.properties().get(p);
        if (column[p] >= 0) {
          xyz[3 * row + column[p]] = number(vertex, row, property.type());
        } else {
          skip(vertex, row, property);
        }
      }
      requireFinite(xyz, row);
    }
    return new HeldPositions(xyz, isDouble(vertex), this::describe);
  }

  /** Whether float32 cannot hold a coordinate: of text, only those declared float. */
  private static boolean isDouble(Element vertex) {
    return vertex.properties().stream()
        .filter(property -> coordinate(property) >= 0)
        .anyMatch(property -> property.type().bytes() > 2 && property.type() != PlyType.FLOAT32);
  }

  /** The coordinate that each property is: 0 to 2, or -1 if it is none. */
  private int[] columns(Element vertex) {
    List<Property> properties = vertex.properties();
    int[] column = properties.stream().mapToInt(PlyPositions::coordinate).toArray();
    if (!Arrays.equals(
        Arrays.stream(column).filter(c -> c >= 0).sorted().toArray(), new int[] {0, 1, 2})) {
      throw new SnapshotException(
          "the vertices of %s have the properties %s: x, y and z are expected, each once and with one number"
              .formatted(
                  file, properties.stream().map(Property::name).collect(Collectors.joining(", "))));
    }
    return column;
  }

  private static int coordinate(Property property) {
    return property.isList() || property.name().length() != 1 ? -1 : "xyz".indexOf(property.name());
  }

  private void skip(Element element, long row, Property property) throws IOException {
    double length = 1;
    if (property.isList()) {
      length = number(element, row, property.lengthType());
      if (!(length >= 0)) {
        throw new SnapshotException(
            "%s %d of %s has a list %s of length %s, before byte %d: copy the file again"
                .formatted(element.name(), row, file, property.name(), length, in.position()));
      }
    }
    for (long i = 0; i < length; i++) {
      if (header.isText()) {
        word(element, row);
      } else {
        in.takeNumber(property.type());
      }
    }
  }

  private double number(Element element, long row, PlyType type) throws IOException {
    if (!header.isText()) {
      return in.takeNumber(type);
    }
    String word = word(element, row);
    try {
      double value = Decimal.parse(word);
      return type == PlyType.FLOAT32 ? (float) value : value;
    } catch (NumberFormatException e) {
      throw new SnapshotException(
          "line %d of %s has '%s', which is no number: a number of %s %d is expected"
              .formatted(in.line(), file, word, element.name(), row),
          e);
    }
  }

  private String word(Element element, long row) throws IOException {
    String word = in.takeWord();
    if (word.isEmpty()) {
      throw new SnapshotException(
          "%s ends in line %d, in %s %d of %d: copy the file again"
              .formatted(file, in.line(), element.name(), row, element.count()));
    }
    return word;
  }

  private void requireFinite(double[] xyz, int row) {
    for (int d = 0; d < 3; d++) {
      if (!Double.isFinite(xyz[3 * row + d])) {
        throw new SnapshotException(
            "the position of %s is (%s, %s, %s): repair or remove it"
                .formatted(describe(row), xyz[3 * row], xyz[3 * row + 1], xyz[3 * row + 2]));
      }
    }
  }

  private String describe(long row) {
    return "vertex %d of %s".formatted(row, file);
  }
}
