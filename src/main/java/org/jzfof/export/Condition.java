package org.jzfof.export;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * A comparison of a column with a number: {@code NAME OP NUMBER}. Integers are compared exactly.
 * Missing numbers (NaN) fulfil no comparison.
 *
 * @param column column of one number per row
 */
record Condition(TableColumn column, Operator operator, BigDecimal number) {
  private static final String OPTION = "--where";

  private static final Pattern TERM =
      Pattern.compile("\\s*([^\\s<>=!]+)\\s*(<=|>=|==|!=|=|<|>)\\s*([^\\s<>=!]+)\\s*");

  /** Operators between a column and a number. */
  enum Operator {
    LESS("<", sign -> sign < 0),
    AT_MOST("<=", sign -> sign <= 0),
    GREATER(">", sign -> sign > 0),
    AT_LEAST(">=", sign -> sign >= 0),
    EQUAL("==", sign -> sign == 0),
    DIFFERENT("!=", sign -> sign != 0);

    private final String text;
    private final IntPredicate holds;

    Operator(String text, IntPredicate holds) {
      this.text = text;
      this.holds = holds;
    }

    static Operator of(String text) {
      return Arrays.stream(values())
          .filter(operator -> operator.text.equals(text))
          .findFirst()
          .orElse(EQUAL);
    }
  }

  /**
   * Reads conditions that are joined by "and".
   *
   * @param where conditions; empty for none
   * @throws UsageException if the text is no condition, or names no column of the table
   */
  static List<Condition> parse(String where, NamedColumns table) {
    if (where.isBlank()) {
      return List.of();
    }
    return Arrays.stream(where.split("(?i)\\band\\b", -1))
        .map(term -> term(where, term, table))
        .toList();
  }

  private static Condition term(String where, String term, NamedColumns table) {
    Matcher matcher = TERM.matcher(term);
    if (!matcher.matches()) {
      throw new UsageException(
          "%s is \"%s\", whose \"%s\" is no condition: give NAME OP NUMBER with <, <=, >, >=, == or !=, joined by and, such as \"GroupLen >= 100 and GroupMass > 1e3\""
              .formatted(OPTION, where, term.strip()));
    }
    TableColumn column = table.column(OPTION, matcher.group(1));
    if (column.width() > 1) {
      throw new UsageException(
          "%s compares %s, which has %d numbers: name one of %s"
              .formatted(
                  OPTION, column.name(), column.width(), String.join(", ", column.components())));
    }
    return new Condition(column, Operator.of(matcher.group(2)), number(where, matcher.group(3)));
  }

  private static BigDecimal number(String where, String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "%s is \"%s\", whose %s is no number: compare a column with a number, such as GroupMass > 1e3"
              .formatted(OPTION, where, text),
          e);
    }
  }

  /** Returns for each of some rows whether it fulfils the comparison. */
  boolean[] test(RowRange rows) {
    Numbers numbers = column.source().read(rows);
    boolean[] holds = new boolean[(int) rows.count()];
    double real = number.doubleValue();
    for (int row = 0; row < holds.length; row++) {
      holds[row] =
          numbers.reals() == null
              ? operator.holds.test(exact(numbers.integers()[row]).compareTo(number))
              : !Double.isNaN(numbers.reals()[row])
                  && operator.holds.test(Double.compare(numbers.reals()[row] + 0.0, real));
    }
    return holds;
  }

  private BigDecimal exact(long value) {
    return value >= 0 || column.type() != Hdf5Type.UINT64
        ? BigDecimal.valueOf(value)
        : new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
  }
}
