package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.SnapshotHeader;

/** Columns that do not fit into memory at once. */
class ColumnCopyTest {
  @TempDir private Path dir;

  /** From three files, in parts from less than a row to everything. */
  @ParameterizedTest
  @CsvSource({"1, 0", "25, 0", "100, 0", "1000, 0", "1048576, 0", "100, 40", "1048576, 99"})
  void anyPartsGiveTheSame(int partBytes, int first) {
    RowRange rows = new RowRange(first, 100 - first);
    Particles particles = Particles.uniform(100, 10, 1);
    List<Path> files =
        SnapshotFixtures.gadget4(10, particles).writeSplit(dir.resolve("s"), 30, 0, 70);
    SnapshotHeader header = Snapshot.open(files.get(0)).header();
    int[] numbers = new int[100];
    Arrays.setAll(numbers, i -> i % 3 == 0 ? GroupNumbers.NONE : i % 3 - 1);
    GroupLengths groups = new GroupLengths(2, 6, new long[12]);
    groups.lengthType()[1] = 33;
    groups.lengthType()[7] = 33;
    Path target = dir.resolve("target.hdf5");
    try (Backend backend = new CpuBackend(1);
        DeviceArray labels = backend.memory().upload(numbers);
        Hdf5Writer out = Hdf5Writer.create(target)) {
      GroupNumbers all =
          new GatheredNumbers(
              new LocalCommunicator(), new int[] {1}, new long[] {100}, labels, backend.memory());
      out.group("/PartType1");
      out.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT32, rows.count(), 3);
      try (ColumnCopy copy = new ColumnCopy(header, 1, "Coordinates", out, rows, partBytes)) {
        copy.inOrder(() -> new RowOrder(groups, 1), sink -> all.stream(1, sink));
      }
    }
    double[] expected = new double[300];
    int at = 0;
    for (int wanted : new int[] {0, 1, GroupNumbers.NONE}) {
      for (int i = 0; i < 100; i++) {
        if (numbers[i] == wanted) {
          for (int d = 0; d < 3; d++) {
            expected[at++] = (float) particles.positions()[3 * i + d];
          }
        }
      }
    }
    expected = Arrays.copyOfRange(expected, 3 * first, 300);
    assertArrayEquals(expected, CatalogueFile.of(target).doubles("/PartType1/Coordinates"));
  }
}
