package org.jzfof.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Options as text; the texts of equal options are equal. */
public final class OptionText {
  /** A record whose components appear as options of the enclosing record. */
  public interface Inlined {}

  /** Options that may differ between ranks: copies of files, a device, cores. */
  public static final Set<String> OF_RANK =
      Set.of(
          "snapshot", "paths", "file", "backend", "device", "threads", "commandLine", "alsoRead");

  /** Options that do not change the result of a search, or that name input files. */
  private static final Set<String> NOT_OF_RESULT =
      Set.of("snapshot", "paths", "trustHeaders", "file", "output", "method", "files", "execution");

  private OptionText() {}

  /** All options of a search that change its result, as text. */
  public static String ofResult(Object options) {
    return of(options, NOT_OF_RESULT);
  }

  /** All options of a search that must be equal on all ranks, one text per option. */
  public static List<String> ofAllRanks(Object options, boolean queriesFromFile) {
    List<String> parts = new ArrayList<>(parts(options, OF_RANK));
    parts.add("queries from a file=" + queriesFromFile);
    return parts;
  }

  /**
   * The components of a record as one text.
   *
   * @param options record whose components are records and values
   * @param without names of the components to leave out
   */
  static String of(Object options, Set<String> without) {
    if (options instanceof Optional<?> given) {
      return of(given.orElseThrow(), without);
    }
    if (options instanceof Record) {
      return "(" + String.join(", ", parts(options, without)) + ")";
    }
    String text = Arrays.deepToString(new Object[] {options});
    return text.substring(1, text.length() - 1);
  }

  /**
   * The components of a record, one text per component; empty optional components are left out.
   *
   * @param without names of further components to leave out
   */
  public static List<String> parts(Object options, Set<String> without) {
    return Arrays.stream(options.getClass().getRecordComponents())
        .filter(component -> !without.contains(component.getName()))
        .filter(component -> !Optional.empty().equals(part(component, options)))
        .flatMap(component -> parts(component.getName(), part(component, options), without))
        .toList();
  }

  private static Stream<String> parts(String name, Object option, Set<String> without) {
    return option instanceof Inlined
        ? parts(option, without).stream()
        : Stream.of(name + "=" + of(option, without));
  }

  private static Object part(RecordComponent component, Object of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
