package org.jzfof.cli.common;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;
import picocli.CommandLine.ITypeConverter;

/** The names of search methods on the command line. */
public final class MethodNames implements ITypeConverter<NeighbourMethod> {
  private static final String ALL = "all";

  @Override
  public NeighbourMethod convert(String name) {
    return method(name, "");
  }

  /** Returns whether the word for all available methods stands in place of names. */
  public static boolean isAll(String... names) {
    return names.length == 1 && names[0].equalsIgnoreCase(ALL);
  }

  /**
   * Returns the methods with given names.
   *
   * @param search kind of search that the methods must support
   * @param names names of methods, or all
   * @throws UsageException if a name is unknown or repeated, or a method does not support the
   *     search
   */
  public static Set<NeighbourMethod> parse(NeighbourMethod.Search search, String... names) {
    if (isAll(names)) {
      Set<NeighbourMethod> all = EnumSet.allOf(NeighbourMethod.class);
      all.removeIf(method -> !method.supports(search));
      return all;
    }
    Set<NeighbourMethod> methods = EnumSet.noneOf(NeighbourMethod.class);
    for (String name : names) {
      if (!methods.add(method(name, ", several of them, or " + ALL))) {
        throw new UsageException("--method has " + name + " twice: name each method once");
      }
    }
    methods.forEach(method -> method.require(search));
    return methods;
  }

  private static NeighbourMethod method(String name, String more) {
    return Arrays.stream(NeighbourMethod.values())
        .filter(method -> method.optionName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--method is %s: give %s%s"
                        .formatted(
                            name,
                            Arrays.stream(NeighbourMethod.values())
                                .map(NeighbourMethod::optionName)
                                .collect(Collectors.joining(" or ")),
                            more)));
  }
}
