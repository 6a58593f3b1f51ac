package org.jzfof.config.search;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;

/**
 * A method of neighbour search with the values of its parameters, such as {@code
 * btree:bucket=16:beta=0.3}. Parameters that are not given have the values of the publication.
 *
 * @param given values of parameters as text
 */
public record SearchMethod(NeighbourMethod kind, Map<MethodParameter, String> given) {
  /** The tree of this program. */
  public static final SearchMethod TREE = of(NeighbourMethod.TREE);

  /**
   * @throws UsageException if the method lacks a parameter, or a value is outside of its range
   */
  public SearchMethod {
    Map<MethodParameter, String> sorted = new EnumMap<>(MethodParameter.class);
    sorted.putAll(given);
    for (Map.Entry<MethodParameter, String> entry : sorted.entrySet()) {
      MethodParameter.of(kind, entry.getKey().optionName()).require(kind, entry.getValue());
    }
    given = Collections.unmodifiableMap(sorted);
  }

  /** Returns a method with the parameters of its publication. */
  public static SearchMethod of(NeighbourMethod kind) {
    return new SearchMethod(kind, Map.of());
  }

  /**
   * Returns the method of a text: a name, and each parameter after a colon.
   *
   * @throws UsageException if the name or a parameter is unknown, repeated or out of range
   */
  public static SearchMethod parse(String text) {
    String[] parts = text.split(":", -1);
    NeighbourMethod kind = kind(parts[0]);
    Map<MethodParameter, String> given = new EnumMap<>(MethodParameter.class);
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new UsageException(
            "--method is %s: give parameters as NAME=VALUE, such as btree:bucket=16"
                .formatted(text));
      }
      MethodParameter parameter = MethodParameter.of(kind, part.substring(0, equals));
      if (given.put(parameter, part.substring(equals + 1)) != null) {
        throw new UsageException(
            "--method is %s: give %s once".formatted(text, parameter.optionName()));
      }
    }
    return new SearchMethod(kind, given);
  }

  private static NeighbourMethod kind(String name) {
    return Arrays.stream(NeighbourMethod.values())
        .filter(method -> method.optionName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--method is %s: give %s"
                        .formatted(
                            name,
                            Arrays.stream(NeighbourMethod.values())
                                .map(NeighbourMethod::optionName)
                                .collect(Collectors.joining(" or ")))));
  }

  /** Returns a whole number, or that of the publication if none was given. */
  public int number(MethodParameter parameter, int published) {
    String text = given.get(parameter);
    return text == null ? published : Integer.parseInt(text);
  }

  /** Returns a number, or that of the publication if none was given. */
  public double number(MethodParameter parameter, double published) {
    String text = given.get(parameter);
    return text == null ? published : Double.parseDouble(text);
  }

  /** Whether a parameter was given with a value. */
  public boolean has(MethodParameter parameter, String value) {
    return value.equals(given.get(parameter));
  }

  /** The method as on the command line. */
  public String optionName() {
    return kind.optionName()
        + given.entrySet().stream()
            .map(entry -> ":" + entry.getKey().optionName() + "=" + entry.getValue())
            .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return optionName();
  }
}
