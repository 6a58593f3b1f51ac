package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.jzfof.groups.GroupCatalogue;

/** Writing a catalogue to a disk that is full or read-only. */
class FullDiskTest {
  private static final int SIZE = 256 * 1024;

  @TempDir Path folder;

  private SmallDisk disk;

  @BeforeEach
  void mount() {
    disk = SmallDisk.mount(folder.resolve("disk"), SIZE);
  }

  @AfterEach
  void unmount() {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void aFullDiskIsNamedAndNothingIsLeft() throws IOException {
    GroupCatalogue groups = Catalogues.random(40, true, 1);
    int refused = 0;
    for (int room = 0; room < SIZE; room += 8 * 1024) {
      Path filler = disk.fill(room);
      try {
        GadgetTables.write(disk.path(), "001", Catalogues.info(25), groups);
        break;
      } catch (OutputException e) {
        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
        assertEquals(List.of(filler), content());
        refused++;
      }
    }
    // Each step fails elsewhere in the file; with all the room there was it fits.
    assertTrue(refused > 8 && refused < SIZE / 8 / 1024, refused + " times refused");
    assertEquals(3, content().size(), () -> "filler, folder and file");
  }

  /** Room for some of the new files, and for none of them without those of the older catalogue. */
  @Test
  void aDiskThatFillsUpBetweenTwoFilesKeepsTheOlderOnes() throws IOException {
    GroupCatalogue groups = Catalogues.random(40, true, 1);
    GadgetTables.write(disk.path(), "001", Catalogues.info(25), groups, 2);
    List<Path> before = content();
    long used = 0;
    for (Path p : before) {
      used += Files.isRegularFile(p) ? Files.size(p) : 0;
    }
    before = Stream.concat(before.stream(), Stream.of(disk.fill((int) used + 60 * 1024))).toList();
    OutputException e =
        assertThrows(
            OutputException.class,
            () ->
                GadgetTables.write(
                    disk.path(), "001", Catalogues.info(25), Catalogues.random(60, true, 2), 5));
    assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
    assertEquals(before.stream().sorted().toList(), content());
  }

  @Test
  void aReadOnlyDiskIsNamed() {
    disk.readOnly();
    OutputException e =
        assertThrows(
            OutputException.class,
            () ->
                GadgetTables.write(
                    disk.path(), "001", Catalogues.info(25), Catalogues.random(1, true, 1)));
    assertTrue(e.getMessage().contains(disk.path() + " is not writable"), e.getMessage());
  }

  private List<Path> content() throws IOException {
    return FolderContent.of(disk.path());
  }
}
