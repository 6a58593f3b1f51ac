package org.jzfof.snapshot.checks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ParticleColumn;

/** Checks rows as they are read, and warns of what is unusual in those of all ranks. */
public final class RowChecks {
  private final Snapshot snapshot;
  private final Box space;
  private final BoxSample box;
  private final Map<Integer, OfType> types = new TreeMap<>();

  /**
   * A column whose rows should differ.
   *
   * @param plural plural noun for the values, for messages
   * @param mayBeAlike whether equal values are suspicious only if some rows are 0
   */
  private record Checked(ParticleColumn column, String plural, boolean mayBeAlike) {}

  private static final List<Checked> CHECKED =
      List.of(
          new Checked(ParticleColumn.COORDINATES, "positions", false),
          new Checked(ParticleColumn.IDS, "IDs", false),
          new Checked(ParticleColumn.VELOCITIES, "velocities", true), // all at rest is no fault
          new Checked(ParticleColumn.MASSES, "masses", true)); // the groups tell

  /**
   * The columns of one particle type.
   *
   * @param negative check of signed IDs; null for unsigned IDs
   */
  private record OfType(
      Map<ParticleColumn, RepeatedRows> repeated, NegativeIds negative, ExactSum massSum) {
    /**
     * @param idBits bits of signed IDs; 0 for unsigned IDs
     */
    OfType(int idBits) {
      this(new HashMap<>(), idBits > 0 ? new NegativeIds(idBits) : null, new ExactSum());
      for (Checked of : CHECKED) {
        repeated.put(of.column, new RepeatedRows(of.column.width(), of.mayBeAlike));
      }
    }

    private List<CheckResult> tallies() {
      List<CheckResult> tallies = new ArrayList<>();
      CHECKED.forEach(of -> tallies.add(repeated.get(of.column)));
      if (negative != null) {
        tallies.add(negative);
      }
      return tallies;
    }
  }

  /**
   * @param box box that should hold the particles
   */
  public RowChecks(Snapshot snapshot, Box box, int[] types) {
    this(snapshot, box);
    for (int type : types) {
      this.types.put(type, new OfType(snapshot.signedIdBits(type)));
    }
  }

  private RowChecks(Snapshot snapshot, Box box) {
    this.snapshot = snapshot;
    this.space = box;
    this.box = new BoxSample(box);
  }

  /**
   * Looks at a block of a column.
   *
   * @param from row of its type at which the count of the block starts
   */
  public void inspect(ParticleColumn column, int type, long from, ColumnBlock block) {
    OfType of = types.get(type);
    RepeatedRows rows = of.repeated.get(column);
    if (rows != null) {
      rows.inspect(from, block);
    }
    if (column.equals(ParticleColumn.COORDINATES) && !block.isFractions()) {
      box.inspect(rows, block);
    } else if (column.equals(ParticleColumn.IDS) && of.negative != null) {
      of.negative.inspect(from, block);
    } else if (column.equals(ParticleColumn.MASSES)) {
      of.massSum.add(block);
    }
  }

  /** The sum of the masses of the particles of a type that have their own. */
  public ExactSum massSum(int type) {
    return types.get(type).massSum;
  }

  /** The sum of {@link #massSum(int)} over some types. */
  public ExactSum massSum(int[] subset) {
    ExactSum sum = new ExactSum();
    for (int type : subset) {
      sum.add(massSum(type));
    }
    return sum;
  }

  private List<CheckResult> tallies() {
    List<CheckResult> tallies = new ArrayList<>(List.of(box));
    types.values().forEach(type -> tallies.addAll(type.tallies()));
    return tallies;
  }

  /**
   * Adds what threads have seen.
   *
   * @param parts checks of later rows of the same types, in row order
   */
  public void add(List<RowChecks> parts) {
    List<CheckResult> results = tallies();
    for (int i = 0; i < results.size(); i++) {
      int number = i;
      Stream<RowChecks> all = Stream.concat(Stream.of(this), parts.stream());
      results
          .get(i)
          .join(all.map(part -> part.tallies().get(number).seen()).toArray(long[][]::new));
    }
    types.forEach((type, of) -> parts.forEach(part -> of.massSum.add(part.massSum(type))));
  }

