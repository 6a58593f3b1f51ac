package org.jzfof.catalogue.stored;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.config.GroupNumbering;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The group or subhalo of each particle, in files with one row per particle: membership files of
 * jzfof and SOAP, and snapshots of SWIFT. The IDs of the particles are in the same files, or in a
 * snapshot with the same rows.
 */
public final class ParticleMembership implements MemberRows {
  private static final int BLOCK = 1 << 20;
  private static final int MAX_TYPES = 32;
  private static final String IDS = "ParticleIDs";

  /** Name of SOAP for the index of a particle in its subhalo by binding energy. */
  private static final String RANK = "Rank_bound";

  private static final Pattern PIECE = Pattern.compile("(?s)(.+)\\.0\\.(hdf5|h5)");

  private final StoredCatalogue catalogue;
  private final int[] objectOfNumber; // by number in the files; null if it is the row
  private final int objects;
  private final long members;
  private final List<Part> parts;
  private final Optional<Snapshot> snapshot;
  private final String source;

  /**
   * Rows of one type in one file.
   *
   * @param numbering dataset with the group or subhalo, and its numbering
   * @param firstOfType number of rows of this type in the files before
   * @param start number of rows in the parts before
   */
  private record Part(
      Path file,
      int type,
      GroupNumbering numbering,
      boolean ranks,
      long rows,
      long firstOfType,
      long start) {
    String path(String column) {
      return "/PartType%d/%s".formatted(type, column);
    }
  }

  private ParticleMembership(
      StoredCatalogue catalogue, MemberChoice choice, List<Part> parts, Optional<Snapshot> ids) {
    this.catalogue = catalogue;
    this.parts = parts;
    this.snapshot = ids;
    StoredTable table = choice.subhaloes() ? catalogue.subhaloTable() : catalogue.groupTable();
    this.objects = table.rows();
    long[] length = table.longs(choice.subhaloes() ? SubhaloColumns.LENGTH : GroupColumns.LENGTH);
    this.members = Math.min(rows(), Arrays.stream(length).sum());
    this.objectOfNumber = choice.subhaloes() ? null : rowsOfNumbers(table);
    this.source = "by particle in " + parts.get(0).file;
  }

  /** Returns the row of each number of a group; null if they are the same. */
  private static int[] rowsOfNumbers(StoredTable groups) {
    if (groups.rows() == 0 || !groups.has(GroupColumns.INDEX)) {
      return null;
    }
    long[] numbers = groups.longs(GroupColumns.INDEX);
    boolean same = true;
    for (int row = 0; row < numbers.length; row++) {
      same &= numbers[row] == row;
    }
    long last = Arrays.stream(numbers).max().orElse(-1);
    if (same || last > Integer.MAX_VALUE - 8 || Arrays.stream(numbers).anyMatch(n -> n < 0)) {
      return null;
    }
    int[] rows = new int[(int) last + 1];
    Arrays.fill(rows, -1);
    for (int row = 0; row < numbers.length; row++) {
      rows[(int) numbers[row]] = row;
    }
    return rows;
  }

  /**
   * Opens files.
   *
   * @param named the file, or the first of several, which end in .0.hdf5, .1.hdf5, ...
   * @param ids the snapshot with the IDs; null if they are in the files
   * @throws org.jzfof.error.JzfofException if the files cannot be read, have no such datasets, or
   *     no IDs
   */
  public static ParticleMembership open(
      StoredCatalogue catalogue, MemberChoice choice, Path named, Path ids) {
    List<Part> parts = new ArrayList<>();
    Optional<Snapshot> snapshot =
        Optional.ofNullable(ids)
            .map(path -> Snapshot.open(path, HeaderChoice.of(choice.trustHeaders())));
    long[] ofType = new long[MAX_TYPES];
    for (Path file : pieces(named)) {
      StoredCatalogue.reading(
          file,
          f -> {
            for (int type = 0; type < MAX_TYPES; type++) {
              add(parts, ofType, file, f, type, choice, snapshot.isPresent());
            }
            return null;
          });
    }
    if (parts.isEmpty()) {
      throw new UsageException(
          "%s has none of %s%s: name a membership file, or a snapshot with such a column"
              .formatted(
                  named,
                  GroupNumbering.names(numberings(choice.subhaloes()).toList()),
                  choice.types().length == 0
                      ? ""
                      : " for particles of type " + choice.typeNames()));
    }
    snapshot.ifPresent(opened -> requireRows(opened, ofType, named));
    return new ParticleMembership(catalogue, choice, List.copyOf(parts), snapshot);
  }

  private static Stream<GroupNumbering> numberings(boolean ofSubhaloes) {
    return Arrays.stream(GroupNumbering.values()).filter(n -> n.ofSubhaloes() == ofSubhaloes);
  }

  private static List<Path> pieces(Path named) {
    Matcher first = PIECE.matcher(named.toString());
    if (!first.matches()) {
      return List.of(named);
    }
    List<Path> files = new ArrayList<>();
    Path next = named;
    do {
      files.add(next);
      next = Path.of("%s.%d.%s".formatted(first.group(1), files.size(), first.group(2)));
    } while (Files.exists(next));
    return files;
  }

