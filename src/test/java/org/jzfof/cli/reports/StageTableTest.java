package org.jzfof.cli.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.Jzfof;
import org.jzfof.pipeline.ProcessAge;
import org.jzfof.progress.StageTiming;

class StageTableTest {
  @TempDir private Path folder;

  @Test
  void sharesOfAllStages() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<StageTiming> stages =
        List.of(
            new StageTiming("read", 0.25, 1 << 20, 0, 0),
            new StageTiming("link", 0.75, 5 << 20, 1536, 12));
    StageTable.print(new PrintStream(out, true), stages, true);
    assertEquals(
        """
        stage                      seconds   share  peak memory         sent  messages
        read                         0.250  25.0 %      1.0 MiB          0 B         0
        link                         0.750  75.0 %      5.0 MiB      1.5 KiB        12
        total                        1.000 100.0 %      5.0 MiB      1.5 KiB        12
        """,
        out.toString(StandardCharsets.UTF_8));
    assertEquals(
        List.of(
            new StageTiming("read", 0.25, 1 << 20, 0, 0),
            new StageTiming("link", 0.75, 5 << 20, 0, 0)),
        StageTable.read("snapshot  a\n\n" + out + "\ncatalogue  b\n"));
    assertEquals(List.of(), StageTable.read("snapshot  a\n"));
  }

  /** From the start of the process to the moment when the table is printed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run SNAPSHOT -o out",
        "run SNAPSHOT -o out --ranks 3",
        "knn SNAPSHOT -k 4 -o near.hdf5",
        "neighbours SNAPSHOT --radius 0.2 -o lists.hdf5",
        "pairs SNAPSHOT --bins 0:1:4 -o pairs.hdf5",
        "cluster SNAPSHOT --eps 0.2 --min-points 5 -o clusters.hdf5"
      })
  void rowsAddUpToTheWallTime(String line) {
    Object[] words =
        line.replace("SNAPSHOT", Path.of("examples/lcdm32/snapshot_001.hdf5").toAbsolutePath() + "")
            .replace(" -o ", " -o " + folder + "/")
            .split(" ");
    double before = ProcessAge.seconds();
    String out = Jzfof.run(words).succeeded().out();
    double after = ProcessAge.seconds();
    List<String[]> rows =
        out.substring(out.indexOf("\nstage ") + 1)
            .lines()
            .skip(1)
            .takeWhile(row -> !row.isEmpty())
            .map(row -> new String[] {row.substring(0, 24).strip(), row.substring(24, 34)})
            .toList();
    double[] seconds = rows.stream().mapToDouble(row -> Double.parseDouble(row[1])).toArray();
    int last = seconds.length - 1;
    double sum = 0;
    for (int i = 0; i < last; i++) {
      sum += seconds[i];
    }
    double rounding = 0.0006 * seconds.length;
    assertEquals("start", rows.get(0)[0], out);
    assertTrue(before < seconds[0] + rounding && seconds[0] < after, out);
    assertTrue(rows.stream().limit(3).anyMatch(row -> row[0].equals("open device")), out);
    assertEquals("end", rows.get(last - 1)[0], out);
    assertEquals(seconds[last], sum, rounding, out);
    assertTrue(before < sum + rounding && sum < after + rounding, out);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1047552, 1.0 MiB",
    "1073741823, 1.0 GiB",
    "163577856, 156 MiB",
    "9223372036854775807, 8.0 EiB"
  })
  void sizes(long bytes, String text) {
    assertEquals(text, StageTable.bytes(bytes));
  }
}
