package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;

/**
 * How a command ended.
 *
 * @param code exit code
 * @param out what it printed
 * @param err what it complained of, but for {@code boxMass}
 * @param boxMass the warning that the mass of the box is not that of its cosmology, which is true
 *     of the small sets of nearly all tests; empty if there is none
 */
public record Outcome(int code, String out, String err, String boxMass) {
  /** What warnings about the mass of the box have in common. */
  static final String BOX_MASS = "at the mean density of matter, Omega0 = ";

  /** Of everything that a command printed. */
  public Outcome(int code, String out, String err) {
    this(code, out, lines(err, false), lines(err, true));
  }

  private static String lines(String err, boolean ofBoxMass) {
    return err.contains(BOX_MASS)
        ? err.lines()
            .filter(line -> line.contains(BOX_MASS) == ofBoxMass)
            .map(line -> line + System.lineSeparator())
            .collect(Collectors.joining())
        : ofBoxMass ? "" : err;
  }

  /** Asserts success without a complaint. */
  public Outcome succeeded() {
    assertEquals(0, code, err);
    assertEquals("", err);
    return this;
  }

  /** Asserts success, and that it printed these parts; returns itself. */
  public Outcome printed(String... parts) {
    succeeded();
    for (String part : parts) {
      assertTrue(out.contains(part), () -> "'" + part + "' is not in: " + out);
    }
    return this;
  }

  /** Asserts success with one warning that contains these parts. */
  public void warned(String... parts) {
    assertEquals(0, code, err);
    assertOneLine("jzfof: warning: ", parts);
  }

  /** Asserts an exit code and nothing but one line, an error that contains these parts. */
  public void failed(int exitCode, String... parts) {
    assertOneLine("jzfof: error: ", parts);
    assertEquals(exitCode, code, err);
    assertEquals("", out);
  }

  private void assertOneLine(String start, String... parts) {
    assertTrue(err.startsWith(start), err);
    assertEquals(1, err.lines().count(), err);
    for (String part : parts) {
      assertTrue(err.contains(part), () -> "'" + part + "' is not in: " + err);
    }
  }
}
