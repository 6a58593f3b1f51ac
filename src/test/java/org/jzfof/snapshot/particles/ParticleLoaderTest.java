package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.ParticleColumns.StoredForm;

/** Where a rank's rows go on the device when they are more than 2^31: nothing is really read. */
class ParticleLoaderTest {
  private static final long FIRST_TYPE = (1L << 31) + 100;
  private static final int SECOND_TYPE = 50;
  private static final long ROWS = FIRST_TYPE + SECOND_TYPE;

  @TempDir private Path dir;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  /** An array that there is not. */
  private record Absent(ElementType type, long length) implements DeviceArray {
    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** The last row of what is asked for, as a block of its own. */
  private static final class LastRow implements RowReader {
    @Override
    public void read(ParticleColumn column, int type, long from, long rows, ColumnSink sink) {
      boolean integers = column.kind() == ParticleColumn.Kind.INTEGER;
      Object values = integers ? new long[1] : new float[column.width()];
      sink.accept(new ColumnBlock(rows - 1, 1, column.width(), values));
    }

    @Override
    public boolean readsInParts(int type) {
      return false;
    }
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object memory(String name, Object[] arguments) {
    if (name.equals("allocate")) {
      return new Absent((ElementType) arguments[0], (long) arguments[1]);
    }
    log.add(name + " " + ((DeviceArray) arguments[0]).type() + " " + arguments[1]);
    return null;
  }

  private Object kernels(String name, Object[] arguments) {
    if (name.equals("range")) {
      log.add(name + " " + arguments[3] + " + " + arguments[4]);
      return ColumnRange.EMPTY;
    }
    return fake(Quantiser.class, (self, method, args) -> quantiser(method.getName(), args));
  }

  private Object quantiser(String name, Object[] arguments) {
    if (name.equals("convert")) {
      log.add(name + " " + arguments[2]);
    }
    return name.equals("firstFault") ? Quantiser.ALL_VALID : null;
  }

  private Snapshot header() {
    Path file = dir.resolve("snapshot_001.hdf5");
    long[] counts = {FIRST_TYPE, SECOND_TYPE};
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      out.group("/Header");
      out.attribute("/Header", "NumPart_ThisFile", Hdf5Type.UINT64, counts);
      out.attribute("/Header", "NumPart_Total", Hdf5Type.UINT64, counts);
      out.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 1);
      out.attribute("/Header", "MassTable", Hdf5Type.FLOAT64, new double[2]);
      out.attribute("/Header", "Time", Hdf5Type.FLOAT64, 1.0);
      out.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 0.0);
      out.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, 1.0);
    }
    return Snapshot.open(file);
  }

  @Test
  void rowsBehindTheRangeOfAnInt() {
    int[] types = {0, 1};
    ParticleColumns columns = new ParticleColumns(types, new LinkedHashMap<>(), new double[2]);
    columns.stored().put(ParticleColumn.IDS, new StoredForm(ElementType.I64, 1, types));
    columns.stored().put(ParticleColumn.VELOCITIES, new StoredForm(ElementType.F32, 1, types));
    columns.stored().put(ParticleColumn.MASSES, new StoredForm(ElementType.F32, 1, types));
    Snapshot header = header();
    Box box = Box.periodic(1, 1, 1);
    ParticleLoader loader =
        new ParticleLoader(header, new LastRow(), columns, new LocalCommunicator(), f -> {}, 2);
    Particles particles =
        loader.load(
            SearchSpace.of(box),
            fake(ParticleKernels.class, (self, method, args) -> kernels(method.getName(), args)),
            fake(DeviceMemory.class, (self, method, args) -> memory(method.getName(), args)),
            new RowChecks(header, box, columns.types()));
    assertEquals(ROWS, particles.count());
    assertEquals(3 * ROWS, particles.positions().length());
    assertEquals(3 * ROWS, particles.velocities().length());
    assertEquals(ROWS, particles.ids().length());
    List<String> expected =
        List.of(
            "convert " + (FIRST_TYPE - 1),
            "convert " + (ROWS - 1),
            "write I64 " + (FIRST_TYPE - 1),
            "write I64 " + (ROWS - 1),
            "write F32 " + 3 * (FIRST_TYPE - 1),
            "write F32 " + 3 * (ROWS - 1),
            "write F32 " + (FIRST_TYPE - 1),
            "write F32 " + (ROWS - 1),
            "range 0 + " + FIRST_TYPE,
            "range " + FIRST_TYPE + " + " + SECOND_TYPE,
            "range 0 + " + FIRST_TYPE,
            "range " + FIRST_TYPE + " + " + SECOND_TYPE,
            "fill U8 0",
            "fill U8 " + FIRST_TYPE);
    assertEquals(sorted(expected), sorted(log)); // columns come side by side
  }

  private static List<String> sorted(List<String> calls) {
    return calls.stream().sorted().toList();
  }
}
