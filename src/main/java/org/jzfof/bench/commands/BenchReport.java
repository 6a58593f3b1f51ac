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
import org.jzfof.bench.Distribution;
import org.jzfof.bench.StageStatistics;
import org.jzfof.bench.WorkStatistics;
import org.jzfof.cli.common.VersionProvider;

/**
 * The results of a benchmark, for output as a table and as JSON.
 *
 * @param numbers inputs and results, by their JSON keys
 * @param rows number of particles or queries by which times and bytes are divided
 * @param stages statistics of each stage, followed by the total, and by the parts of stages
 * @param work work of searches by the names of the methods; empty if it was not counted
 */
record BenchReport(
    String summary,
    Map<String, Object> numbers,
    long rows,
    int repeat,
    List<StageStatistics> stages,
    Map<String, WorkStatistics> work) {

  /** A report without the work of searches. */
  BenchReport(
      String summary,
      Map<String, Object> numbers,
      long rows,
      int repeat,
      List<StageStatistics> stages) {
    this(summary, numbers, rows, repeat, stages, Map.of());
  }

  /** Returns this report with the work of searches. */
  BenchReport with(Map<String, WorkStatistics> workOfMethods) {
    return new BenchReport(summary, numbers, rows, repeat, stages, workOfMethods);
  }

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
    if (!work.isEmpty()) {
      printWork(out);
    }
  }

  private void printWork(PrintStream out) {
    out.printf(
        "%n%-23s %11s %11s %11s %11s%n", "work per query", "mean", "median", "99 %", "largest");
    work.forEach(
        (method, statistics) ->
            statistics
                .distributions()
                .forEach(
                    (name, counts) ->
                        out.printf(
                            Locale.ROOT,
                            "%-23s %11.2f %11d %11d %11d%n",
                            method + " " + name,
                            counts.mean(),
                            counts.quantile(50),
                            counts.quantile(99),
                            counts.quantile(100))));
    if (work.values().stream().anyMatch(w -> w.distributions().containsKey(WorkStatistics.LANES))) {
      out.println("lanes: of 32 per step of a warp, with a point nearer than the k-th so far");
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
      if (!work.isEmpty()) {
        writeWork(json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream in memory cannot fail
    }
    return stream.toByteArray();
  }

  private void writeWork(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("work");
    for (Map.Entry<String, WorkStatistics> method : work.entrySet()) {
      json.writeStartObject();
      json.writeStringField("method", method.getKey());
      for (Map.Entry<String, Distribution> counts : method.getValue().distributions().entrySet()) {
        json.writeObjectFieldStart(counts.getKey());
        write(json, counts.getValue());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Distribution counts) throws IOException {
    json.writeNumberField("mean", counts.mean());
    json.writeNumberField("median", counts.quantile(50));
    json.writeNumberField("percentile99", counts.quantile(99));
    json.writeNumberField("largest", counts.quantile(100));
    json.writeFieldName("quantiles");
    json.writeArray(counts.quantiles(), 0, counts.quantiles().length);
    json.writeNumberField("histogramWidth", counts.width());
    json.writeFieldName("histogram");
    json.writeArray(counts.histogram(), 0, counts.histogram().length);
  }
}
