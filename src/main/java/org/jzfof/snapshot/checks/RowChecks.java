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

/** Checks rows during reading; the warnings cover the rows of all ranks. */
public final class RowChecks {
  private final Snapshot snapshot;
  private final Box box;
  private final BoxSample boxSample;
  private final Map<Integer, TypeChecks> types = new TreeMap<>();

  /**
   * A column whose rows should differ.
   *
   * @param plural plural noun for the values, for messages
   * @param mayBeEqual whether equal rows are legitimate; then only zeros in a part of the rows are
   *     suspicious
   */
  private record CheckedColumn(ParticleColumn column, String plural, boolean mayBeEqual) {}

  private static final List<CheckedColumn> COLUMNS =
      List.of(
          new CheckedColumn(ParticleColumn.COORDINATES, "positions", false),
          new CheckedColumn(ParticleColumn.IDS, "IDs", false),
          new CheckedColumn(
              ParticleColumn.VELOCITIES, "velocities", true), // all particles may be at rest
          new CheckedColumn(
              ParticleColumn.MASSES, "masses", true)); // masses of 0 show in the groups

  /**
   * The columns of one particle type.
   *
   * @param negative check of signed IDs; null for unsigned IDs
   */
  private record TypeChecks(
      Map<ParticleColumn, RepeatedRows> repeated, NegativeIds negative, ExactSum massSum) {
    /**
     * @param idBits bits of signed IDs; 0 for unsigned IDs
     */
    TypeChecks(int idBits) {
      this(new HashMap<>(), idBits > 0 ? new NegativeIds(idBits) : null, new ExactSum());
      for (CheckedColumn checked : COLUMNS) {
        repeated.put(checked.column, new RepeatedRows(checked.column.width(), checked.mayBeEqual));
      }
    }

    private List<CheckResult> tallies() {
      List<CheckResult> tallies = new ArrayList<>();
      COLUMNS.forEach(checked -> tallies.add(repeated.get(checked.column)));
      if (negative != null) {
        tallies.add(negative);
      }
      return tallies;
    }
  }

  public RowChecks(Snapshot snapshot, Box box, int[] types) {
    this(snapshot, box);
    for (int type : types) {
      this.types.put(type, new TypeChecks(snapshot.signedIdBits(type)));
    }
  }

  private RowChecks(Snapshot snapshot, Box box) {
    this.snapshot = snapshot;
    this.box = box;
    this.boxSample = new BoxSample(box);
  }

  /**
   * Inspects a block of a column.
   *
   * @param from row of the type from which the rows of the block are counted
   */
  public void inspect(ParticleColumn column, int type, long from, ColumnBlock block) {
    TypeChecks checks = types.get(type);
    RepeatedRows rows = checks.repeated.get(column);
    if (rows != null) {
      rows.inspect(from, block);
    }
    if (column.equals(ParticleColumn.COORDINATES) && !block.isFractions()) {
      boxSample.inspect(rows, block);
    } else if (column.equals(ParticleColumn.IDS) && checks.negative != null) {
      checks.negative.inspect(from, block);
    } else if (column.equals(ParticleColumn.MASSES)) {
      checks.massSum.add(block);
    }
  }

  /** The sum of the masses of a type, if masses are stored per particle. */
  public ExactSum massSum(int type) {
    return types.get(type).massSum;
  }

  /** The sum of {@link #massSum(int)} over several types. */
  public ExactSum massSum(int[] ofTypes) {
    ExactSum sum = new ExactSum();
    for (int type : ofTypes) {
      sum.add(massSum(type));
    }
    return sum;
  }

  private List<CheckResult> tallies() {
    List<CheckResult> tallies = new ArrayList<>(List.of(boxSample));
    types.values().forEach(type -> tallies.addAll(type.tallies()));
    return tallies;
  }

  /**
   * Adds the results of threads.
   *
   * @param parts checks of the rows after those of this one, of the same types, in row order
   */
  public void add(List<RowChecks> parts) {
    List<CheckResult> results = tallies();
    for (int i = 0; i < results.size(); i++) {
      int number = i;
      Stream<RowChecks> all = Stream.concat(Stream.of(this), parts.stream());
      results
          .get(i)
          .join(all.map(part -> part.tallies().get(number).encoded()).toArray(long[][]::new));
    }
    types.forEach((type, checks) -> parts.forEach(part -> checks.massSum.add(part.massSum(type))));
  }

