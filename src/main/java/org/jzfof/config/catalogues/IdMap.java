package org.jzfof.config.catalogues;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.error.UsageException;

/**
 * How the particle IDs of one run become those of its twin: steps of unsigned 64-bit arithmetic,
 * one after the other.
 */
public record IdMap(List<Step> steps) {
  /** The IDs are the same. */
  public static final IdMap SAME = new IdMap(List.of());

  private static final Pattern STEP = Pattern.compile("([-+*/%])(\\d{1,20})");

  public IdMap {
    steps = List.copyOf(steps);
  }

  /**
   * One operation.
   *
   * @param operation + - * / or %
   * @param number second operand, unsigned
   */
  public record Step(char operation, long number) {
    private long of(long id) {
      return switch (operation) {
        case '+' -> id + number;
        case '-' -> id - number;
        case '*' -> id * number;
        case '/' -> Long.divideUnsigned(id, number);
        default -> Long.remainderUnsigned(id, number);
      };
    }

    @Override
    public String toString() {
      return operation + Long.toUnsignedString(number);
    }
  }

  /**
   * Reads a rule.
   *
   * @param text steps such as -1,/2, separated by commas
   * @throws UsageException naming the step at fault and what to give instead
   */
  static IdMap of(String text) {
    List<Step> steps = new ArrayList<>();
    for (String step : text.split(",", -1)) {
      Matcher parts = STEP.matcher(step.strip());
      if (!parts.matches()) {
        throw wrong(step);
      }
      try {
        steps.add(new Step(parts.group(1).charAt(0), Long.parseUnsignedLong(parts.group(2))));
      } catch (NumberFormatException e) { // above 2^64
        throw wrong(step);
      }
      Step last = steps.get(steps.size() - 1);
      if (last.number == 0 && "*/%".indexOf(last.operation) >= 0) {
        throw wrong(step);
      }
    }
    return new IdMap(steps);
  }

  private static UsageException wrong(String step) {
    return new UsageException(
        "--id-map has the step '%s': give one of +N, -N, *N, /N (without remainder) and %%N (remainder), such as /2"
            .formatted(step));
  }

  /** Returns the ID of the twin. */
  public long of(long id) {
    long mapped = id;
    for (Step step : steps) {
      mapped = step.of(mapped);
    }
    return mapped;
  }

  @Override
  public String toString() {
    return steps.isEmpty() ? "same" : String.join(",", steps.stream().map(Step::toString).toList());
  }
}
