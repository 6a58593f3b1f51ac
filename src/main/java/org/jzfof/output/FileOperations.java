package org.jzfof.output;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * The single steps of a transaction. Each step may fail, and the process may be killed after each
 * step.
 */
interface FileOperations {
  /** Time between two looks at what another machine does. */
  Duration LOOK = Duration.ofMillis(100);

  /** Operations of the file system. */
  FileOperations SYSTEM = new FileOperations() {};

  /** Renames a file and replaces a file of the new name. */
  default void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes a file if it exists. */
  default void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /** Appends to a file and flushes it to the disk. */
  default void append(FileChannel file, ByteBuffer bytes) throws IOException {
    file.position(file.size());
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    file.force(true);
  }

  /** Flushes the names in a folder to the disk. */
  default void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Locks a file against other processes.
   *
   * @param shared whether other processes may hold such a lock as well; necessary for a file that
   *     is not writable
   * @return the lock; null if another process holds it
   * @throws IOException if the file system has no locks
   */
  default FileLock tryLock(FileChannel file, boolean shared) throws IOException {
    return file.tryLock(0, Long.MAX_VALUE, shared);
  }

  /** Something that another machine or thread brings about. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits for what another machine or thread does.
   *
   * @return false if the condition does not hold in time
   */
  default boolean await(Condition condition, Duration patience) throws IOException {
    for (Duration waited = Duration.ZERO; !condition.holds(); waited = waited.plus(LOOK)) {
      if (waited.compareTo(patience) >= 0) {
        return false;
      }
      pause(LOOK);
    }
    return true;
  }

  /** Lets some time pass. */
  default void pause(Duration time) throws IOException {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
