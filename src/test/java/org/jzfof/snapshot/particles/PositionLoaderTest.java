package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.threads.Parallel;

/** Positions that several threads read are checked as those that one thread reads. */
class PositionLoaderTest {
  private static final int ROWS = 2 * PositionSource.PART + 12345;

  /** Row i at (i mod 97) / 10, but for the last rows, which repeat one position. */
  private record Rows(boolean readsInParts, int different, int invalid) implements PositionSource {
    @Override
    public long rows() {
      return ROWS;
    }

    @Override
    public boolean isDouble() {
      return true;
    }

    @Override
    public void read(long from, long count, ColumnSink sink) {
      int block = 1 << 15;
      for (long row = 0; row < count; row += block) {
        double[] xyz = new double[3 * (int) Math.min(block, count - row)];
        for (int i = 0; i < xyz.length; i++) {
          xyz[i] = value(from + row + i / 3);
        }
        sink.accept(new ColumnBlock(row, xyz.length / 3, 3, xyz));
      }
    }

    double value(long row) {
      return row >= invalid ? Double.NaN : row < different ? row % 97 / 10.0 : 5;
    }

    @Override
    public String describeRow(long row) {
      return "row " + row;
    }
  }

  private static List<String> warnings(Rows rows, Box box) {
    return Parallel.with(
        3,
        () -> {
          Backend backend = new CpuBackend();
          PositionLoader loader =
              new PositionLoader(rows, box, backend.particles(), backend.memory());
          try (Coordinates read = loader.load(0, ROWS)) {
            double[] xyz = backend.memory().numbers(read.xyz(), 0, 3 * ROWS);
            for (int i = 0; i < xyz.length; i++) {
              assertEquals(rows.value(i / 3), xyz[i]);
            }
          } finally {
            backend.close();
          }
          return loader.requireBox(0.7, false, new LocalCommunicator());
        });
  }

  private static void requireSameWarning(int different, double side, String part) {
    Box box = Box.periodic(side, side, side);
    List<String> wanted = warnings(new Rows(false, different, ROWS), box);
    assertEquals(wanted, warnings(new Rows(true, different, ROWS), box));
    assertTrue(wanted.toString().contains(part), wanted.toString());
  }

  @Test
  void countsRowsOutsideTheBox() {
    requireSameWarning(ROWS, 8, "positions looked at lie outside the periodic box");
  }

  @Test
  void countsRepeatedRowsAcrossParts() {
    requireSameWarning(PositionSource.PART - 1000, 10, "row " + (PositionSource.PART - 960));
  }

  @Test
  void namesTheFirstInvalidRow() {
    Box box = Box.periodic(10, 10, 10);
    SnapshotException thrown =
        assertThrows(
            SnapshotException.class,
            () -> warnings(new Rows(true, ROWS, PositionSource.PART + 17), box));
    assertTrue(
        thrown.getMessage().contains("row " + (PositionSource.PART + 17)), thrown.getMessage());
  }
}
