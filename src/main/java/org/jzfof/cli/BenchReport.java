package org.jzfof.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jzfof.bench.FofBenchmark;
import org.jzfof.bench.StageStatistics;
import org.jzfof.error.OutputException;

/**
 * The numbers of a benchmark, as a table and as JSON.
 *
 * @param source what the particles were
 * @param backend what computed
 * @param ranks that shared the work
 * @param repeat runs measured
 * @param result the numbers
 */
record BenchReport(
    String source, String backend, int ranks, int repeat, FofBenchmark.Result result) {

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "groups           %d with %d particles, the largest %d%n",
        result.groups(),
        result.members(),
        result.largest());
    out.printf("%n%d runs%n", repeat);
    out.printf(
        "%-18s %11s %11s %12s %12s%n",
        "stage", "median ms", "minimum ms", "ns/particle", "B/particle");
    for (StageStatistics stage : result.stages()) {
      out.printf(
          Locale.ROOT,
          "%-18s %11.3f %11.3f %12.2f %12.1f%n",
          stage.name(),
          1e3 * stage.medianSeconds(),
          1e3 * stage.minSeconds(),
          1e9 * stage.medianSeconds() / result.particles(),
          (double) stage.peakBytes() / result.particles());
    }
  }

  /**
   * @throws OutputException if the file cannot be written
   */
  void writeJson(Path file) {
    try (OutputStream stream = Files.newOutputStream(file);
        JsonGenerator json = new JsonFactory().createGenerator(stream)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("version", VersionProvider.jzfof());
      json.writeStringField("source", source);
      json.writeStringField("backend", backend);
      json.writeNumberField("ranks", ranks);
      json.writeNumberField("repeat", repeat);
      json.writeNumberField("particles", result.particles());
      json.writeNumberField("groups", result.groups());
      json.writeNumberField("members", result.members());
      json.writeNumberField("largest", result.largest());
      json.writeArrayFieldStart("stages");
      for (StageStatistics stage : result.stages()) {
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
      throw new OutputException(
          file + " cannot be written (" + e.getMessage() + "): name a file in a folder that exists",
          e);
    }
  }
}
