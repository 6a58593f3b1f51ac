package org.jzfof.bench.commands;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jzfof.bench.StageStatistics;
import org.jzfof.cli.common.VersionProvider;

/**
 * The results of a benchmark, for output as a table and as JSON.
 *
 * @param numbers inputs and results, by their JSON keys
 * @param rows number of particles or queries by which times and bytes are divided
 * @param stages statistics of each stage, followed by the total
 */
record BenchReport(
    String summary,
    Map<String, Object> numbers,
    long rows,
    int repeat,
    List<StageStatistics> stages) {

  void print(PrintStream out) {
    out.println(summary);
    out.printf("%n%d runs%n", repeat);
    out.printf(
        "%-18s %11s %11s %12s %12s%n",
        "stage", "median ms", "minimum ms", "ns/particle", "B/particle");
    for (StageStatistics stage : stages) {
      out.printf(
          Locale.ROOT,
          "%-18s %11.3f %11.3f %12.2f %12.1f%n",
          stage.name(),
          1e3 * stage.medianSeconds(),
          1e3 * stage.minSeconds(),
          1e9 * stage.medianSeconds() / rows,
          (double) stage.peakBytes() / rows);
    }
  }

  /** Returns the results as JSON. */
  byte[] json() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(stream)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("version", VersionProvider.jzfof());
      for (Map.Entry<String, Object> number : numbers.entrySet()) {
        json.writeObjectField(number.getKey(), number.getValue());
      }
      json.writeArrayFieldStart("stages");
      for (StageStatistics stage : stages) {
        json.writeStartObject();
        json.writeStringField("name", stage.name());
        json.writeNumberField("medianSeconds", stage.medianSeconds());
        json.writeNumberField("minSeconds", stage.minSeconds());
        json.writeNumberField("peakBytes", stage.peakBytes());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream in memory cannot fail
    }
    return stream.toByteArray();
  }
}
