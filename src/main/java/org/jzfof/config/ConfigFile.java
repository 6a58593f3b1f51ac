package org.jzfof.config;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A YAML file of options: one mapping from names to values or lists of values. Callers interpret
 * the names.
 *
 * @param entries entries by option name, in the order of the file
 */
public record ConfigFile(Path path, Map<String, Entry> entries) {
  /**
   * Maximum size of a file. The library takes seconds for a comment of a megabyte, and its time
   * increases with the square of the length.
   */
  private static final int MAXIMUM_BYTES = 1 << 18;

  /** Maximum depth of nesting: a mapping with lists. */
  private static final int MAXIMUM_DEPTH = 2;

  /**
   * One option.
   *
   * @param values values as written, at least one; several for a list
   * @param line line number of the entry, from 1
   */
  public record Entry(List<String> values, int line) {}

  /**
   * Reads a file.
   *
   * @throws UsageException naming the file and the line at fault
   */
  public static ConfigFile read(Path path) {
    try {
      String text = TextFile.read(path, MAXIMUM_BYTES);
      LoadSettings settings = LoadSettings.builder().setLabel(path.toString()).build();
      requireFlat(path, new Parse(settings).parseString(text));
      Node root = new Compose(settings).composeString(text).orElse(null);
      return new ConfigFile(path, root == null ? Map.of() : entries(path, root));
    } catch (MalformedInputException e) {
      throw new UsageException("the configuration " + path + " is no text: give a YAML file", e);
    } catch (IOException e) {
      throw new UsageException(
          "the configuration "
              + path
              + " cannot be read ("
              + SystemFault.cause(e)
              + "): give --config a YAML file",
          e);
    } catch (YamlEngineException e) {
      String where = e.getMessage().lines().map(String::strip).reduce((a, b) -> a + " " + b).get();
      throw new UsageException("the configuration " + path + " is not YAML: " + where, e);
    }
  }

  /** Rejects deep nesting, which would exhaust the stack: the library builds nodes by recursion. */
  private static void requireFlat(Path path, Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > MAXIMUM_DEPTH) {
        throw structure(path, line(event.getStartMark()));
      }
    }
  }

  private static UsageException structure(Path path, int line) {
    return wrong(path, line, "has a structure where a name, a value or a list of values belongs");
  }

  private static Map<String, Entry> entries(Path path, Node root) {
    if (!(root instanceof MappingNode mapping)) {
      throw wrong(path, line(root), "is no mapping: write lines such as min-length: 32");
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = scalar(path, tuple.getKeyNode());
      Entry entry = new Entry(values(path, name, tuple.getValueNode()), line(tuple.getKeyNode()));
      if (entries.put(name, entry) != null) {
        throw wrong(
            path, line(tuple.getKeyNode()), "has '" + name + "' for the second time: keep one");
      }
    }
    return entries;
  }

  private static List<String> values(Path path, String name, Node value) {
    List<String> values = new ArrayList<>();
    boolean isList = value instanceof SequenceNode;
    if (value instanceof SequenceNode list) {
      for (Node element : list.getValue()) {
        values.add(scalar(path, element));
      }
    }
    if (isList && values.isEmpty() || value.getTag().equals(Tag.NULL)) {
      throw wrong(
          path, line(value), "has no value for '" + name + "': give one, or remove the line");
    }
    return isList ? values : List.of(scalar(path, value));
  }

  private static String scalar(Path path, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw structure(path, line(node));
  }

  /** The location of an entry, for a message. */
  public String at(Entry entry) {
    return at(path, entry.line());
  }

  private static String at(Path path, int line) {
    return path + ", line " + line;
  }

  private static int line(Node node) {
    return line(node.getStartMark());
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(m -> m.getLine() + 1).orElse(0);
  }

  private static UsageException wrong(Path path, int line, String what) {
    return new UsageException("the configuration " + at(path, line) + " " + what);
  }
}
