package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.OutputException;

/** A small file system in memory, as only root can mount it. */
class FullDiskTest {
  private static final int SIZE = 256 * 1024;

  @TempDir Path folder;

  private Path disk;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    mounted = run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", disk.toString());
    assumeTrue(mounted, "needs root, to mount a small file system");
  }

  @AfterEach
  void unmount() throws Exception {
    assertTrue(!mounted || run("umount", disk.toString()), "umount " + disk);
  }

  @Test
  void aFullDiskIsNamedAndNothingIsLeft() throws IOException {
    GroupCatalogue groups = Catalogues.random(40, true, 1);
    Path filler = disk.resolve("filler");
    int refused = 0;
    for (int room = 0; room < SIZE; room += 8 * 1024) {
      Files.write(filler, new byte[SIZE - room]);
      try {
        GadgetCatalogueWriter.write(disk, "001", Catalogues.info(25), groups);
        break;
      } catch (OutputException e) {
        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
        assertEquals(List.of(filler), content());
        refused++;
      }
      Files.delete(filler);
    }
    // Each step fails elsewhere in the file; with all the room there was it fits.
    assertTrue(refused > 8 && refused < SIZE / 8 / 1024, refused + " times refused");
    assertEquals(3, content().size(), () -> "filler, folder and file");
  }

  @Test
  void aReadOnlyDiskIsNamed() throws Exception {
    assertTrue(run("mount", "-o", "remount,ro", disk.toString()));
    OutputException e =
        assertThrows(
            OutputException.class,
            () ->
                GadgetCatalogueWriter.write(
                    disk, "001", Catalogues.info(25), Catalogues.random(1, true, 1)));
    assertTrue(e.getMessage().contains(disk + " is not writable"), e.getMessage());
  }

  private List<Path> content() throws IOException {
    try (Stream<Path> all = Files.walk(disk)) {
      return all.filter(p -> !p.equals(disk)).sorted().toList();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
