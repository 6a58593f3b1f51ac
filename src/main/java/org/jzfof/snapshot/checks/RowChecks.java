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
   * @param plural what its values are
   * @param mayBeAlike whether equal values are odd only where some rows are 0
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
   * @param negative null where IDs have no sign
   */
  private record OfType(
      Map<ParticleColumn, RepeatedRows> repeated, NegativeIds negative, ExactSum massSum) {
    /**
     * @param idBits of IDs with a sign; 0 where they have none
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
   * @param snapshot that is read
   * @param box that should hold the particles
   * @param types to be read
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
   * @param from the row of its type from which the block counts
   */
  public void look(ParticleColumn column, int type, long from, ColumnBlock block) {
    OfType of = types.get(type);
    RepeatedRows rows = of.repeated.get(column);
    if (rows != null) {
      rows.look(from, block);
    }
    if (column.equals(ParticleColumn.COORDINATES) && !block.isFractions()) {
      box.look(rows, block);
    } else if (column.equals(ParticleColumn.IDS) && of.negative != null) {
      of.negative.look(from, block);
    } else if (column.equals(ParticleColumn.MASSES)) {
      of.massSum.add(block);
    }
  }

  /** The sum of the masses of the particles of a type that have their own. */
  public ExactSum massSum(int type) {
    return types.get(type).massSum;
  }

  /** The sum of {@link #massSum(int)} over some types. */
  public ExactSum massSum(int[] some) {
    ExactSum sum = new ExactSum();
    for (int type : some) {
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
   * @param parts of the rows of the same types, in their order, behind those seen here
   */
  public void add(List<RowChecks> parts) {
    List<CheckResult> own = tallies();
    for (int i = 0; i < own.size(); i++) {
      int number = i;
      Stream<RowChecks> all = Stream.concat(Stream.of(this), parts.stream());
      own.get(i).join(all.map(part -> part.tallies().get(number).seen()).toArray(long[][]::new));
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
   * @param unwritten whether it is known what was never written; zeros say it once more
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
   * @param what the column
   * @param total number of its rows
   * @param place tells where a row is
   * @param unwritten as for {@link #warnings}
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
