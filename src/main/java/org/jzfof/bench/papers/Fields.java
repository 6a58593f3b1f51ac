package org.jzfof.bench.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.error.UsageException;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The fields of a mapping of a YAML or JSON text.
 *
 * @param where name of the text and of the mapping in it, for messages
 */
record Fields(String where, Map<?, ?> values) {
  /**
   * Reads a text that is one mapping.
   *
   * @param where name of the text
   * @throws UsageException if it is not
   */
  static Fields parse(String where, String text) {
    try {
      return mapping(
          where, new Load(LoadSettings.builder().setLabel(where).build()).loadFromString(text));
    } catch (YamlEngineException e) {
      throw new UsageException(where + " is neither JSON nor YAML: " + e.getMessage(), e);
    }
  }

  private static Fields mapping(String where, Object value) {
    if (value instanceof Map<?, ?> map) {
      return new Fields(where, map);
    }
    throw new UsageException(where + " is " + value + " where a mapping belongs");
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /**
   * @throws UsageException if there is no such field
   */
  String text(String name) {
    return String.valueOf(required(name));
  }

  String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  /**
   * @throws UsageException if there is no such field, or it is no number
   */
  double number(String name) {
    return toNumber(where + " " + name, required(name));
  }

  /** Returns the numbers of a list; none if there is no such field. */
  double[] numbers(String name) {
    return elements(name).stream()
        .mapToDouble(value -> toNumber(where + " " + name, value))
        .toArray();
  }

  /** Returns the mappings of a list; none if there is no such field. */
  List<Fields> list(String name) {
    List<Fields> found = new ArrayList<>();
    for (Object element : elements(name)) {
      found.add(mapping(where + " " + name + "[" + found.size() + "]", element));
    }
    return found;
  }

  /** Returns a mapping; an empty one if there is no such field. */
  Fields child(String name) {
    return mapping(where + " " + name, has(name) ? values.get(name) : Map.of());
  }

  /** Returns these fields after those of another mapping, which they replace. */
  Fields over(Fields defaults) {
    Map<Object, Object> all = new LinkedHashMap<>(defaults.values);
    all.putAll(values);
    return new Fields(where, all);
  }

  private Object required(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new UsageException(where + " has no " + name);
    }
    return value;
  }

  private List<?> elements(String name) {
    Object value = has(name) ? values.get(name) : List.of();
    if (value instanceof List<?> list) {
      return list;
    }
    throw new UsageException(where + " " + name + " is " + value + " where a list belongs");
  }

  private static double toNumber(String where, Object value) {
    try {
      return Double.parseDouble(String.valueOf(value));
    } catch (NumberFormatException e) {
      throw new UsageException(where + " is " + value + " where a number belongs", e);
    }
  }
}