  /**
   * Puts together what all ranks have seen; all call it, after the last block.
   *
   * @throws SnapshotException where the box cannot be that of the positions
   */
  public void join(Communicator comm) {
    CheckResult.join(comm, tallies());
    box.require();
    addUpMasses(comm);
  }

  /** As {@link #join}, of the sums of masses alone; nothing is refused. */
  public void addUpMasses(Communicator comm) {
    types.values().forEach(type -> type.massSum.addUp(comm));
  }

  /** New checks for a part of the rows of this snapshot. */
  public RowChecks part() {
    RowChecks part = new RowChecks(snapshot, space);
    types.forEach(
        (type, of) -> {
          int bits = of.negative == null ? 0 : of.negative.bits();
          part.types.put(type, new OfType(bits));
        });
    return part;
  }

  /** A warning about the box, if any. */
  public Optional<String> boxWarning() {
    return box.warning(snapshot.header().cosmology().hubble());
  }

  /** Whether IDs repeat each other from row to row. */
  public boolean idsRepeat() {
    return types.values().stream().anyMatch(type -> type.repeated.get(ParticleColumn.IDS).any());
  }

  /**
   * Sentences on the columns, after {@link #join}.
   *
   * @param unwritten whether unwritten values are already reported; a warning about zeros would
   *     repeat them
   */
  public List<String> warnings(boolean unwritten) {
    List<String> warnings = new ArrayList<>();
    types.forEach(
        (type, columns) -> {
          for (Checked of : CHECKED) {
            RepeatedRows rows = columns.repeated.get(of.column);
            if (!of.mayBeAlike || !rows.all()) {
              repeated(type, of.plural, rows, unwritten).ifPresent(warnings::add);
            }
            if (of.column.equals(ParticleColumn.IDS)) {
              negative(type, columns.negative).ifPresent(warnings::add);
            }
          }
        });
    return warnings;
  }

  private Optional<String> repeated(int type, String what, RepeatedRows rows, boolean unwritten) {
    return repeated(
        rows,
        what + " of PartType" + type,
        snapshot.header().counts()[type],
        row -> snapshot.describeRow(type, row),
        unwritten);
  }

  /**
   * A sentence on equal rows, if there are any.
   *
   * @param what name of the column
   * @param total number of rows of the column
   * @param place function that describes the position of a row in the files
   * @param unwritten whether unwritten values are already reported; a warning about zeros would
   *     repeat them
   */
  public static Optional<String> repeated(
      RepeatedRows rows, String what, long total, LongFunction<String> place, boolean unwritten) {
    boolean zero = Arrays.stream(rows.value()).allMatch(v -> v == 0);
    if (!rows.any() || zero && unwritten) {
      return Optional.empty();
    }
    String values =
        Arrays.stream(rows.value())
            .mapToObj(
                v ->
                    what.startsWith("IDs")
                        ? Long.toUnsignedString(v)
                        : String.valueOf(Double.longBitsToDouble(v)))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "%s %s are equal, from %s on: %s%s"
            .formatted(
                rows.all()
                    ? "all"
                    : "about %d of %d".formatted(Math.min(rows.about(), total), total),
                what,
                place.apply(rows.row()),
                values,
                zero
                    ? "; perhaps that part of the file was never written"
                    : "; perhaps the program that wrote the file never set them"));
  }

  private Optional<String> negative(int type, NegativeIds ids) {
    return ids != null && ids.count() > 0
        ? Optional.of(
            negative(ids, "IDs of PartType" + type, row -> snapshot.describeRow(type, row)))
        : Optional.empty();
  }

  /** The sentence on negative IDs, of which there are some; arguments as for repeated rows. */
  public static String negative(NegativeIds ids, String what, LongFunction<String> place) {
    if (ids.bits() < Long.SIZE) {
      return "%d %s are negative as signed integers of %d bits, the first %d in %s: they are read as unsigned ones, that one as %d"
          .formatted(
              ids.count(), what, ids.bits(), (int) ids.id(), place.apply(ids.row()), ids.id());
    }
    return "%d %s are negative, the first %d in %s: they are listed as 2^64 - %d; were unsigned integers stored as signed ones?"
        .formatted(ids.count(), what, ids.id(), place.apply(ids.row()), -ids.id());
  }
}
