package org.jzfof.pipeline.slices;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.Morton;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The groups of all slices in the order of one catalogue: decreasing length, ties by smallest
 * member ID, then by first member on the Morton curve. Each file is in this order already, so that
 * a range of the catalogue is a range of each file.
 */
public final class MergedSlices {
  private static final int BLOCK = 1 << 16;

  private final List<ConeSlice> slices;
  private final List<List<SliceFile>> filesOfSlice;
  private final List<SliceFile> files;
  private final int[] source; // file of each group
  private final long[] start; // members before each group, and of all

  /** Orders the groups of finished slices. */
  public MergedSlices(SliceStore store, List<ConeSlice> slices) {
    this.slices = slices;
    this.filesOfSlice = slices.stream().map(store::files).toList();
    this.files = filesOfSlice.stream().flatMap(List::stream).toList();
    int groups = Math.toIntExact(files.stream().mapToLong(file -> file.head().groups()).sum());
    this.source = new int[groups];
    this.start = new long[groups + 1];
    order();
  }

  /** The next group of a file. */
  private static final class Cursor {
    private final int file;
    private final SliceColumns.Keys keys;
    private int row;

    Cursor(int file, SliceColumns.Keys keys) {
      this.file = file;
      this.keys = keys;
    }

    private boolean ended() {
      return row == keys.length().length;
    }

    private static int compareFirst(Cursor a, Cursor b) {
      int[] x = a.keys.first();
      int[] y = b.keys.first();
      int i = 3 * a.row;
      int j = 3 * b.row;
      if (Morton.before(x[i], x[i + 1], x[i + 2], y[j], y[j + 1], y[j + 2])) {
        return -1;
      }
      return Morton.before(y[j], y[j + 1], y[j + 2], x[i], x[i + 1], x[i + 2]) ? 1 : 0;
    }

    private static Comparator<Cursor> order() {
      return Comparator.<Cursor>comparingLong(c -> -c.keys.length()[c.row])
          .thenComparing((a, b) -> Long.compareUnsigned(a.keys.id()[a.row], b.keys.id()[b.row]))
          .thenComparing(Cursor::compareFirst)
          .thenComparingInt(c -> c.file);
    }
  }

  private void order() {
    PriorityQueue<Cursor> queue = new PriorityQueue<>(Cursor.order());
    for (int f = 0; f < files.size(); f++) {
      Cursor cursor = new Cursor(f, files.get(f).keys());
      if (!cursor.ended()) {
        queue.add(cursor);
      }
    }
    for (int g = 0; g < source.length; g++) {
      Cursor next = queue.remove();
      source[g] = next.file;
      start[g + 1] = start[g] + next.keys.length()[next.row++];
      if (!next.ended()) {
        queue.add(next);
      }
    }
  }

  /**
   * Returns an even share of the groups, with the IDs of all members.
   *
   * @param spheres options of the spheres, as used
   */
  public GroupCatalogue share(int rank, int ranks, SphereOptions spheres) {
    EvenShares shares = new EvenShares(source.length, ranks);
    int from = (int) shares.start(rank);
    int to = (int) shares.start(rank + 1);
    long repeated = files.stream().mapToLong(file -> file.head().repeated()).sum();
    SliceFile some =
        files.stream().filter(file -> file.head().groups() > 0).findFirst().orElse(files.get(0));
    SliceColumns columns = SliceColumns.parse(some.head().columns());
    GroupCatalogue share = columns.allocate(to - from, spheres, repeated);
    int[] before = rowsBefore(from);
    int[][] rows = rows(from, to);
    for (int f = 0; f < rows.length; f++) {
      files.get(f).read(before[f], columns.columns(share), rows[f]);
    }
    return share.withMemberIds(ids());
  }

