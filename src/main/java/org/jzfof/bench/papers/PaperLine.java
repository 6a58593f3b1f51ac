package org.jzfof.bench.papers;

/**
 * A line of a figure: one measurement for each value on the horizontal axis.
 *
 * @param at values on the horizontal axis, ascending
 * @param settings settings of the search, in which {x} stands for the value on the horizontal axis
 */
public record PaperLine(String label, double[] at, Fields settings) {
  static PaperLine of(Fields fields) {
    return new PaperLine(fields.text("label"), fields.numbers("at"), fields);
  }

  /** Returns the measurement at a value on the horizontal axis. */
  Setting setting(double x) {
    return Setting.of(settings, x);
  }

  /** Whether each measurement is compared with another one. */
  boolean isCompared() {
    return settings.has("against");
  }

  /** Returns the measurement that the one at a value is compared with. */
  Setting other(double x) {
    return Setting.of(settings.child("against").over(settings), x);
  }
}
