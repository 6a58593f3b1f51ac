package org.jzfof.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.contract.MpiJob;

/** A process is killed at any step: the next one finishes or undoes, and touches nothing else. */
class KilledTransactionTest {
  @TempDir Path dir;

  private final Map<Path, String> old;
  private final Map<Path, String> done;

  KilledTransactionTest(@TempDir Path undisturbed) throws IOException {
    SampleOutput sample = new SampleOutput(undisturbed).withFilesOfOthers().withOlder();
    old = sample.content();
    sample.writeNewer(FileOperations.SYSTEM);
    done = sample.content();
    assertEquals(8, old.size(), old.toString());
    assertEquals(6, done.size(), done.toString());
  }

  private SampleOutput sample(String name) throws IOException {
    return new SampleOutput(dir.resolve(name)).withFilesOfOthers().withOlder();
  }

  /** Nobody reads pieces of both, or a first piece that stands before the others. */
  private static void assertReadable(SampleOutput sample) throws IOException {
    Map<Path, String> visible = sample.visible();
    String first = visible.get(Path.of("groups/piece.0"));
    if (first != null) {
      List<Path> all = first.equals("new") ? sample.newer() : sample.older();
      for (Path file : all) {
        assertEquals(first, visible.get(sample.folder().relativize(file)), visible.toString());
      }
    }
  }

  private void assertOneOfBoth(SampleOutput sample, String when) throws IOException {
    Map<Path, String> content = sample.content();
    assertTrue(content.equals(old) || content.equals(done), when + ": " + content);
  }

  @Test
  void whatAKilledProcessLeavesIsFinishedOrUndone() throws Exception {
    List<Map<Path, String>> results = new ArrayList<>();
    for (int step = 0; ; step++) {
      SampleOutput sample = sample("step" + step);
      List<String> command = new ArrayList<>(MpiJob.java(KilledProgram.class));
      command.addAll(List.of(sample.folder().toString(), String.valueOf(step)));
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code == 0) {
        assertEquals(done, sample.content());
        break;
      }
      assertEquals(KilledProgram.KILLED, code);
      assertReadable(sample);
      Transaction.recover(sample.name());
      assertOneOfBoth(sample, "killed at step " + step);
      results.add(sample.content());
    }
    assertTrue(results.contains(old) && results.contains(done), results.size() + " steps");
    assertTrue(results.size() > 20, results.size() + " steps");
  }

  /** The next process is killed as well, at any step of what it does about the first. */
  @Test
  void whoFinishesMayBeKilledToo() throws IOException {
    int ended = 0;
    for (int first = 0; ended == 0; first++) {
      boolean killed = true;
      for (int second = 0; killed; second++) {
        SampleOutput sample = sample("steps" + first + "." + second);
        if (!dies(sample, first)) {
          ended++;
          break;
        }
        killed = diesInRecovery(sample, second);
        assertReadable(sample);
        Transaction.recover(sample.name());
        assertOneOfBoth(sample, "killed at steps " + first + ", " + second);
      }
    }
  }

  private static boolean dies(SampleOutput sample, int step) {
    try {
      sample.writeNewer(DyingOperations.imagined(step));
      return false;
    } catch (DyingOperations.Death e) {
      return true;
    }
  }

  private static boolean diesInRecovery(SampleOutput sample, int step) {
    try {
      Transaction.recover(sample.name(), DyingOperations.imagined(step));
      return false;
    } catch (DyingOperations.Death e) {
      return true;
    }
  }

  /** Where nothing stood before, nothing stands, or all of it. */
  @Test
  void aFirstOutputIsWholeOrNotThere() throws IOException {
    for (int step = 0; ; step++) {
      SampleOutput sample = new SampleOutput(dir.resolve("first" + step)).withFilesOfOthers();
      Map<Path, String> before = sample.content();
      if (!dies(sample, step)) {
        assertTrue(step > 15, step + " steps");
        break;
      }
      Transaction.recover(sample.name());
      Map<Path, String> after = sample.content();
      assertTrue(after.equals(before) || after.equals(done), step + ": " + after);
    }
  }

  /** One file is replaced in one step: there is always one. */
  @Test
  void aSingleFileIsAlwaysThere() throws IOException {
    for (int step = 0; ; step++) {
      Path file = Files.createDirectories(dir.resolve("one" + step)).resolve("picture");
      SampleOutput.create(file, "old");
      boolean killed = false;
      try (Transaction transaction =
          Transaction.begin(file, List.of(file), DyingOperations.imagined(step))) {
        transaction.write(List.of(file), parts -> SampleOutput.create(parts.get(0), "new"));
        transaction.commit(List.of());
      } catch (DyingOperations.Death e) {
        killed = true;
      }
      assertTrue(Files.readString(file).endsWith("to its end"));
      Transaction.recover(file);
      try (Stream<Path> all = Files.list(file.getParent())) {
        assertEquals(List.of(file), all.toList(), "killed at step " + step);
      }
      if (!killed) {
        assertTrue(step > 4, step + " steps");
        return;
      }
    }
  }
}
