package org.jzfof.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;

/** The names of methods on the command line. */
final class MethodNames {
  private static final String ALL = "all";

  private MethodNames() {}

  static String of(NeighbourMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param names of methods, or all
   * @throws UsageException where one is no method, or is named twice
   */
  static Set<NeighbourMethod> parse(String... names) {
    if (names.length == 1 && names[0].equalsIgnoreCase(ALL)) {
      return EnumSet.allOf(NeighbourMethod.class);
    }
    Set<NeighbourMethod> methods = EnumSet.noneOf(NeighbourMethod.class);
    for (String name : names) {
      if (!methods.add(method(name))) {
        throw new UsageException("--method has " + name + " twice: name each method once");
      }
    }
    return methods;
  }

  private static NeighbourMethod method(String name) {
    return Arrays.stream(NeighbourMethod.values())
        .filter(method -> of(method).equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--method is %s: give %s, several of them, or %s"
                        .formatted(
                            name,
                            Arrays.stream(NeighbourMethod.values())
                                .map(MethodNames::of)
                                .collect(Collectors.joining(" or ")),
                            ALL)));
  }
}
