package org.jzfof.config;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A YAML file of options: one mapping from names to values or lists of values. What the names mean
 * is for the reader of the file to say.
 *
 * @param path where it is
 * @param entries by name, in the order of the file
 */
public record ConfigFile(Path path, Map<String, Entry> entries) {
  /**
   * One option.
   *
   * @param values as written, at least one; a list may have several
   * @param line where it stands, from 1
   */
  public record Entry(List<String> values, int line) {}

  /**
   * Reads a file.
   *
   * @throws UsageException naming file and line of what is no such mapping
   */
  public static ConfigFile read(Path path) {
    try {
      Node root =
          new Compose(LoadSettings.builder().setLabel(path.toString()).build())
              .composeString(Files.readString(path))
              .orElse(null);
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

  private static Map<String, Entry> entries(Path path, Node root) {
    if (!(root instanceof MappingNode mapping)) {
      throw wrong(path, root, "is no mapping: write lines such as min-length: 32");
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = scalar(path, tuple.getKeyNode());
      Entry entry = new Entry(values(path, name, tuple.getValueNode()), line(tuple.getKeyNode()));
      if (entries.put(name, entry) != null) {
        throw wrong(path, tuple.getKeyNode(), "has '" + name + "' for the second time: keep one");
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
      throw wrong(path, value, "has no value for '" + name + "': give one, or remove the line");
    }
    return isList ? values : List.of(scalar(path, value));
  }

  private static String scalar(Path path, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw wrong(path, node, "has a structure where a name, a value or a list of values belongs");
  }

  /** Where something stands, for a message. */
  public String at(Entry entry) {
    return at(path, entry.line());
  }

  private static String at(Path path, int line) {
    return path + ", line " + line;
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  private static UsageException wrong(Path path, Node node, String what) {
    return new UsageException("the configuration " + at(path, line(node)) + " " + what);
  }
}
