package org.jzfof.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jzfof.threads.Parallel;

/** The number of differences of each kind, and the first differences of each kind in full. */
public final class Differences {
  private final int limit;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Tally> tallies = new LinkedHashMap<>();

  /**
   * @param limit maximum number of rows to keep of each kind
   */
  Differences(int limit) {
    this.limit = limit;
  }

  /**
   * One difference.
   *
   * @param groupA number of the group in A, or -1; the number of a subhalo if the kind belongs to
   *     subhaloes
   * @param groupB number in B, likewise
   * @param inA value in A as text
   * @param inB value in B as text
   */
  public record Row(int groupA, int groupB, String kind, String inA, String inB) {}

  /**
   * Statistics of all differences of a kind.
   *
   * @param largest largest difference, in the measure of the kind
   */
  public record Tally(long count, double largest) {}

  /** Adds a difference; the row is created only if it is kept. */
  void add(String kind, double size, Supplier<Row> row) {
    Tally before = tallies.getOrDefault(kind, new Tally(0, 0));
    tallies.put(kind, new Tally(before.count + 1, Math.max(before.largest, size)));
    if (before.count < limit) {
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
    double limit =
        switch (quantity.scale()) {
          case EXACT, LABEL -> 0;
          case VALUE, VECTOR, BOX, TYPICAL -> tolerance;
        };
    int[] partner = matching.partner();
    int[] different =
        Parallel.indices(partner.length, Parallel.STREAM_GRAIN)
            .filter(
                row ->
                    partner[row] != Matching.NONE && values.difference(row, partner[row]) > limit)
            .toArray();
    for (int inA : different) {
      int inB = partner[inA];
      add(
          name,
          values.difference(inA, inB),
          () -> new Row(inA, inB, name, values.text(true, inA), values.text(false, inB)));
    }
  }

  /** The first differences of each kind. */
  public List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Statistics of each kind, in the order in which the kinds were found. */
  public Map<String, Tally> tallies() {
    return new LinkedHashMap<>(tallies);
  }

  /** Returns whether there are no differences. */
  public boolean none() {
    return tallies.isEmpty();
  }
}
