package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.ArrayList;
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
public final class StoredMembers implements MemberRows {
  /** Number of members that a thread reads at a time. */
  private static final int BLOCK = 1 << 20;

  private static final String GROUP = "Group";
  private static final String SUBHALO = "Subhalo";
  private static final String LISTED = "listed in the catalogue";

  private final long[] length;
  private final List<IdColumn> all;
  private final List<IdColumn> chosen;
  private final String source;
  private final String kind;

  /**
   * @param all columns of all members, with one run of rows per group
   * @param chosen columns of the members of the chosen types
   */
  private StoredMembers(
      String kind, long[] length, List<IdColumn> all, List<IdColumn> chosen, String source) {
    this.kind = kind;
    this.length = length;
    this.all = all;
    this.chosen = chosen;
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
   * Returns the members of the groups or subhaloes; empty if neither the catalogue nor a snapshot
   * beside it has them. Those of a subhalo are read type by type, the most bound first.
   *
   * @throws org.jzfof.error.JzfofException if the members exist but do not belong to the groups, or
   *     if those of the chosen types cannot be told from others
   */
  public static Optional<StoredMembers> of(StoredCatalogue catalogue, MemberChoice choice) {
    return choice.subhaloes() ? ofSubhaloes(catalogue, choice) : ofGroups(catalogue, choice);
  }

  private static Optional<StoredMembers> ofGroups(StoredCatalogue catalogue, MemberChoice choice) {
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
      List<IdColumn> chosen =
          choice.types().length == 0
              ? column
              : new ListedTypes(catalogue, listed).ofGroups(first, choice).orElse(column);
      return Optional.of(new StoredMembers(GROUP, length, column, chosen, LISTED));
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
                  Rows rows = new Rows(GROUP, length, ofTypes, offsets);
                  return inSnapshot(catalogue, rows, path, choice);
                });
  }

  /** Returns whether a catalogue lists the members of its groups. */
  public static boolean areListed(StoredCatalogue catalogue) {
    return new ListedIds(catalogue).count() > 0;
  }

  private static Optional<StoredMembers> ofSubhaloes(
      StoredCatalogue catalogue, MemberChoice choice) {
    StoredTable subhaloes = catalogue.subhaloTable();
    if (subhaloes.rows() == 0) {
      return Optional.of(
          new StoredMembers(SUBHALO, new long[0], List.of(), List.of(), "no subhaloes"));
    }
    ListedIds listed = new ListedIds(catalogue);
    if (listed.count() > 0) {
      ListedTypes types = new ListedTypes(catalogue, listed);
      long[] length = subhaloes.longs(SubhaloColumns.LENGTH);
      long[] first = types.firstOfSubhaloes();
      if (IdColumn.end(first, length) > listed.count()) {
        throw new CatalogueException(
            "%s lists %d IDs, but its subhaloes have members beyond the last: write the catalogue again"
                .formatted(catalogue.files().get(0), listed.count()));
      }
      List<IdColumn> column = List.of(new IdColumn(first, length, listed));
      List<IdColumn> chosen = types.ofSubhaloes(first, choice).orElse(column);
      return Optional.of(new StoredMembers(SUBHALO, length, column, chosen, LISTED));
    }
    if (!subhaloes.hasAll(SubhaloColumns.LENGTH_OF_TYPES, SubhaloColumns.OFFSET_OF_TYPES)) {
      return Optional.empty();
    }
    return SnapshotFiles.snapshotOf(catalogue.files().get(0))
        .map(
            path -> {
              Rows rows =
                  new Rows(
                      SUBHALO,
                      subhaloes.longs(SubhaloColumns.LENGTH),
                      subhaloes.longs(SubhaloColumns.LENGTH_OF_TYPES),
                      subhaloes.longs(SubhaloColumns.OFFSET_OF_TYPES));
              return inSnapshot(catalogue, rows, path, choice);
            });
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
      StoredCatalogue catalogue, Rows of, Path path, MemberChoice choice) {
    Snapshot snapshot = Snapshot.open(path, HeaderChoice.of(choice.trustHeaders()));
    catalogue.requireSame(snapshot.header());
    TypeCounts counts = TypeCounts.of(of.counts, of.length.length);
    List<IdColumn> all = new ArrayList<>();
    List<IdColumn> chosen = new ArrayList<>();
    for (int t = 0; t < counts.types(); t++) {
      int type = t;
      long[] count = counts.ofType(type);
      long[] first =
          of.offsets.length > 0
              ? TypeCounts.column(of.offsets, counts.types(), type)
              : exclusiveSums(count);
      long end = IdColumn.end(first, count);
      if (end > 0) {
        requireRows(catalogue, snapshot, type, end);
        IdColumn column =
            new IdColumn(
                first, count, (from, rows, into) -> read(snapshot, type, from, rows, into));
        all.add(column);
        if (choice.has(type)) {
          chosen.add(column);
        }
      }
    }
    return new StoredMembers(of.kind, of.length, all, chosen, "in group order in " + path);
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

  @Override
  public String source() {
    return source;
  }

  /** Number of members of each group. */
  public long[] length() {
    return length;
  }

  /** Number of members of the chosen types of all groups. */
  @Override
  public long rows() {
    return chosen.stream().mapToLong(IdColumn::members).sum();
  }

  @Override
  public long members() {
    return rows();
  }

  @Override
  public boolean haveEnergyOrder() {
    return kind.equals(SUBHALO);
  }

  /** Returns a reader of a range of the members of the chosen types of all groups. */
  @Override
  public MemberRows.Reader reader(long from, long to) {
    for (int group = 0; group < length.length; group++) {
      requireLength(group);
    }
    return new MemberCursor(chosen, from, to)::next;
  }

  /**
   * Reads all members of selected groups, one group after another.
   *
   * @throws MemoryException if a group is too long for an array
   */
  public void forEach(IntPredicate filter, Visitor visitor) {
    visit(0, length.length, filter, visitor);
  }

  /**
   * Reads all members of all groups. All threads call the visitor, once for each group, in any
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
    List<IdColumn.Window> windows = all.stream().map(column -> column.window(from, to)).toList();
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
    for (int c = 0; c < all.size(); c++) {
      windows.get(c).copy(group, ids, at);
      at += (int) all.get(c).rows(group);
    }
    return ids;
  }

  private long requireLength(int group) {
    long sum = 0;
    for (IdColumn column : all) {
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

  static long[] exclusiveSums(long[] values) {
    long[] sums = new long[values.length];
    for (int i = 1; i < sums.length; i++) {
      sums[i] = sums[i - 1] + values[i - 1];
    }
    return sums;
  }
}
