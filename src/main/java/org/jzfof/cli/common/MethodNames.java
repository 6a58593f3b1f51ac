package org.jzfof.cli.common;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.error.UsageException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The search methods on the command line. */
public final class MethodNames implements ITypeConverter<SearchMethod> {
  private static final String ALL = "all";

  @Override
  public SearchMethod convert(String name) {
    try {
      return SearchMethod.parse(name);
    } catch (UsageException e) {
      throw new TypeConversionException(e.getMessage()); // picocli names the classes of others
    }
  }

  /** Returns whether the word for all available methods stands in place of names. */
  public static boolean isAll(String... names) {
    return names.length == 1 && names[0].equalsIgnoreCase(ALL);
  }

  /**
   * Returns the methods with given names, in their order.
   *
   * @param search kind of search that the methods must support
   * @param names names of methods, with their parameters, or all
   * @throws UsageException if a name is unknown or repeated, or a method does not support the
   *     search
   */
  public static Set<SearchMethod> parse(NeighbourMethod.Search search, String... names) {
    if (isAll(names)) {
      return Arrays.stream(NeighbourMethod.values())
          .filter(method -> method.supports(search))
          .map(SearchMethod::of)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }
    Set<SearchMethod> methods = new LinkedHashSet<>();
    for (String name : names) {
      if (!methods.add(SearchMethod.parse(name))) {
        throw new UsageException("--method has " + name + " twice: name each method once");
      }
    }
    methods.forEach(method -> method.kind().require(search));
    return methods;
  }
}
