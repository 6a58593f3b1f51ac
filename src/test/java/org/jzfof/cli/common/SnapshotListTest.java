package org.jzfof.cli.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;

class SnapshotListTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    for (String name :
        List.of("a/snap_002.hdf5", "a/snap_001.hdf5", "b/snap_001.hdf5", "b/odd[1].hdf5", "c")) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.createFile(folder.resolve(name));
    }
    Files.createFile(folder.resolve("a/.snap_009.hdf5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/snap_001.hdf5|a/snap_001.hdf5 b/snap_001.hdf5",
        "a/*|a/snap_001.hdf5 a/snap_002.hdf5",
        "?/snap_00[12].*|a/snap_001.hdf5 a/snap_002.hdf5 b/snap_001.hdf5",
        "{a,b}/snap_002.hdf5|a/snap_002.hdf5",
        "b/odd[1].hdf5|b/odd[1].hdf5",
        "missing|missing"
      })
  void patterns(String pattern, String expected) {
    List<Path> paths = Stream.of(expected.split(" ")).map(folder::resolve).toList();
    assertEquals(paths, SnapshotList.expand(List.of(folder + "/" + pattern)));
  }

  @Test
  void relativePatternsGiveRelativePaths() {
    assertEquals(
        List.of(Path.of("examples/lcdm32/snapshot_001.hdf5")),
        SnapshotList.expand(List.of("exam*/lcdm32/snapshot_*.hdf5")));
  }

  @Test
  void whatMatchesNothingIsAnError() {
    for (String pattern : List.of("d*", "c/*", "a/*/*", "[d]")) {
      String named = folder + "/" + pattern;
      UsageException e =
          assertThrows(UsageException.class, () -> SnapshotList.expand(List.of(named)));
      assertTrue(e.getMessage().startsWith("nothing matches '" + named + "'"), e.getMessage());
    }
  }

  @Test
  void whatIsNoPatternIsToldInOneLine() {
    UsageException e =
        assertThrows(UsageException.class, () -> SnapshotList.expand(List.of(folder + "/a[0")));
    assertEquals(
        "'a[0' is no pattern (Missing ']): correct it, or put \\ before special characters",
        e.getMessage());
  }

  @Test
  void aListThatCannotBeRead() throws IOException {
    Path list = folder.resolve("list");
    assertUnreadable(list, "No such file or directory");
    Files.write(list, new byte[] {'a', (byte) 0xff});
    assertUnreadable(list, "it is no text");
  }

  private static void assertUnreadable(Path list, String why) {
    SnapshotException e = assertThrows(SnapshotException.class, () -> SnapshotList.read(list));
    assertEquals(
        "the list " + list + " cannot be read (" + why + "): give --list a text file",
        e.getMessage());
  }

  @Test
  void nameOfAFileIsNoPattern() {
    assertFalse(SnapshotList.isPattern(folder + "/b/odd[1].hdf5"));
    assertTrue(SnapshotList.isPattern(folder + "/b/odd[2].hdf5"));
  }
}
