package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.threads.Parallel;

/**
 * IDs of the members of the groups or subhaloes of a stored catalogue. They are listed in a
 * catalogue of jzfof. For a catalogue of the simulation code they are read from the snapshot in
 * group order in the same folder.
 */
public final class StoredMembers {
  /** Number of members that a thread reads at a time. */
  private static final int BLOCK = 1 << 20;

  private final long[] length;
  private final List<IdColumn> columns;
  private final String source;
  private final String kind;

  private StoredMembers(String kind, long[] length, List<IdColumn> columns, String source) {
    this.kind = kind;
    this.length = length;
    this.columns = columns;
    this.source = source;
  }

  /** Consumes the members of one group. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param ids IDs of its members, in no particular order
     */
    void accept(int group, long[] ids);
  }

  /**
   * Returns the members of the groups; empty if neither the catalogue nor a snapshot beside it has
   * them.
   *
   * @param trustHeaders whether to continue if headers of the snapshot contradict each other
   * @throws org.jzfof.error.JzfofException if the members exist but do not belong to the groups
   */
  public static Optional<StoredMembers> of(StoredCatalogue catalogue, boolean trustHeaders) {
    long[] length = catalogue.groupTable().longs(GroupColumns.LENGTH);
    ListedIds listed = new ListedIds(catalogue);
    if (listed.count() > 0 || length.length == 0) {
      long[] first = exclusiveSums(length);
      if (IdColumn.end(first, length) != listed.count()) {
        throw new CatalogueException(
            "%s lists %d IDs, but its groups have %d members: write it again"
                .formatted(catalogue.files().get(0), listed.count(), IdColumn.end(first, length)));
      }
      List<IdColumn> column = List.of(new IdColumn(first, length, listed));
      return Optional.of(new StoredMembers("Group", length, column, "listed in the catalogue"));
    }
    // Snapshots beside catalogues of jzfof and of SWIFT are in the order of the simulation, not of
    // the groups.
    return catalogue.isFromJzfof() || catalogue.header() != StoredHeader.GADGET
        ? Optional.empty()
        : SnapshotFiles.snapshotOf(catalogue.files().get(0))
            .map(
                path -> {
                  StoredTable groups = catalogue.groupTable();
                  long[] offsets =
                      groups.has(GroupColumns.OFFSET_OF_TYPES)
                          ? groups.longs(GroupColumns.OFFSET_OF_TYPES)
                          : new long[0];
                  long[] ofTypes = groups.longs(GroupColumns.LENGTH_OF_TYPES);
                  Rows rows = new Rows("Group", length, ofTypes, offsets);
                  return inSnapshot(catalogue, rows, path, trustHeaders);
                });
  }

  /** Returns whether a catalogue lists the members of its groups. */
  public static boolean areListed(StoredCatalogue catalogue) {
    return new ListedIds(catalogue).count() > 0;
  }

  /**
   * Returns the members of the subhaloes, most bound first, from the list of the catalogue or from
   * the snapshot beside it; empty if there is neither.
   *
   * @param trustHeaders whether to continue if headers of the snapshot contradict each other
   * @throws org.jzfof.error.JzfofException if the members exist but do not belong to the subhaloes
   */
  public static Optional<StoredMembers> ofSubhaloes(
      StoredCatalogue catalogue, boolean trustHeaders) {
    StoredTable subhaloes = catalogue.subhaloTable();
    if (subhaloes.rows() == 0) {
      return Optional.of(new StoredMembers("Subhalo", new long[0], List.of(), "no subhaloes"));
    }
    ListedIds listed = new ListedIds(catalogue);
    if (listed.count() > 0) {
      return Optional.of(listed(catalogue, subhaloes, listed));
    }
    if (!subhaloes.hasAll(SubhaloColumns.LENGTH_OF_TYPES, SubhaloColumns.OFFSET_OF_TYPES)) {
      return Optional.empty();
    }
    return SnapshotFiles.snapshotOf(catalogue.files().get(0))
        .map(
            path -> {
              Rows rows =
                  new Rows(
                      "Subhalo",
                      subhaloes.longs(SubhaloColumns.LENGTH),
                      subhaloes.longs(SubhaloColumns.LENGTH_OF_TYPES),
                      subhaloes.longs(SubhaloColumns.OFFSET_OF_TYPES));
              return inSnapshot(catalogue, rows, path, trustHeaders);
            });
  }

  /**
   * Returns the members in the list, in which the members of a group are ordered by subhalo,
   * followed by members without subhalo.
   */
  private static StoredMembers listed(
      StoredCatalogue catalogue, StoredTable subhaloes, ListedIds listed) {
    long[] length = subhaloes.longs(SubhaloColumns.LENGTH);
    long[] group = subhaloes.longs(SubhaloColumns.GROUP);
    long[] start = exclusiveSums(catalogue.groupTable().longs(GroupColumns.LENGTH));
    long[] first = new long[length.length];
    for (int s = 0; s < first.length; s++) {
      if (group[s] < 0 || group[s] >= start.length) {
        throw new CatalogueException(
            "subhalo %d of %s is of group %d, but there are %d: write the catalogue again"
                .formatted(s, catalogue.files().get(0), group[s], start.length));
      }
      boolean same = s > 0 && group[s] == group[s - 1];
      first[s] = same ? first[s - 1] + length[s - 1] : start[(int) group[s]];
    }
    if (IdColumn.end(first, length) > listed.count()) {
      throw new CatalogueException(
          "%s lists %d IDs, but its subhaloes have members beyond the last: write the catalogue again"
              .formatted(catalogue.files().get(0), listed.count()));
    }
    List<IdColumn> column = List.of(new IdColumn(first, length, listed));
    return new StoredMembers("Subhalo", length, column, "listed in the catalogue");
  }

  /**
   * Rows of groups or subhaloes in a snapshot.
   *
   * @param length number of members of each
   * @param counts number of members of each by type
   * @param offsets first rows of each by type; empty if they are contiguous
   */
  private record Rows(String kind, long[] length, long[] counts, long[] offsets) {}

  private static StoredMembers inSnapshot(
      StoredCatalogue catalogue, Rows of, Path path, boolean trustHeaders) {
    Snapshot snapshot = Snapshot.open(path, HeaderChoice.of(trustHeaders));
    catalogue.requireSame(snapshot.header());
    long[] length = of.length;
    long[] counts = of.counts;
    long[] offsets = of.offsets;
    int types = counts.length / length.length;
    List<IdColumn> columns = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      int type = t;
      long[] count = column(counts, types, type);
      long[] first = offsets.length > 0 ? column(offsets, types, type) : exclusiveSums(count);
      long end = IdColumn.end(first, count);
      if (end > 0) {
        requireRows(catalogue, snapshot, type, end);
        columns.add(
            new IdColumn(
                first, count, (from, rows, into) -> read(snapshot, type, from, rows, into)));
      }
    }
    return new StoredMembers(of.kind, length, columns, "in group order in " + path);
  }

  private static void read(Snapshot snapshot, int type, long from, int rows, long[] into) {
    snapshot.read(
        ParticleColumn.IDS,
        type,
        from,
        rows,
        block -> System.arraycopy(block.integers(), 0, into, (int) block.row(), block.count()));
  }

  private static void requireRows(
      StoredCatalogue catalogue, Snapshot snapshot, int type, long rows) {
    long available = type < snapshot.header().types() ? snapshot.header().counts()[type] : 0;
    if (available < rows) {
      throw new CatalogueException(
          "the members in %s reach to row %d of PartType%d, but %s has %d: put the snapshot that was written with it beside it"
              .formatted(
                  catalogue.files().get(0),
                  rows,
                  type,
                  snapshot.header().pieces().get(0).file(),
                  available));
    }
  }

  /** Origin of the IDs, for a report. */
  public String source() {
    return source;
  }

  /** Number of members of each group. */
  public long[] length() {
    return length;
  }

  /** Number of members of all groups. */
  public long count() {
    return columns.stream().mapToLong(IdColumn::members).sum();
  }

  /**
   * Returns a cursor over a range of the members of all groups.
   *
   * @param from first member
   * @param to end of the range
   */
  public MemberCursor cursor(long from, long to) {
    for (int group = 0; group < length.length; group++) {
      requireLength(group);
    }
    return new MemberCursor(columns, from, to);
  }

  /**
   * Reads the members of selected groups, one group after another.
   *
   * @throws MemoryException if a group is too long for an array
   */
  public void forEach(IntPredicate filter, Visitor visitor) {
    visit(0, length.length, filter, visitor);
  }

  /**
   * Reads the members of all groups. All threads call the visitor, once for each group, in any
   * order.
   *
   * @throws MemoryException if a group is too long for an array
   */
  public void forEachInParallel(Visitor visitor) {
    List<Integer> cuts = new ArrayList<>(List.of(0));
    long members = 0;
    for (int group = 0; group < length.length; group++) {
      members += 1 + length[group];
      if (members >= BLOCK || group == length.length - 1) {
        cuts.add(group + 1);
        members = 0;
      }
    }
    Parallel.forEach(
        cuts.size() - 1, 1, b -> visit(cuts.get(b), cuts.get(b + 1), group -> true, visitor));
  }

  private void visit(int from, int to, IntPredicate filter, Visitor visitor) {
    List<IdColumn.Window> windows =
        columns.stream().map(column -> column.window(from, to)).toList();
    for (int group = from; group < to; group++) {
      if (filter.test(group)) {
        visitor.accept(group, members(group, windows));
      }
    }
  }

  private long[] members(int group, List<IdColumn.Window> windows) {
    long sum = requireLength(group);
    if (sum > Integer.MAX_VALUE - 8) {
      throw new MemoryException(
          "group %d has %d members, more than can be compared: use --no-members"
              .formatted(group, sum));
    }
    long[] ids = new long[(int) sum];
    int at = 0;
    for (int c = 0; c < columns.size(); c++) {
      windows.get(c).copy(group, ids, at);
      at += (int) columns.get(c).rows(group);
    }
    return ids;
  }

  private long requireLength(int group) {
    long sum = 0;
    for (IdColumn column : columns) {
      long rows = column.rows(group);
      if (rows < 0 || column.first(group) < 0 && rows > 0) {
        throw new CatalogueException(
            "%s %d has %d members from row %d on: write the catalogue again"
                .formatted(kind.toLowerCase(Locale.ROOT), group, rows, column.first(group)));
      }
      sum += rows;
    }
    if (sum != length[group]) {
      throw new CatalogueException(
          "%s %d has %sLen %d, but %sLenType adds up to %d: write the catalogue again"
              .formatted(kind.toLowerCase(Locale.ROOT), group, kind, length[group], kind, sum));
    }
    return sum;
  }

  private static long[] column(long[] table, int columns, int column) {
    long[] values = new long[table.length / columns];
    Arrays.setAll(values, row -> table[row * columns + column]);
    return values;
  }

  private static long[] exclusiveSums(long[] values) {
    long[] sums = new long[values.length];
    for (int i = 1; i < sums.length; i++) {
      sums[i] = sums[i - 1] + values[i - 1];
    }
    return sums;
  }
}
