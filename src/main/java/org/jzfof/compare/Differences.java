package org.jzfof.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Differences found: the number of each kind, and the first ones in full. */
public final class Differences {
  private final int most;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Tally> tallies = new LinkedHashMap<>();

  /**
   * @param most rows to keep of each kind
   */
  Differences(int most) {
    this.most = most;
  }

  /**
   * One difference.
   *
   * @param groupA number of the group in A, or -1; of the subhalo where the kind is of subhaloes
   * @param groupB as groupA, in B
   * @param kind what differs
   * @param inA its value in A
   * @param inB its value in B
   */
  public record Row(int groupA, int groupB, String kind, String inA, String inB) {}

  /**
   * All differences of a kind.
   *
   * @param largest of them, as the kind measures it
   */
  public record Tally(long count, double largest) {}

  /** Adds one; the row is made only where it is kept. */
  void add(String kind, double size, Supplier<Row> row) {
    Tally before = tallies.getOrDefault(kind, new Tally(0, 0));
    tallies.put(kind, new Tally(before.count + 1, Math.max(before.largest, size)));
    if (before.count < most) {
      rows.add(row.get());
    }
  }

  /**
   * Compares a quantity of all pairs.
   *
   * @param tolerance largest difference of floats that counts as none
   */
  void compare(Matching matching, Quantity quantity, Quantity.Values values, double tolerance) {
    String name = quantity.name();
    double most =
        switch (quantity.scale()) {
          case EXACT, LABEL -> 0;
          case VALUE, VECTOR, BOX, TYPICAL -> tolerance;
        };
    for (int row = 0; row < matching.partner().length; row++) {
      int inA = row;
      int inB = matching.partner()[row];
      if (inB != Matching.NONE) {
        double size = values.difference(inA, inB);
        if (size > most) {
          add(
              name,
              size,
              () -> new Row(inA, inB, name, values.text(true, inA), values.text(false, inB)));
        }
      }
    }
  }

  /** The first ones of each kind. */
  public List<Row> rows() {
    return List.copyOf(rows);
  }

  /** How many there are of each kind, in the order in which they were found. */
  public Map<String, Tally> tallies() {
    return new LinkedHashMap<>(tallies);
  }

  /** Whether there is none. */
  public boolean none() {
    return tallies.isEmpty();
  }
}
