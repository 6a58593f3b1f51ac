package org.jzfof.bench.papers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measured figures of a publication, of one machine.
 *
 * @param paper name of the publication
 * @param version version of the program
 * @param date day of the measurement
 * @param machine device of the measurement
 * @param figures measured figures by name
 */
public record PaperResults(
    String paper,
    String version,
    String date,
    String machine,
    int ranks,
    Map<String, List<MeasuredLine>> figures) {
  /**
   * A measured line of a figure.
   *
   * @param ended why the line has no further points; empty if it has all
   */
  public record MeasuredLine(String label, List<Measured> points, String ended) {}

  /**
   * Reads results that were written as JSON.
   *
   * @param file name of the file for messages
   * @throws org.jzfof.error.UsageException if the text is not such results
   */
  public static PaperResults parse(String file, String json) {
    Fields fields = Fields.parse(file, json);
    Map<String, List<MeasuredLine>> figures = new LinkedHashMap<>();
    for (Fields figure : fields.list("figures")) {
      figures.put(
          figure.text("name"), figure.list("lines").stream().map(PaperResults::line).toList());
    }
    return new PaperResults(
        fields.text("paper"),
        fields.text("version"),
        fields.text("date"),
        fields.text("machine"),
        (int) fields.number("ranks"),
        figures);
  }

  private static MeasuredLine line(Fields fields) {
    return new MeasuredLine(
        fields.text("label"),
        fields.list("points").stream().map(PaperResults::point).toList(),
        fields.text("ended"));
  }

  private static Measured point(Fields fields) {
    Map<String, Double> stages = new LinkedHashMap<>();
    Fields named = fields.child("stages");
    named
        .values()
        .keySet()
        .forEach(name -> stages.put(name.toString(), named.number(name.toString())));
    return new Measured(
        fields.number("x"),
        (long) fields.number("points"),
        fields.number("seconds"),
        fields.number("buildSeconds"),
        fields.has("otherSeconds") ? fields.number("otherSeconds") : Double.NaN,
        fields.has("count") ? fields.number("count") : Double.NaN,
        stages,
        (long) fields.number("peakBytes"),
        (int) fields.number("runs"));
  }

  /** Returns the results as JSON. */
  public byte[] json() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(stream)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("paper", paper);
      json.writeStringField("version", version);
      json.writeStringField("date", date);
      json.writeStringField("machine", machine);
      json.writeNumberField("ranks", ranks);
      json.writeArrayFieldStart("figures");
      for (Map.Entry<String, List<MeasuredLine>> figure : figures.entrySet()) {
        json.writeStartObject();
        json.writeStringField("name", figure.getKey());
        json.writeArrayFieldStart("lines");
        for (MeasuredLine line : figure.getValue()) {
          write(json, line);
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream in memory cannot fail
    }
    return stream.toByteArray();
  }

  private static void write(JsonGenerator json, MeasuredLine line) throws IOException {
    json.writeStartObject();
    json.writeStringField("label", line.label);
    json.writeStringField("ended", line.ended);
    json.writeArrayFieldStart("points");
    for (Measured point : line.points) {
      json.writeStartObject();
      json.writeNumberField("x", point.x());
      json.writeNumberField("points", point.points());
      json.writeNumberField("seconds", point.total());
      json.writeNumberField("buildSeconds", point.build());
      if (!Double.isNaN(point.other())) {
        json.writeNumberField("otherSeconds", point.other());
      }
      if (!Double.isNaN(point.count())) {
        json.writeNumberField("count", point.count());
      }
      json.writeNumberField("peakBytes", point.peakBytes());
      json.writeNumberField("runs", point.runs());
      json.writeObjectFieldStart("stages");
      for (Map.Entry<String, Double> stage : point.stages().entrySet()) {
        json.writeNumberField(stage.getKey(), stage.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