  /**
   * Joins the results of all ranks; every rank calls this method after the last block.
   *
   * @throws SnapshotException if the box cannot hold the positions
   */
  public void join(Communicator comm) {
    CheckResult.join(comm, tallies());
    boxSample.require();
    addUpMasses(comm);
  }

  /** Adds the sums of masses of all ranks, as {@link #join}, without a check of the box. */
  public void addUpMasses(Communicator comm) {
    types.values().forEach(type -> type.massSum.addUp(comm));
  }

  /** New checks for a part of the rows of this snapshot. */
  public RowChecks part() {
    RowChecks part = new RowChecks(snapshot, box);
    types.forEach(
        (type, checks) -> {
          int bits = checks.negative == null ? 0 : checks.negative.bits();
          part.types.put(type, new TypeChecks(bits));
        });
    return part;
  }

  /** A warning about the box, if any. */
  public Optional<String> boxWarning() {
    return boxSample.warning(snapshot.header().cosmology().hubble());
  }

  /** Whether successive IDs of the sample are equal. */
  public boolean idsRepeat() {
    return types.values().stream()
        .anyMatch(type -> type.repeated.get(ParticleColumn.IDS).anyEqual());
  }

  /**
   * Warnings about the columns, after {@link #join}.
   *
   * @param unwritten whether unwritten values are already reported; a warning about zeros would
   *     repeat them
   */
  public List<String> warnings(boolean unwritten) {
    List<String> warnings = new ArrayList<>();
    types.forEach(
        (type, columns) -> {
          for (CheckedColumn checked : COLUMNS) {
            RepeatedRows rows = columns.repeated.get(checked.column);
            if (isSuspicious(checked, rows)) {
              repeated(type, checked.plural, rows, unwritten).ifPresent(warnings::add);
            }
            if (checked.column.equals(ParticleColumn.IDS)) {
              negative(type, columns.negative).ifPresent(warnings::add);
            }
          }
        });
    return warnings;
  }

  /** Periodic images of a particle have the same ID in a light cone. */
  private boolean isSuspicious(CheckedColumn checked, RepeatedRows rows) {
    boolean areImages =
        checked.column.equals(ParticleColumn.IDS) && !snapshot.header().epoch().timed();
    return !areImages && (!checked.mayBeEqual || !rows.allEqual());
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
   * A warning about equal rows; empty if no rows are equal.
   *
   * @param what name of the column
   * @param total number of rows of the column
   * @param location function that describes the location of a row
   * @param unwritten whether unwritten values are already reported; a warning about zeros would
   *     repeat them
   */
  public static Optional<String> repeated(
      RepeatedRows rows,
      String what,
      long total,
      LongFunction<String> location,
      boolean unwritten) {
    boolean zero = Arrays.stream(rows.value()).allMatch(v -> v == 0);
    if (!rows.anyEqual() || zero && unwritten) {
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
                rows.allEqual()
                    ? "all"
                    : "about %d of %d".formatted(Math.min(rows.estimate(), total), total),
                what,
                location.apply(rows.row()),
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

  /**
   * A warning about negative IDs, of which there must be some.
   *
   * @param what name of the column
   * @param location function that describes the location of a row
   */
  public static String negative(NegativeIds ids, String what, LongFunction<String> location) {
    if (ids.bits() < Long.SIZE) {
      return "%d %s are negative as signed integers of %d bits, the first %d in %s: they are read as unsigned ones, that one as %d"
          .formatted(
              ids.count(), what, ids.bits(), (int) ids.id(), location.apply(ids.row()), ids.id());
    }
    return "%d %s are negative, the first %d in %s: they are listed as 2^64 - %d; were unsigned integers stored as signed ones?"
        .formatted(ids.count(), what, ids.id(), location.apply(ids.row()), -ids.id());
  }
}
