package org.jzfof.bench.papers;

import java.util.List;
import java.util.Locale;

/**
 * A figure or table of a publication: lines of measurements over a quantity.
 *
 * @param name name such as fig6
 * @param title what is searched
 * @param x horizontal axis
 * @param y vertical axis
 * @param value the measured value that the figure shows
 * @param published points that text and tables of the publication state, and those of other
 *     programs
 */
public record PaperFigure(
    String name,
    String title,
    Axis x,
    Axis y,
    Value value,
    List<PaperLine> lines,
    List<Published> published) {
  /** An axis; its label has the unit. */
  public record Axis(String label, boolean logarithmic) {
    static Axis of(Fields fields) {
      return new Axis(fields.text("label"), fields.text("scale", "log").equals("log"));
    }
  }

  /**
   * Points of the publication, or of other programs.
   *
   * @param label whose points they are, and on which hardware
   */
  public record Published(String label, double[] x, double[] y) {
    static Published of(Fields fields) {
      return new Published(fields.text("label"), fields.numbers("x"), fields.numbers("y"));
    }
  }

  /** Creates a figure from its description. */
  static PaperFigure of(Fields fields) {
    Fields common = fields.child("measure");
    return new PaperFigure(
        fields.text("name"),
        fields.text("title"),
        Axis.of(fields.child("x")),
        Axis.of(fields.child("y")),
        Value.valueOf(fields.child("y").text("value").toUpperCase(Locale.ROOT)),
        fields.list("lines").stream().map(line -> PaperLine.of(line.over(common))).toList(),
        fields.list("published").stream().map(Published::of).toList());
  }
}
