package org.jzfof.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.SetupException;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;

class PlainReadTest {
  @TempDir private Path folder;

  private Path file(int bytes) throws IOException {
    return Files.write(folder.resolve("of" + bytes), new byte[bytes]);
  }

  @Test
  void everyByteIsReadOnce() throws IOException {
    List<Path> files = List.of(file(0), file(5), file(3 << 20), file(4000001));
    long bytes = 5 + (3 << 20) + 4000001;
    for (int threads = 1; threads < 6; threads++) {
      PlainRead read = PlainRead.of(files, threads);
      assertEquals(bytes, read.bytes());
      assertTrue(read.seconds() > 0);
    }
    PageCache.drop(files);
    assertEquals(bytes, PlainRead.of(files, 2).bytes());
  }

  @Test
  void filesThatAreNotThere() {
    List<Path> files = List.of(folder.resolve("none"));
    String read = assertThrows(SnapshotException.class, () -> PlainRead.of(files, 2)).getMessage();
    assertTrue(read.contains("none cannot be read (No such file or directory)"), read);
    String dropped = assertThrows(SetupException.class, () -> PageCache.drop(files)).getMessage();
    assertTrue(dropped.contains("No such file or directory"), dropped);
  }

  @Test
  void filesInMemoryAreNeverCold() throws IOException {
    Path memory = Path.of("/dev/shm");
    Assumptions.assumeTrue(
        Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs"));
    Path file = Files.createTempFile(memory, "jzfof", "");
    try {
      List<Path> files = List.of(file);
      String message = assertThrows(UsageException.class, () -> PageCache.drop(files)).getMessage();
      assertTrue(message.contains("tmpfs") && message.contains("leave out --cold"), message);
    } finally {
      Files.delete(file);
    }
  }
}
