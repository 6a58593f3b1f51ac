package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Pipes and devices where a file is expected, and names that a terminal cannot show. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpecialFilesTest {
  @TempDir Path dir;

  private Path snapshot;
  private Path pipe;

  @BeforeEach
  void make() throws Exception {
    snapshot =
        SnapshotFixtures.gadget4(
            dir.resolve("snapshot_001.hdf5"), 50, Particles.uniform(1000, 50, 1));
    pipe = pipe("pipe_001.hdf5");
  }

  private Path pipe(String name) throws Exception {
    Path made = dir.resolve(name);
    assertEquals(0, new ProcessBuilder("mkfifo", made.toString()).start().waitFor());
    return made;
  }

  /** Writes a text into the pipe as soon as somebody reads it. */
  private CompletableFuture<Void> send(String text) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            Files.writeString(pipe, text);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aSnapshotOrACatalogueFromAPipe() {
    String message = pipe + ": it is not a regular file: write what it gives into one first";
    Jzfof.run("run", pipe, "-o", dir).failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run("info", pipe).failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run("compare", pipe, pipe).failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run("plot", pipe, "-o", dir.resolve("p.png")).failed(ExitCodes.SNAPSHOT, message);
    Jzfof.run("knn", snapshot, "-k", 2, "--queries", pipe, "-o", dir.resolve("n.hdf5"))
        .failed(ExitCodes.SNAPSHOT, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"positions.f32", "positions.f64"})
  void positionsFromAPipe(String name) throws Exception {
    Path positions = pipe(name);
    Jzfof.run("knn", snapshot, "-k", 2, "--queries", positions, "-o", dir.resolve("n.hdf5"))
        .failed(ExitCodes.SNAPSHOT, positions + " cannot be read (it is not a regular file)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/null", "/dev/zero"})
  void aDevice(String device) {
    Jzfof.run("run", device, "-o", dir)
        .failed(ExitCodes.SNAPSHOT, device + ": it is not a regular file");
  }

  @Test
  void aListFromAPipe() {
    CompletableFuture<Void> sent = send("\ufeff" + snapshot + "\n");
    Jzfof.run("run", "--list", pipe, "-o", dir, "-q").succeeded();
    sent.join();
  }

  @Test
  void aConfigurationFromAPipe() {
    CompletableFuture<Void> sent = send("\ufeffmin-length: 33\n");
    String shown = Jzfof.run("config", "show", "run", "--config", pipe).succeeded().out();
    assertTrue(shown.matches("(?s).*min-length +33 +" + pipe + ", line 1.*"), shown);
    sent.join();
  }

  @Test
  void textWithoutEnd() {
    Jzfof.run("run", "--list", "/dev/zero", "-o", dir)
        .failed(ExitCodes.SNAPSHOT, "the list /dev/zero cannot be read (it has more than ");
    Jzfof.run("run", snapshot, "--config", "/dev/zero")
        .failed(ExitCodes.USAGE, "the configuration /dev/zero cannot be read (it has more than ");
  }

  @Test
  void aNameWithControlCharactersDoesNotSplitTheMessage() {
    Path odd = dir.resolve("two\nlines\u001b_001.hdf5");
    Jzfof.run("run", odd).failed(ExitCodes.SNAPSHOT, "two\\nlines\\u001b_001.hdf5 does not");
    Path copy = dir.resolve("b\nc.hdf5");
    SnapshotFixtures.gadget4(copy, 50, Particles.uniform(1000, 50, 1));
    Outcome batch = Jzfof.run("run", copy, odd, "-o", dir, "-q");
    assertEquals(ExitCodes.SNAPSHOT, batch.code());
    assertEquals(1, batch.err().lines().filter(l -> l.contains("two\\nlines")).count());
    assertTrue(batch.err().lines().allMatch(l -> l.startsWith("jzfof: ")), batch.err());
  }

  @Test
  void aNameWithControlCharactersDoesNotSplitAWarning() {
    Path odd = dir.resolve("two\nlines_001.hdf5");
    Particles some = Particles.uniform(1000, 50, 1).withEqualMasses();
    SnapshotFixtures.gadget4(50, some).massTable(1, 3).write(odd);
    String warning = "MassTable[1] is 3.0 and is used, although PartType1/Masses in " + dir;
    Outcome run = Jzfof.run("run", odd, "-o", dir);
    run.warned(warning, "two\\nlines_001.hdf5 begins");
    assertTrue(run.out().startsWith("snapshot         " + dir + "/two\\nlines_001.hdf5 ("));
    Jzfof.run("knn", odd, "-o", dir.resolve("n.hdf5"), "--values", "density")
        .warned(warning, "two\\nlines_001.hdf5 begins");
    Outcome batch = Jzfof.run("run", odd, dir.resolve("none"), "-o", dir.resolve("batch"));
    assertTrue(batch.err().lines().allMatch(l -> l.startsWith("jzfof: ")), batch.err());
  }

  @Test
  void aByteThatIsNoText() throws IOException {
    Path list = dir.resolve("list");
    Files.write(list, "caf\u00e9_001.hdf5".getBytes(StandardCharsets.ISO_8859_1));
    Jzfof.run("run", "--list", list).failed(ExitCodes.SNAPSHOT, "cannot be read (it is no text)");
  }
}
