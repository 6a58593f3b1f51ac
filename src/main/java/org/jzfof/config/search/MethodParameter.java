package org.jzfof.config.search;

import static org.jzfof.config.NeighbourMethod.BTREE;
import static org.jzfof.config.NeighbourMethod.CLOVER;
import static org.jzfof.config.NeighbourMethod.CLOVER_BITONIC;
import static org.jzfof.config.NeighbourMethod.GRID;
import static org.jzfof.config.NeighbourMethod.KDTREE;
import static org.jzfof.config.NeighbourMethod.OCTREE;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;

/**
 * Parameters of the methods of the literature: they change how long a search takes, not what it
 * finds.
 */
public enum MethodParameter {
  /** Largest number of points of a leaf, s (arXiv:1910.02639, table 1). */
  BUCKET(Set.of(BTREE, OCTREE), new Range(true, 1, 1 << 20)),
  /** Fraction of a bucket up to which a cell has few points, α (arXiv:1910.02639, table 1). */
  ALPHA(Set.of(BTREE), new Range(false, 0, 1)),
  /** Largest fraction of cells with few points, β (arXiv:1910.02639, table 1). */
  BETA(Set.of(BTREE), new Range(false, 0, 1)),
  /** Number of hubs H (doi:10.1145/3721145.3730415, section 3). */
  HUBS(Set.of(CLOVER, CLOVER_BITONIC), new Range(true, 1, 1 << 12)),
  /** Mean number of points in a cell of the grid. */
  POINTS(Set.of(GRID), new Range(false, 1, 1000)),
  /** Dimension in which a sub-tree is split: each in turn, or the widest (arXiv:2211.00120). */
  SPLIT(Set.of(KDTREE), new Words(List.of("turn", "widest"))),
  /** The walk through a k-d tree: without a stack (arXiv:2210.12859), or by closest corners. */
  WALK(Set.of(KDTREE), new Words(List.of("stackless", "closest")));

  /** The values of a parameter. */
  private sealed interface Values {
    /** Returns whether a text is one of the values. */
    boolean has(String text);

    /** The values in words. */
    String text();
  }

  /**
   * Numbers.
   *
   * @param whole whether they have no fraction
   */
  private record Range(boolean whole, double least, double most) implements Values {
    @Override
    public boolean has(String text) {
      try {
        double value = whole ? Integer.parseInt(text) : Double.parseDouble(text);
        return value >= least && value <= most;
      } catch (NumberFormatException e) {
        return false; // the caller names the value
      }
    }

    @Override
    public String text() {
      return whole
          ? "a whole number from %d to %d".formatted((long) least, (long) most)
          : String.format(Locale.ROOT, "a number from %s to %s", least, most);
    }
  }

  /** Names of alternatives. */
  private record Words(List<String> words) implements Values {
    @Override
    public boolean has(String text) {
      return words.contains(text);
    }

    @Override
    public String text() {
      return String.join(" or ", words);
    }
  }

  private final Set<NeighbourMethod> methods;
  private final Values values;

  MethodParameter(Set<NeighbourMethod> methods, Values values) {
    this.methods = methods;
    this.values = values;
  }

  /** The name of the parameter on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the parameter of a method with a name.
   *
   * @throws UsageException with the parameters of the method if there is none
   */
  static MethodParameter of(NeighbourMethod method, String name) {
    List<MethodParameter> all =
        Arrays.stream(values()).filter(parameter -> parameter.methods.contains(method)).toList();
    return all.stream()
        .filter(parameter -> parameter.optionName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--method %s has no parameter %s: %s"
                        .formatted(
                            method.optionName(),
                            name,
                            all.isEmpty()
                                ? "it has none"
                                : "give "
                                    + all.stream()
                                        .map(MethodParameter::optionName)
                                        .collect(Collectors.joining(" or ")))));
  }

  /**
   * Requires that a text is a value of the parameter.
   *
   * @throws UsageException if it is not
   */
  void require(NeighbourMethod method, String text) {
    if (!values.has(text)) {
      throw new UsageException(
          "--method %s has %s=%s: give %s"
              .formatted(method.optionName(), optionName(), text, values.text()));
    }
  }
}
