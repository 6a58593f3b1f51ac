package org.jzfof.catalogue.stored;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.config.Decimal;
import org.jzfof.domain.Box;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;

/**
 * Reads a text of positions: one line x y z or x y z id for each, separated by commas or blanks; #
 * starts a comment.
 */
final class CentreText {
  private static final Pattern BETWEEN = Pattern.compile("\\s*,\\s*|\\s+");
  private static final String REMEDY = ": give x y z, or x y z id, in each line";
  private static final String COMMENT = "#";
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final int ID = 3;

  /** Number of digits of the largest ID. */
  private static final int DIGITS = 20;

  private final Path file;
  private final DoubleStream.Builder positions = DoubleStream.builder();
  private final LongStream.Builder ids = LongStream.builder();
  private final IntStream.Builder lines = IntStream.builder();
  private int columns;
  private int line;

  private CentreText(Path file) {
    this.file = file;
  }

  static CentreTable read(Path file, Box box) {
    CentreText text = new CentreText(file);
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String next = in.readLine(); next != null; next = in.readLine()) {
        text.line++;
        text.take(text.line == 1 && next.startsWith(BYTE_ORDER_MARK) ? next.substring(1) : next);
      }
    } catch (IOException e) {
      throw new CatalogueException(
          "cannot read %s: %s; name a group catalogue, FILE.hdf5:DATASET, or a text of x y z"
              .formatted(file, SystemFault.cause(e)),
          e);
    }
    int[] line = text.lines.build().toArray();
    return new CentreTable(
            file,
            text.positions.build().toArray(),
            text.columns > ID ? text.ids.build().toArray() : null)
        .inside(box, row -> location(file, line[row]));
  }

  private static String location(Path file, int line) {
    return "line %d of %s".formatted(line, file);
  }

  private void take(String text) {
    int end = text.indexOf(COMMENT);
    String values = (end < 0 ? text : text.substring(0, end)).strip();
    if (values.isEmpty()) {
      return;
    }
    String[] fields = BETWEEN.split(values, -1);
    if (fields.length != ID && fields.length != ID + 1) {
      throw fault("has %d columns".formatted(fields.length));
    }
    if (columns != 0 && columns != fields.length) {
      throw fault("has %d columns, and lines before have %d".formatted(fields.length, columns));
    }
    columns = fields.length;
    lines.add(line);
    for (int d = 0; d < ID; d++) {
      positions.add(number(fields[d]));
    }
    if (columns > ID) {
      ids.add(id(fields[ID]));
    }
  }

  private double number(String text) {
    double value;
    try {
      value = Decimal.parse(text);
    } catch (NumberFormatException e) {
      throw new CatalogueException(
          "%s has '%s', which is no number%s".formatted(location(file, line), text, REMEDY), e);
    }
    if (!Double.isFinite(value)) {
      throw new CatalogueException(
          "%s has %s: spheres need finite centres".formatted(location(file, line), text));
    }
    return value;
  }

  /** Parses an ID, which programs write as 12, 12.0 or 1.2e+01. */
  private long id(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      if ((long) value.precision() - value.scale() <= DIGITS) {
        BigInteger id = value.toBigIntegerExact();
        if (id.signum() >= 0 && id.bitLength() <= Long.SIZE) {
          return id.longValue();
        }
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw new CatalogueException(noId(text), e);
    }
    throw new CatalogueException(noId(text));
  }

  private String noId(String text) {
    return "%s has the ID '%s': give a whole number from 0 to 2^64 - 1"
        .formatted(location(file, line), text);
  }

  private CatalogueException fault(String problem) {
    return new CatalogueException("%s %s%s".formatted(location(file, line), problem, REMEDY));
  }
}
