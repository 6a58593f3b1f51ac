package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads that share the loops of a command are those that it was given. */
class CommandThreadsTest {
  @Test
  void noCommandUsesTheCommonPool(@TempDir Path dir) throws Exception {
    Path work = Files.createDirectory(dir.resolve("work"));
    Outcome outcome =
        new OwnProcess(dir, CommandThreads.class).option("-XX:ActiveProcessorCount=4").run(work);
    List<String> lines = outcome.out().lines().toList();
    assertEquals(16, lines.size(), outcome.err());
    for (String line : lines.subList(0, 15)) {
      String workers = line.contains("--threads=1") ? "worker-1" : "worker-1(, worker-[234])*";
      assertTrue(line.matches("[a-z]+( --threads=1)? 0 \\[(" + workers + ")?\\]"), line);
    }
    assertEquals("stream 0 [common]", lines.get(15));
  }
}
