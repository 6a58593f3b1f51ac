package org.jzfof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.contract.Need;

/** docs/performance.md is what scripts/performance.py makes of docs/results. */
class PerformancePageTest {
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final String RESULTS = "results/2027-01-01-machine.json";

  @TempDir private Path copy;

  @BeforeAll
  static void needsPython() {
    Need.PYTHON.assume(
        Files.isExecutable(PYTHON), "there is no " + PYTHON + ": scripts/setup.sh --tests");
  }

  @BeforeEach
  void makePage() throws Exception {
    Files.createDirectory(copy.resolve("results"));
    Files.writeString(
        copy.resolve(RESULTS),
        """
        {
          "machine": "One machine.",
          "groups": [
            {
              "title": "Whole runs",
              "command": "jzfof bench run SNAPSHOT",
              "rows": [
                {"what": "512³", "value": [1.682], "unit": "s", "statistic": "median of 5",
                 "date": "2027-01-01", "commit": "5cefa24",
                 "peers": [{"what": "h5py", "value": 3.364}]}
              ]
            }
          ]
        }
        """);
    Files.writeString(
        copy.resolve("performance.md"),
        "# Page\n\n<!-- results: 2027-01-01-machine -->\n<!-- end -->\n");
    Ended ended = run(copy.toString());
    assertEquals(0, ended.code, ended.said);
  }

  private record Ended(int code, String said) {}

  private static Ended run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON.toString(), "scripts/performance.py"));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  private void replace(String file, String old, String by) throws IOException {
    String text = Files.readString(copy.resolve(file));
    assertTrue(text.contains(old), () -> file + " has no " + old);
    Files.writeString(copy.resolve(file), text.replace(old, by));
  }

  @Test
  void thePageHasTheMeasurements() throws Exception {
    Ended ended = run("--check");
    assertEquals(0, ended.code, ended.said);
  }

  @Test
  void aNumberChangedByHandIsFound() throws Exception {
    replace("performance.md", "1.682 s", "1.582 s");
    Ended ended = run("--check", copy.toString());
    assertNotEquals(0, ended.code);
    assertTrue(ended.said.contains("run scripts/performance.py"), ended.said);
  }

  @Test
  void aNewMeasurementGoesIntoItsTable() throws Exception {
    replace(RESULTS, "\"value\": [1.682]", "\"value\": [1.5, 2.5]");
    assertNotEquals(0, run("--check", copy.toString()).code);
    assertEquals(0, run(copy.toString()).code);
    assertEquals(0, run("--check", copy.toString()).code);
    String page = Files.readString(copy.resolve("performance.md"));
    assertTrue(page.contains("| 512³ | 1.5 to 2.5 s (median of 5) |"), page);
  }

  @Test
  void ratiosOfPeersAreComputed() throws Exception {
    replace(RESULTS, "\"value\": 3.364", "\"value\": 25.23");
    assertEquals(0, run(copy.toString()).code);
    String page = Files.readString(copy.resolve("performance.md"));
    assertTrue(page.contains("h5py 25.23 s (15×)"), page);
  }

  @Test
  void resultsWithoutATableAndUnknownKeysAreRefused() throws Exception {
    replace(RESULTS, "\"commit\": \"5cefa24\"", "\"comit\": \"5cefa24\"");
    Ended misspelt = run(copy.toString());
    assertTrue(misspelt.code != 0 && misspelt.said.contains("comit"), misspelt.said);
    replace(RESULTS, "comit", "commit");
    Files.copy(copy.resolve(RESULTS), copy.resolve("results/2027-01-01-other.json"));
    Ended unused = run(copy.toString());
    assertTrue(unused.code != 0 && unused.said.contains("2027-01-01-other"), unused.said);
  }
}