  /**
   * Sets the group of each particle to its row in the joint catalogue.
   *
   * @param numbers numbers of this rank, whose rows count over all files of the cone
   * @param cone header of all files
   */
  public void label(GroupNumbers numbers, SnapshotHeader cone) {
    int[][] ofFiles = rows(0, source.length);
    List<int[]> number = new ArrayList<>();
    int file = 0;
    for (List<SliceFile> ofSlice : filesOfSlice) {
      number.add(ArrayParts.join(Arrays.copyOfRange(ofFiles, file, file + ofSlice.size())));
      file += ofSlice.size();
    }
    int[] block = new int[BLOCK];
    for (int type : numbers.types()) {
      RowRange rows = numbers.rows(type);
      for (long row = rows.first(); row < rows.end(); row += BLOCK) {
        RowRange some = new RowRange(row, Math.min(BLOCK, rows.end() - row));
        Arrays.fill(block, GroupNumbers.NONE);
        for (int s = 0; s < slices.size(); s++) {
          new LabelReader(slices.get(s), filesOfSlice.get(s), type, some, number.get(s))
              .read(cone, block);
        }
        numbers.write(type, row, (int) some.count(), block);
      }
    }
  }

  /** Returns how many of the first groups are in each file. */
  private int[] rowsBefore(int group) {
    int[] rows = new int[files.size()];
    for (int g = 0; g < group; g++) {
      rows[source[g]]++;
    }
    return rows;
  }

  /** Returns the groups of a range that are in each file, counted from its first. */
  private int[][] rows(int from, int to) {
    int[] count = new int[files.size()];
    IntStream.range(from, to).forEach(g -> count[source[g]]++);
    int[][] rows = Arrays.stream(count).mapToObj(int[]::new).toArray(int[][]::new);
    Arrays.fill(count, 0);
    IntStream.range(from, to).forEach(g -> rows[source[g]][count[source[g]]++] = g - from);
    return rows;
  }

  private MemberIds ids() {
    boolean listed = files.stream().anyMatch(file -> file.head().ids() > 0);
    return listed ? new StoredIds() : MemberIds.of();
  }

  /** IDs that are read from the files. */
  private final class StoredIds implements MemberIds {
    @Override
    public long count() {
      return start[source.length];
    }

    @Override
    public void stream(long from, long to, Sink sink) {
      if (from >= to) {
        return;
      }
      int group = ArrayParts.partOf(start, from);
      long[] at = new long[files.size()]; // next ID of each file
      for (int g = 0; g < group; g++) {
        at[source[g]] += start[g + 1] - start[g];
      }
      at[source[group]] += from - start[group];
      List<IdReader> readers = new ArrayList<>();
      try {
        for (int f = 0; f < at.length; f++) {
          readers.add(new IdReader(files.get(f), at[f]));
        }
        stream(from, to, group, readers, sink);
      } finally {
        Cleanup.close(readers.toArray(AutoCloseable[]::new));
      }
    }

    private void stream(long from, long to, int first, List<IdReader> readers, Sink sink) {
      long[] block = new long[BLOCK];
      int group = first;
      for (long row = from; row < to; row += BLOCK) {
        int count = (int) Math.min(BLOCK, to - row);
        for (int i = 0; i < count; ) {
          while (start[group + 1] <= row + i) {
            group++;
          }
          int n = (int) Math.min(count - i, start[group + 1] - row - i);
          readers.get(source[group]).read(block, i, n);
          i += n;
        }
        sink.accept(row, block, 0, count);
      }
    }
  }

  /** Reads the IDs of one file in order. */
  private static final class IdReader implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final SliceFile file;
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocate(BUFFER).order(ByteOrder.nativeOrder()).limit(0);
    private long next;
    private long left;

    IdReader(SliceFile file, long first) {
      this.file = file;
      this.next = file.firstId() + Long.BYTES * first;
      this.left = Long.BYTES * (file.head().ids() - first);
      try {
        this.channel = FileChannel.open(file.path());
      } catch (IOException e) {
        throw SliceFile.failure(file.path(), e);
      }
    }

    void read(long[] ids, int at, int count) {
      for (int i = at; i < at + count; i++) {
        if (!buffer.hasRemaining()) {
          refill();
        }
        ids[i] = buffer.getLong();
      }
    }

    private void refill() {
      int bytes = (int) Math.min(BUFFER, left);
      try {
        SliceFile.fill(channel, next, buffer.clear().limit(bytes));
      } catch (IOException e) {
        throw SliceFile.failure(file.path(), e);
      }
      next += bytes;
      left -= bytes;
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw SliceFile.failure(file.path(), e);
      }
    }
  }
}
