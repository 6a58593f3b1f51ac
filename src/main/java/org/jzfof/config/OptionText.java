package org.jzfof.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Options as text: equal where they are. */
public final class OptionText {
  /** What a rank may have of its own: copies of files, a device, cores. */
  public static final Set<String> OF_RANK =
      Set.of("snapshot", "file", "backend", "device", "threads", "commandLine");

  /** On which no result of a search depends, but for what stands in other files. */
  private static final Set<String> NOT_OF_RESULT =
      Set.of("snapshot", "trustHeaders", "file", "output", "method", "files", "execution");

  private OptionText() {}

  /** All options of a search that its result depends on. */
  public static String ofResult(Object options) {
    return of(options, NOT_OF_RESULT);
  }

  /** All options of a search that its ranks must have in common. */
  public static List<String> ofAllRanks(Object options, QueryChoice queries) {
    List<String> parts = new ArrayList<>(parts(options, OF_RANK));
    parts.add("queries from a file=" + (queries.file() != null));
    return parts;
  }

  /**
   * @param options a record, of records and values
   * @param without names of components that are left out
   */
  static String of(Object options, Set<String> without) {
    if (options instanceof Record) {
      return "(" + String.join(", ", parts(options, without)) + ")";
    }
    String text = Arrays.deepToString(new Object[] {options});
    return text.substring(1, text.length() - 1);
  }

  /** The components of a record, one by one. */
  public static List<String> parts(Object options, Set<String> without) {
    return Arrays.stream(options.getClass().getRecordComponents())
        .filter(component -> !without.contains(component.getName()))
        .map(component -> component.getName() + "=" + of(part(component, options), without))
        .toList();
  }

  private static Object part(RecordComponent component, Object of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
