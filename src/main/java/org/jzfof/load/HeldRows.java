package org.jzfof.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.LongSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Rows of a snapshot that have been read in advance. Rows that are not held are read from the
 * files. Several threads may hold rows at once.
 */
public final class HeldRows implements RowReader {
  private final RowReader files;
  private final HeldArrays arrays;
  private final int threads;
  private final Map<Place, Held<FloatSink>> numbers = new ConcurrentHashMap<>();
  private final Map<Place, Held<LongSink>> integers = new ConcurrentHashMap<>();
  private final LongAdder bytes = new LongAdder();

  /** The first of some rows of a type. */
  private record Place(ParticleColumn column, int type, long from) {}

  /** Rows of one column as they came: each block hands itself, an array, to a sink. */
  private record Held<S>(long rows, List<Consumer<S>> blocks, List<Object> arrays) {
    Held(long rows) {
      this(rows, new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * @param files that the rows come from
   * @param arrays that hold them
   * @param threads that may read at once
   */
  HeldRows(RowReader files, HeldArrays arrays, int threads) {
    this.threads = threads;
    this.files = files;
    this.arrays = arrays;
  }

  /**
   * Bytes of each row at most.
   *
   * @param columns that will be held
   */
  static long bytesPerRow(ParticleColumns columns) {
    return 3L * Double.BYTES + columns.storedBytes();
  }

  /** Threads that may read at once. */
  int threads() {
    return threads;
  }

  /** Reads rows of a column, and keeps them. */
  void hold(ParticleColumn column, RowRange rows) {
    Place place = new Place(column, rows.type(), rows.from());
    int width = column.width();
    if (column.kind() == ParticleColumn.Kind.INTEGER) {
      Held<LongSink> held = new Held<>(rows.count());
      LongSink holder =
          (row, count, values) -> {
            long[] copy = copy(held, values, width * count, Long.BYTES);
            held.blocks.add(sink -> sink.accept(row, count, copy));
          };
      files.read(column, rows.type(), rows.from(), rows.count(), holder);
      integers.put(place, held);
    } else {
      Held<FloatSink> held = new Held<>(rows.count());
      files.read(column, rows.type(), rows.from(), rows.count(), holder(held, width));
      numbers.put(place, held);
    }
  }

  private FloatSink holder(Held<FloatSink> held, int width) {
    return new FloatSink() {
      @Override
      public void accept(long row, int count, float[] values) {
        float[] copy = copy(held, values, width * count, Float.BYTES);
        held.blocks.add(sink -> sink.accept(row, count, copy));
      }

      @Override
      public void accept(long row, int count, double[] values) {
        double[] copy = copy(held, values, width * count, Double.BYTES);
        held.blocks.add(sink -> sink.accept(row, count, copy));
      }

      @Override
      public Optional<Fractions> fractions() {
        return Optional.of(
            (row, count, fractions) -> {
              int[] copy = copy(held, fractions, width * count, Integer.BYTES);
              held.blocks.add(sink -> sink.fractions().orElseThrow().accept(row, count, copy));
            });
      }
    };
  }

  private <A> A copy(Held<?> held, A values, int length, long each) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the rows are no longer needed");
    }
    A copy = arrays.copy(values, length);
    held.arrays.add(copy);
    bytes.add(each * length);
    return copy;
  }

  /** Bytes of all rows that are held. */
  public long bytes() {
    return bytes.sum();
  }

  /** Forgets all rows. */
  public void release() {
    bytes.reset();
    release(numbers);
    release(integers);
  }

  private <S> void release(Map<Place, Held<S>> columns) {
    columns.values().forEach(held -> held.arrays.forEach(arrays::give));
    columns.clear();
  }

  /** Held coordinates may be fractions of the box, which are not for every sink. */
  @Override
  public void read(ParticleColumn column, int type, long from, long rows, FloatSink sink) {
    boolean forAll = !column.equals(ParticleColumn.COORDINATES);
    if (!(forAll || sink.fractions().isPresent())
        || !replay(numbers.get(new Place(column, type, from)), rows, sink)) {
      files.read(column, type, from, rows, sink);
    }
  }

  @Override
  public void read(ParticleColumn column, int type, long from, long rows, LongSink sink) {
    if (!replay(integers.get(new Place(column, type, from)), rows, sink)) {
      files.read(column, type, from, rows, sink);
    }
  }

  @Override
  public boolean readsInParts(int type) {
    return files.readsInParts(type);
  }

  /** Whether exactly these rows are held; they have then been passed on. */
  private static <S> boolean replay(Held<S> held, long rows, S sink) {
    if (held == null || held.rows() != rows) {
      return false;
    }
    held.blocks().forEach(block -> block.accept(sink));
    return true;
  }
}