  private static void add(
      List<Part> parts,
      long[] ofType,
      Path file,
      Hdf5File f,
      int type,
      MemberChoice choice,
      boolean idsElsewhere) {
    String group = "/PartType" + type + "/";
    Optional<GroupNumbering> found =
        f.exists("/PartType" + type)
            ? numberings(choice.subhaloes()).filter(n -> f.exists(group + n.dataset())).findFirst()
            : Optional.empty();
    if (found.isEmpty()) {
      return;
    }
    long rows = rows(f, group + found.get().dataset());
    if (rows > 0 && choice.has(type)) {
      if (!idsElsewhere && !f.exists(group + IDS)) {
        throw new UsageException(
            "%s has no %s: name the snapshot with the same particles, with --snapshot1 or --snapshot2"
                .formatted(file, (group + IDS).substring(1)));
      }
      long start = parts.isEmpty() ? 0 : end(parts.get(parts.size() - 1));
      boolean ranks = choice.subhaloes() && f.exists(group + RANK);
      parts.add(new Part(file, type, found.get(), ranks, rows, ofType[type], start));
    }
    ofType[type] += rows;
  }

  private static long rows(Hdf5File f, String path) {
    try (Hdf5Dataset data = f.dataset(path)) {
      return data.info().rows();
    }
  }

  private static long end(Part part) {
    return part.start + part.rows;
  }

  private static void requireRows(Snapshot snapshot, long[] ofType, Path file) {
    long[] counts = snapshot.header().counts();
    for (int type = 0; type < MAX_TYPES; type++) {
      long rows = type < counts.length ? counts[type] : 0;
      if (ofType[type] > 0 && ofType[type] != rows) {
        throw new CatalogueException(
            "%s has %d rows of type %d and the snapshot %s has %d: name the snapshot that it was made of"
                .formatted(
                    file, ofType[type], type, snapshot.header().pieces().get(0).file(), rows));
      }
    }
  }

  @Override
  public long rows() {
    return end(parts.get(parts.size() - 1));
  }

  @Override
  public long members() {
    return members;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public boolean haveEnergyOrder() {
    return parts.stream().allMatch(part -> part.ranks);
  }

  @Override
  public MemberRows.Reader reader(long from, long to) {
    return new RowCursor(from)::next;
  }

  /** Reads rows one after another. */
  private final class RowCursor {
    private long at;

    RowCursor(long at) {
      this.at = at;
    }

    int next(int rows, long[] ids, int[] objects, int[] ranks) {
      int members = 0;
      long end = at + rows;
      for (Part part : parts) {
        while (at < Math.min(end, end(part)) && at >= part.start) {
          int count = (int) Math.min(BLOCK, Math.min(end, end(part)) - at);
          members = read(part, at - part.start, count, members, ids, objects, ranks);
          at += count;
        }
      }
      return members;
    }
  }

  /** Reads rows of a part, and appends the members in them; returns the new number of members. */
  private int read(
      Part part, long row, int count, int members, long[] ids, int[] objects, int[] ranks) {
    long[] number = new long[count];
    long[] id = new long[count];
    long[] rank = new long[count];
    StoredCatalogue.reading(
        part.file,
        f -> {
          values(f, part.path(part.numbering.dataset()), row, number);
          if (snapshot.isEmpty()) {
            values(f, part.path(IDS), row, id);
          }
          if (part.ranks) {
            values(f, part.path(RANK), row, rank);
          }
          return null;
        });
    snapshot.ifPresent(
        s ->
            s.read(
                ParticleColumn.IDS,
                part.type,
                part.firstOfType + row,
                count,
                block ->
                    System.arraycopy(block.integers(), 0, id, (int) block.row(), block.count())));
    int at = members;
    for (int i = 0; i < count; i++) {
      if (number[i] != part.numbering.none() && number[i] >= 0) {
        objects[at] = object(part, row + i, number[i] - part.numbering.number(0));
        ids[at] = id[i];
        ranks[at++] = (int) rank[i];
      }
    }
    return at;
  }

  private static void values(Hdf5File f, String path, long row, long[] values) {
    try (Hdf5Dataset data = f.dataset(path)) {
      data.read(row, values.length, values);
    }
  }

  private int object(Part part, long row, long number) {
    long object =
        objectOfNumber == null
            ? number
            : number >= 0 && number < objectOfNumber.length ? objectOfNumber[(int) number] : -1;
    if (object < 0 || object >= objects) {
      throw new CatalogueException(
          "row %d of %s in %s is %d, of which %s has no group or subhalo: name the files that belong together"
              .formatted(
                  row,
                  part.path(part.numbering.dataset()).substring(1),
                  part.file,
                  number + part.numbering.number(0),
                  catalogue.files().get(0)));
    }
    return (int) object;
  }
}
