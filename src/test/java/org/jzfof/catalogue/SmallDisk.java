package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.contract.Need;

/** A small file system in memory, as only root can mount it. */
public final class SmallDisk implements AutoCloseable {
  private final Path path;
  private final int bytes;

  private SmallDisk(Path path, int bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /** Mounts one on a new folder; skips the test where that is not allowed. */
  public static SmallDisk mount(Path folder, int bytes) {
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Need.MOUNT.assume(
        run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString()),
        "only root can mount a small file system");
    return new SmallDisk(folder, bytes);
  }

  /** Where it is mounted. */
  public Path path() {
    return path;
  }

  /** Leaves so many bytes free; returns the file that takes the rest. */
  public Path fill(int free) {
    Path filler = path.resolve("filler");
    try {
      Files.deleteIfExists(filler);
      return Files.write(filler, new byte[bytes - free]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets nobody write to it, not even root. */
  public void readOnly() {
    assertTrue(run("mount", "-o", "remount,ro", path.toString()), "remount " + path);
  }

  @Override
  public void close() {
    assertTrue(run("umount", path.toString()), "umount " + path);
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
