package org.jzfof.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.GadgetCatalogueWriter;
import org.jzfof.cli.Jzfof;

/** What a killed process has left is removed by the next run, and nothing else. */
class HiddenFilesTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir Path dir;
  private Path target;

  @BeforeEach
  void target() throws IOException {
    target = GadgetCatalogueWriter.file(dir, "001");
    Files.createDirectories(target.getParent());
  }

  private static long deadProcess() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  private Path part(String name, long pid, String space) throws IOException {
    return Files.writeString(HiddenFiles.part(target.resolveSibling(name), pid, space), "half");
  }

  private Set<Path> content() throws IOException {
    try (Stream<Path> all = Files.list(target.getParent())) {
      return all.collect(Collectors.toSet());
    }
  }

  @Test
  void onlyWhatADeadProcessOfThisMachineLeftOfTheSameOutputIsRemoved() throws Exception {
    String here = HiddenFiles.space();
    long dead = deadProcess();
    String name = target.getFileName().toString();
    Path live = part(name, ProcessHandle.current().parent().orElseThrow().pid(), here);
    Path elsewhere = part(name, dead, UUID.randomUUID().toString());
    Path other = part("fof_subhalo_tab_002.0.hdf5", dead, here);
    Path users = Files.writeString(target.resolveSibling(".notes.part"), "a user's");
    part(name, dead, here);
    part("fof_subhalo_tab_001.7.hdf5", dead, here); // of a run with more files
    Jzfof.run("run", SNAPSHOT, "-o", dir).succeeded();
    assertEquals(Set.of(target, live, elsewhere, other, users), content());
  }

  @Test
  void aRunIsSeenAsAliveByOthersAndByItself() throws IOException {
    AtomicFiles.write(
        List.of(target),
        name -> name.equals(target.getFileName().toString()),
        parts -> writeDuringAnotherRun(parts.get(0)));
    assertEquals(Set.of(target), content());
    assertEquals("whole", Files.readString(target));
  }

  private void writeDuringAnotherRun(Path part) {
    try {
      Files.writeString(part, "whole");
      HiddenFiles.removeAbandoned(target.getParent(), name -> true);
      assertTrue(Files.exists(part), "removed while it is written");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
