package org.jzfof.snapshot.positions;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.error.SnapshotException;

/**
 * The header of a PLY file (Turk 1994, The PLY Polygon File Format): which elements follow it.
 *
 * @param order byte order of the numbers; null if they are text
 */
record PlyHeader(ByteOrder order, List<Element> elements) {
  /** A kind of elements, such as the vertices, and how many there are. */
  record Element(String name, long count, List<Property> properties) {
    /** Smallest number of bytes of one element in the file. */
    long leastBytes(boolean text) {
      return text
          ? 2L * properties.size() - 1 // a digit each, and what is between them
          : properties.stream().mapToLong(Property::leastBytes).sum();
    }
  }

  /**
   * A number of each element, or a list of numbers.
   *
   * @param lengthType type of the length of a list; null for a number
   */
  record Property(String name, PlyType lengthType, PlyType type) {
    boolean isList() {
      return lengthType != null;
    }

    private int leastBytes() {
      return isList() ? lengthType.bytes() : type.bytes();
    }
  }

  /**
   * Reads a header.
   *
   * @throws SnapshotException naming the line at fault
   */
  static PlyHeader read(Path file, PlyInput in) throws IOException {
    return new Reader(file, in).read();
  }

  /** Whether the numbers are text. */
  boolean isText() {
    return order == null;
  }

  /** Reads the lines. */
  private static final class Reader {
    private static final String PROPERTY = "property float x, or property list uchar int NAME";

    private final Path file;
    private final PlyInput in;
    private final List<Element> elements = new ArrayList<>();

    Reader(Path file, PlyInput in) {
      this.file = file;
      this.in = in;
    }

    PlyHeader read() throws IOException {
      if (in.remaining() == 0) {
        throw new SnapshotException("%s is empty: a PLY file is expected".formatted(file));
      }
      if (!in.takeLine().equals("ply")) {
        throw new SnapshotException(
            "%s is no PLY file, for its first line is not 'ply': texts of x y z are named .xyz, .txt or .csv"
                .formatted(file));
      }
      ByteOrder order = order();
      if (order != null) {
        in.order(order);
      }
      for (String line = in.takeLine(); !line.strip().equals("end_header"); line = in.takeLine()) {
        String[] words = line.strip().split("\\s+");
        switch (words[0]) {
          case "comment", "obj_info" -> {}
          case "element" -> elements.add(element(words, line));
          case "property" -> properties(line).add(property(words, line));
          default -> throw fault(line, "element, property, comment or end_header");
        }
      }
      return new PlyHeader(order, List.copyOf(elements));
    }

    private ByteOrder order() throws IOException {
      String line = in.takeLine().strip();
      return switch (line) {
        case "format ascii 1.0" -> null;
        case "format binary_little_endian 1.0" -> ByteOrder.LITTLE_ENDIAN;
        case "format binary_big_endian 1.0" -> ByteOrder.BIG_ENDIAN;
        default -> throw fault(line, "format ascii, binary_little_endian or binary_big_endian 1.0");
      };
    }

    private Element element(String[] words, String line) {
      if (words.length != 3 || !words[2].matches("\\d{1,18}")) {
        throw fault(line, "element NAME NUMBER");
      }
      return new Element(words[1], Long.parseLong(words[2]), new ArrayList<>());
    }

    private List<Property> properties(String line) {
      if (elements.isEmpty()) {
        throw fault(line, "an element before its properties");
      }
      return elements.get(elements.size() - 1).properties;
    }

    private Property property(String[] words, String line) {
      if (words.length == 3) {
        return new Property(words[2], null, type(words[1], line));
      }
      if (words.length == 5 && words[1].equals("list")) {
        PlyType length = type(words[2], line);
        if (length.isReal()) {
          throw fault(line, "an integer type of the lengths of a list");
        }
        return new Property(words[4], length, type(words[3], line));
      }
      throw fault(line, PROPERTY);
    }

    private PlyType type(String name, String line) {
      return PlyType.of(name).orElseThrow(() -> fault(line, PROPERTY));
    }

    private SnapshotException fault(String line, String expected) {
      return new SnapshotException(
          "line %d of %s is '%s': expected is %s".formatted(in.line() - 1, file, line, expected));
    }
  }

  /** The names of the elements, for a message. */
  String names() {
    return elements.stream().map(Element::name).collect(Collectors.joining(", "));
  }
}
