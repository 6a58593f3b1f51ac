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

/**
 * Rows of a snapshot that have been read in advance. Rows that are not held are read from the
 * files. Several threads may hold rows at once.
 */
public final class HeldRows implements RowReader {
  private final RowReader files;
  private final HeldArrays arrays;
  private final int threads;
  private final Map<Place, Held<FloatSink>> coordinates = new ConcurrentHashMap<>();
  private final Map<Place, Held<LongSink>> ids = new ConcurrentHashMap<>();
  private final Map<Place, Held<FloatSink>> velocities = new ConcurrentHashMap<>();
  private final Map<Place, Held<FloatSink>> masses = new ConcurrentHashMap<>();
  private final LongAdder bytes = new LongAdder();

  /** The first of some rows of a type. */
  private record Place(int type, long from) {}

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
    return 3L * Double.BYTES + (columns.storedIds() ? Long.BYTES : 0) + columns.floatBytes();
  }

  /** Threads that may read at once. */
  int threads() {
    return threads;
  }

  void holdCoordinates(int type, long from, long rows) {
    Held<FloatSink> held = new Held<>(rows);
    files.readCoordinates(
        type,
        from,
        rows,
        new FloatSink() {
          @Override
          public void accept(long row, int count, float[] xyz) {
            float[] copy = copy(held, xyz, 3 * count, Float.BYTES);
            held.blocks.add(sink -> sink.accept(row, count, copy));
          }

          @Override
          public void accept(long row, int count, double[] xyz) {
            double[] copy = copy(held, xyz, 3 * count, Double.BYTES);
            held.blocks.add(sink -> sink.accept(row, count, copy));
          }

          @Override
          public Optional<Fractions> fractions() {
            return Optional.of(
                (row, count, fractions) -> {
                  int[] copy = copy(held, fractions, 3 * count, Integer.BYTES);
                  held.blocks.add(sink -> sink.fractions().orElseThrow().accept(row, count, copy));
                });
          }
        });
    coordinates.put(new Place(type, from), held);
  }

  void holdIds(int type, long from, long rows) {
    Held<LongSink> held = new Held<>(rows);
    files.readIds(
        type,
        from,
        rows,
        (row, count, values) -> {
          long[] copy = copy(held, values, count, Long.BYTES);
          held.blocks.add(sink -> sink.accept(row, count, copy));
        });
    ids.put(new Place(type, from), held);
  }

  void holdVelocities(int type, long from, long rows) {
    Held<FloatSink> held = new Held<>(rows);
    files.readVelocities(type, from, rows, holder(held, 3));
    velocities.put(new Place(type, from), held);
  }

  void holdMasses(int type, long from, long rows) {
    Held<FloatSink> held = new Held<>(rows);
    files.readMasses(type, from, rows, holder(held, 1));
    masses.put(new Place(type, from), held);
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
    release(coordinates);
    release(ids);
    release(velocities);
    release(masses);
  }

  private <S> void release(Map<Place, Held<S>> column) {
    column.values().forEach(held -> held.arrays.forEach(arrays::give));
    column.clear();
  }

  @Override
  public void readCoordinates(int type, long from, long rows, FloatSink sink) {
    if (sink.fractions().isEmpty() || !replay(coordinates.get(new Place(type, from)), rows, sink)) {
      files.readCoordinates(type, from, rows, sink);
    }
  }

  @Override
  public void readIds(int type, long from, long rows, LongSink sink) {
    if (!replay(ids.get(new Place(type, from)), rows, sink)) {
      files.readIds(type, from, rows, sink);
    }
  }

  @Override
  public void readVelocities(int type, long from, long rows, FloatSink sink) {
    if (!replay(velocities.get(new Place(type, from)), rows, sink)) {
      files.readVelocities(type, from, rows, sink);
    }
  }

  @Override
  public void readMasses(int type, long from, long rows, FloatSink sink) {
    if (!replay(masses.get(new Place(type, from)), rows, sink)) {
      files.readMasses(type, from, rows, sink);
    }
  }

  @Override
  public void readNumbers(int type, String name, long from, long rows, FloatSink sink) {
    files.readNumbers(type, name, from, rows, sink);
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
