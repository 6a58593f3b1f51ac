package org.jzfof.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.CoordinateSink;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.FractionSink;
import org.jzfof.snapshot.file.LongSink;

/**
 * Rows of a snapshot that have been read before they are asked for. What is not held comes from the
 * files. Columns may be held by a thread each.
 */
public final class HeldRows implements RowReader {
  private final RowReader files;
  private final Map<Integer, Held<FractionSink>> coordinates = new HashMap<>();
  private final Map<Integer, Held<LongSink>> ids = new HashMap<>();
  private final Map<Integer, Held<FloatSink>> velocities = new HashMap<>();
  private final Map<Integer, Held<FloatSink>> masses = new HashMap<>();
  private final LongAdder bytes = new LongAdder();

  /** Rows of one column as they came: each block hands itself to a sink. */
  private record Held<S>(long from, long rows, List<Consumer<S>> blocks) {
    Held(long from, long rows) {
      this(from, rows, new ArrayList<>());
    }
  }

  HeldRows(RowReader files) {
    this.files = files;
  }

  /**
   * Bytes of each row at most.
   *
   * @param columns that will be held
   */
  static long bytesPerRow(ParticleColumns columns) {
    return 3L * Double.BYTES + (columns.storedIds() ? Long.BYTES : 0) + columns.floatBytes();
  }

  void holdCoordinates(int type, long from, long rows) {
    Held<FractionSink> held = new Held<>(from, rows);
    files.readCoordinates(
        type,
        from,
        rows,
        new FractionSink() {
          @Override
          public void accept(long row, int count, float[] xyz) {
            float[] copy = Arrays.copyOf(xyz, 3 * count);
            add(held, 4L * copy.length, sink -> sink.accept(row, count, copy));
          }

          @Override
          public void accept(long row, int count, double[] xyz) {
            double[] copy = Arrays.copyOf(xyz, 3 * count);
            add(held, 8L * copy.length, sink -> sink.accept(row, count, copy));
          }

          @Override
          public void acceptFractions(long row, int count, int[] fractions) {
            int[] copy = Arrays.copyOf(fractions, 3 * count);
            add(held, 4L * copy.length, sink -> sink.acceptFractions(row, count, copy));
          }
        });
    coordinates.put(type, held);
  }

  void holdIds(int type, long from, long rows) {
    Held<LongSink> held = new Held<>(from, rows);
    files.readIds(
        type,
        from,
        rows,
        (row, count, values) -> {
          long[] copy = Arrays.copyOf(values, count);
          add(held, 8L * copy.length, sink -> sink.accept(row, count, copy));
        });
    ids.put(type, held);
  }

  void holdVelocities(int type, long from, long rows) {
    Held<FloatSink> held = new Held<>(from, rows);
    files.readVelocities(type, from, rows, holder(held, 3));
    velocities.put(type, held);
  }

  void holdMasses(int type, long from, long rows) {
    Held<FloatSink> held = new Held<>(from, rows);
    files.readMasses(type, from, rows, holder(held, 1));
    masses.put(type, held);
  }

  private FloatSink holder(Held<FloatSink> held, int width) {
    return new FloatSink() {
      @Override
      public void accept(long row, int count, float[] values) {
        float[] copy = Arrays.copyOf(values, width * count);
        add(held, 4L * copy.length, sink -> sink.accept(row, count, copy));
      }

      @Override
      public void accept(long row, int count, double[] values) {
        double[] copy = Arrays.copyOf(values, width * count);
        add(held, 8L * copy.length, sink -> sink.accept(row, count, copy));
      }
    };
  }

  private <S> void add(Held<S> held, long blockBytes, Consumer<S> block) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody needs the rows any more");
    }
    held.blocks.add(block);
    bytes.add(blockBytes);
  }

  /** Bytes of all rows that are held. */
  public long bytes() {
    return bytes.sum();
  }

  /** Forgets all rows. */
  public void release() {
    bytes.reset();
    coordinates.clear();
    ids.clear();
    velocities.clear();
    masses.clear();
  }

  @Override
  public void readCoordinates(int type, long from, long rows, CoordinateSink sink) {
    if (!(sink instanceof FractionSink whole)
        || !replay(coordinates.get(type), from, rows, whole)) {
      files.readCoordinates(type, from, rows, sink);
    }
  }

  @Override
  public void readIds(int type, long from, long rows, LongSink sink) {
    if (!replay(ids.get(type), from, rows, sink)) {
      files.readIds(type, from, rows, sink);
    }
  }

  @Override
  public void readVelocities(int type, long from, long rows, FloatSink sink) {
    if (!replay(velocities.get(type), from, rows, sink)) {
      files.readVelocities(type, from, rows, sink);
    }
  }

  @Override
  public void readMasses(int type, long from, long rows, FloatSink sink) {
    if (!replay(masses.get(type), from, rows, sink)) {
      files.readMasses(type, from, rows, sink);
    }
  }

  /** Whether exactly these rows are held; they have then been passed on. */
  private static <S> boolean replay(Held<S> held, long from, long rows, S sink) {
    if (held == null || held.from() != from || held.rows() != rows) {
      return false;
    }
    held.blocks().forEach(block -> block.accept(sink));
    return true;
  }
}
