package org.jzfof.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The single steps of a transaction: each may fail, and after each the process may be killed. */
interface FileOperations {
  /** Those of the file system. */
  FileOperations SYSTEM = new FileOperations() {};

  /** Gives a file another name, in place of what has that name. */
  default void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes a file, if it is there. */
  default void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /** Adds to a file, and waits until that is on the disk. */
  default void append(FileChannel file, ByteBuffer bytes) throws IOException {
    file.position(file.size());
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    file.force(true);
  }

  /** Waits until the names in a folder are on the disk. */
  default void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Locks a file against other processes; null where another has done so.
   *
   * @param shared whether others may hold such a lock as well: for a file that cannot be written
   * @throws IOException if the file system has no locks
   */
  default FileLock tryLock(FileChannel file, boolean shared) throws IOException {
    return file.tryLock(0, Long.MAX_VALUE, shared);
  }
}
