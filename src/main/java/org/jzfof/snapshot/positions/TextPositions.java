package org.jzfof.snapshot.positions;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzfof.config.Decimal;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;

/**
 * Reads a text of positions: x, y and z are the first numbers of each row ({@link TextRows}), and
 * further columns are ignored. The numbers become float64.
 */
final class TextPositions {
  private static final String REMEDY = ": begin each line with x y z, and others with #";

  private final Path file;
  private double[] xyz = new double[3 << 10];
  private int[] lines = new int[1 << 10];
  private int rows;

  private TextPositions(Path file) {
    this.file = file;
  }

  /**
   * Reads all positions.
   *
   * @throws SnapshotException naming the first line that does not begin with three finite numbers,
   *     or if there is none
   */
  static PositionSource read(Path file) {
    TextPositions text = new TextPositions(file);
    try {
      TextRows.read(file, text::take);
    } catch (CharacterCodingException e) {
      throw new SnapshotException(
          "%s is no text: raw files of x y z are named .f32 or .f64, PLY files .ply"
              .formatted(file),
          e);
    } catch (IOException e) {
      throw SnapshotException.unreadable(file, e);
    }
    if (text.rows == 0) {
      throw new SnapshotException(
          "%s has no positions: a line with x y z is expected for each".formatted(file));
    }
    int[] line = Arrays.copyOf(text.lines, text.rows);
    return new HeldPositions(
        Arrays.copyOf(text.xyz, 3 * text.rows),
        true,
        row -> TextRows.location(file, line[(int) row]));
  }

  private void take(int line, List<String> fields) {
    String location = TextRows.location(file, line);
    if (fields.size() < 3) {
      throw new SnapshotException(
          "%s has %d of the numbers x y z%s".formatted(location, fields.size(), REMEDY));
    }
    if (rows == HeldPositions.MAX_ROWS) {
      throw HeldPositions.tooMany(file, rows + 1L);
    }
    if (rows == lines.length) {
      int longer = (int) Math.min(HeldPositions.MAX_ROWS, 2L * rows);
      lines = Arrays.copyOf(lines, longer);
      xyz = Arrays.copyOf(xyz, 3 * longer);
    }
    for (int d = 0; d < 3; d++) {
      xyz[3 * rows + d] = finite(location, fields.get(d));
    }
    lines[rows++] = line;
  }

  /**
   * Parses a coordinate.
   *
   * @throws SnapshotException if the text is no number, or no finite one
   */
  private static double finite(String location, String text) {
    double value;
    try {
      value = Decimal.parse(text);
    } catch (NumberFormatException e) {
      throw new SnapshotException(
          "%s has '%s', which is no number%s".formatted(location, text, REMEDY), e);
    }
    if (!Double.isFinite(value)) {
      throw new SnapshotException(
          "%s has the coordinate %s: repair or remove it".formatted(location, text));
    }
    return value;
  }
}
