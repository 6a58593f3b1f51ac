package org.jzfof.catalogue.stored;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.config.Decimal;
import org.jzfof.domain.Box;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;
import org.jzfof.snapshot.positions.TextRows;

/** Reads a text of positions: a row x y z or x y z id for each ({@link TextRows}). */
final class CentreText {
  private static final String REMEDY = ": give x y z, or x y z id, in each line";
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
    try {
      TextRows.read(file, text::take);
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
        .inside(box, row -> TextRows.location(file, line[row]));
  }

  private void take(int number, List<String> fields) {
    line = number;
    if (fields.size() != ID && fields.size() != ID + 1) {
      throw fault("has %d columns".formatted(fields.size()));
    }
    if (columns != 0 && columns != fields.size()) {
      throw fault("has %d columns, and lines before have %d".formatted(fields.size(), columns));
    }
    columns = fields.size();
    lines.add(line);
    for (int d = 0; d < ID; d++) {
      positions.add(number(fields.get(d)));
    }
    if (columns > ID) {
      ids.add(id(fields.get(ID)));
    }
  }

  private double number(String text) {
    double value;
    try {
      value = Decimal.parse(text);
    } catch (NumberFormatException e) {
      throw new CatalogueException(
          "%s has '%s', which is no number%s"
              .formatted(TextRows.location(file, line), text, REMEDY),
          e);
    }
    if (!Double.isFinite(value)) {
      throw new CatalogueException(
          "%s has %s: spheres need finite centres".formatted(TextRows.location(file, line), text));
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
        .formatted(TextRows.location(file, line), text);
  }

  private CatalogueException fault(String problem) {
    return new CatalogueException(
        "%s %s%s".formatted(TextRows.location(file, line), problem, REMEDY));
  }
}
