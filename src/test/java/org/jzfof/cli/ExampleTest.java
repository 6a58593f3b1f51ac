package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.pipeline.HaloFinder;

/** The whole program on the example, against the table of an independent search. */
class ExampleTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32");
  private static final double BOX = 25;

  @TempDir Path folder;

  @Test
  void theGroupsOfTheExampleAreThoseExpected() throws IOException {
    List<String[]> expected =
        Files.readAllLines(EXAMPLE.resolve("expected_groups.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.strip().split(" +"))
            .toList();
    assertEquals(94, expected.size());
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printErr = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code =
        new Main(new HaloFinder(new LocalCommunicator(), "test"), printErr, printErr)
            .run("run", EXAMPLE + "/snapshot_001.hdf5", "-o", folder.toString(), "-q");
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertEquals(0, code);
    try (Hdf5File in = Hdf5File.open(folder.resolve("groups_001/fof_subhalo_tab_001.0.hdf5"))) {
      double[] length = read(in, "/Group/GroupLen", 1);
      double[] mass = read(in, "/Group/GroupMass", 1);
      double[] centre = read(in, "/Group/GroupPos", 3);
      double[] ids = read(in, "/IDs/ID", 1);
      assertEquals(expected.size(), length.length);
      int first = 0;
      for (int g = 0; g < length.length; g++) {
        String[] row = expected.get(g);
        assertEquals(Long.parseLong(row[0]), (long) length[g], "length of group " + g);
        int end = first + (int) length[g];
        long smallest = LongStream.range(first, end).map(i -> (long) ids[(int) i]).min().orElse(-1);
        assertEquals(Long.parseLong(row[1]), smallest, "smallest ID of group " + g);
        assertEquals(Double.parseDouble(row[2]), mass[g], 1e-6 * mass[g], "mass of group " + g);
        for (int d = 0; d < 3; d++) {
          double off = centre[3 * g + d] - Double.parseDouble(row[3 + d]);
          assertEquals(0, Math.IEEEremainder(off, BOX), 2e-5, "centre of group " + g);
        }
        first = end;
      }
      assertEquals(first, ids.length);
    }
  }

  private static double[] read(Hdf5File in, String path, int columns) {
    try (Hdf5Dataset data = in.dataset(path)) {
      double[] values = new double[(int) data.info().rows() * columns];
      data.read(0, (int) data.info().rows(), values);
      return values;
    }
  }
}
