package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code jzfof bench} writes to a JSON file. */
final class BenchNumbers {
  private BenchNumbers() {}

  /**
   * Runs a benchmark twice over; those of a stage are named "stage.name".
   *
   * @param problem fof or knn
   * @param json file to write
   * @param input the particles, and more options
   */
  static Map<String, String> of(String problem, Path json, Object... input) throws IOException {
    Outcome outcome =
        Jzfof.run(List.of("bench", problem, "--repeat", 2, "--warmup", 0, "--json", json), input);
    outcome.succeeded();
    assertTrue(outcome.out().contains("median ms"), outcome.out());
    Map<String, String> numbers = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      String stage = "";
      for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
        if (t.isScalarValue()) {
          stage = "name".equals(parser.currentName()) ? parser.getText() + "." : stage;
          numbers.put(stage + parser.currentName(), parser.getText());
        }
      }
    }
    return numbers;
  }

  /** The values of a JSON file by their JSON pointers. */
  static Map<String, String> byPointer(Path json) throws IOException {
    Map<String, String> values = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
        if (t.isScalarValue()) {
          values.put(parser.getParsingContext().pathAsPointer().toString(), parser.getText());
        }
      }
    }
    return values;
  }
}
