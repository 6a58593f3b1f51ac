package org.jzfof.cli.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jzfof.error.UsageException;

/** The lines between jzfof and the program that it serves. */
final class Replies {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  /** Least time between two lines about progress. */
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final PrintStream out;
  private long lastProgress = System.nanoTime();

  Replies(PrintStream out) {
    this.out = out;
  }

  /**
   * Reads a request.
   *
   * @throws UsageException if it is not a JSON array of words, of which there is at least one
   */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(line)) {
      boolean valid = parser.nextToken() == JsonToken.START_ARRAY;
      while (valid && parser.nextToken() == JsonToken.VALUE_STRING) {
        words.add(parser.getText());
      }
      if (valid
          && !words.isEmpty()
          && parser.currentToken() == JsonToken.END_ARRAY
          && parser.nextToken() == null) {
        return words;
      }
    } catch (JsonProcessingException e) {
      throw noRequest(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory can be read
    }
    throw noRequest(line);
  }

  private static UsageException noRequest(String line) {
    return new UsageException(
        "'%s' is no request: give a JSON array of words, such as [\"ping\"]".formatted(line));
  }

  /** Writes a line about progress, unless there was one just before; any thread may call it. */
  synchronized void progress(String stage, double fraction) {
    long now = System.nanoTime();
    if (now - lastProgress >= PROGRESS_NANOS) {
      lastProgress = now;
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("stage", stage);
      line.put("fraction", fraction);
      write(line);
    }
  }

  /**
   * Writes an object in one line.
   *
   * @param fields texts, numbers, arrays of numbers, lists of texts, and maps of texts to numbers
   */
  synchronized void write(Map<String, Object> fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      write(json, fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory can be written
    }
    out.println(line);
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> fields) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        json.writeFieldName((String) field.getKey());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> values) {
      json.writeStartArray();
      for (Object each : values) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof long[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else if (value instanceof double[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else {
      json.writeObject(value); // a text or a number
    }
  }

  /** The stack trace of a failure. */
  static String trace(Throwable fault) {
    StringWriter text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
