package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.FractionSink;
import org.jzfof.snapshot.file.LongSink;

/** A block of rows stays as it is while the next one is read. */
class StandingBlocksTest {
  private static final int BLOCKS = 4;
  private static final int ROWS = BLOCKS * Snapshot.BLOCK_ROWS;

  @TempDir private Path dir;

  /** Keeps the array of the last block, and looks at it again when the next one is there. */
  private static final class Watch implements FractionSink, LongSink {
    private Object last;
    private Object asItWas;
    private int blocks;

    private void take(Object values) {
      if (last != null) {
        assertEquals(text(asItWas), text(last), "block " + (blocks - 1));
      }
      last = values;
      int length = Array.getLength(values);
      asItWas = Array.newInstance(values.getClass().getComponentType(), length);
      System.arraycopy(values, 0, asItWas, 0, length);
      blocks++;
    }

    private static String text(Object array) {
      return IntStream.of(0, 1, Array.getLength(array) - 1)
          .mapToObj(i -> Array.get(array, i).toString())
          .toList()
          .toString();
    }

    @Override
    public void accept(long row, int count, float[] values) {
      take(values);
    }

    @Override
    public void accept(long row, int count, double[] values) {
      take(values);
    }

    @Override
    public void acceptFractions(long row, int count, int[] fractions) {
      take(fractions);
    }

    @Override
    public void accept(long row, int count, long[] values) {
      take(values);
    }
  }

  private static int[] counting(int columns) {
    int[] values = new int[columns * ROWS];
    Arrays.setAll(values, i -> i + 1);
    return values;
  }

  private void watch(Path file, BiConsumer<Snapshot, Watch> read) {
    Watch watch = new Watch();
    Snapshot snapshot = Snapshot.open(file);
    read.accept(snapshot, watch);
    assertEquals(BLOCKS, watch.blocks);
  }

  private static void write(Hdf5Writer w, String name, Hdf5Type type, int columns) {
    String path = "/PartType1/" + name;
    if (columns == 1) {
      w.dataset(path, type, ROWS);
    } else {
      w.dataset(path, type, ROWS, columns);
    }
    int[] values = counting(columns);
    switch (type) {
      case FLOAT32, FLOAT64 ->
          w.write(path, 0, ROWS, Arrays.stream(values).asDoubleStream().toArray());
      case UINT64 -> w.write(path, 0, ROWS, Arrays.stream(values).asLongStream().toArray());
      default -> w.write(path, 0, ROWS, values);
    }
  }

  private Path gadget(String column, Hdf5Type type, int columns, double region) {
    return SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.attribute("/Header", "RegionLen", Hdf5Type.FLOAT64, region);
              w.group("/PartType1");
              write(w, column, type, columns);
            })
        .counts(1, ROWS)
        .write(dir.resolve("snapshot_001.hdf5"));
  }

  @ParameterizedTest
  @CsvSource({
    "Coordinates,FLOAT32,50",
    "Coordinates,FLOAT64,50",
    "IntCoordinates,UINT32,50",
    "IntCoordinates,UINT32,64"
  })
  void coordinates(String column, Hdf5Type type, double region) {
    watch(gadget(column, type, 3, region), (s, w) -> s.readCoordinates(1, 0, ROWS, w));
  }

  @Test
  void ids() {
    watch(gadget("ParticleIDs", Hdf5Type.UINT64, 1, 50), (s, w) -> s.readIds(1, 0, ROWS, w));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOAT32", "FLOAT64"})
  void velocities(Hdf5Type type) {
    watch(gadget("Velocities", type, 3, 50), (s, w) -> s.readVelocities(1, 0, ROWS, w));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOAT32", "FLOAT64"})
  void masses(Hdf5Type type) {
    watch(gadget("Masses", type, 1, 50), (s, w) -> s.readMasses(1, 0, ROWS, w));
  }

  /** Masses that float32 holds, and others. */
  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.1})
  void massesOfClasses(double unit) {
    Path file = dir.resolve("run.00100.0");
    SnapshotFixtures.pkdgrav(50)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT64, ROWS, 3);
              w.dataset("/PartType1/class", Hdf5Type.INT32, ROWS);
              int[] classes = new int[ROWS];
              Arrays.setAll(classes, i -> i / Snapshot.BLOCK_ROWS);
              w.write("/PartType1/class", 0, ROWS, classes);
            })
        .counts(1, ROWS)
        .write(file);
    int[] numbers = IntStream.range(0, BLOCKS).toArray();
    double[] masses = IntStream.range(0, BLOCKS).mapToDouble(i -> unit * (i + 1)).toArray();
    Hdf5Extras.classTable(file, "/PartType1/classes", numbers, masses);
    watch(file, (s, w) -> s.readMasses(1, 0, ROWS, w));
  }
}
