package org.jzfof.catalogue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jzfof.error.OutputException;
import org.jzfof.hdf5.Hdf5Exception;

/** A file that appears under its name only when it is complete and on the disk. */
final class AtomicFile {
  private AtomicFile() {}

  /**
   * Checks, without writing anything, that a file could be written.
   *
   * @throws OutputException if it could not, with the cause
   */
  static void check(Path file) {
    if (Files.isDirectory(file)) {
      throw new OutputException(
          "cannot write " + file + ": a folder has that name; move it or choose another with -o");
    }
    Path existing = file.toAbsolutePath().getParent();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw new OutputException(
          "cannot write " + file + ": " + existing + " is not a folder; choose another with -o");
    }
    if (!Files.isWritable(existing)) {
      throw new OutputException(
          "cannot write "
              + file
              + ": the folder "
              + existing
              + " is not writable; change its permissions or choose another with -o");
    }
  }

  /**
   * Writes a file in place of an older one. After a failure the older one still stands, and neither
   * a temporary file nor a folder made on the way is left.
   *
   * @param file where it shall be; folders are made as needed
   * @param content writes the whole content to the path it is given
   * @throws OutputException if it cannot be written, with the cause
   */
  static void write(Path file, Consumer<Path> content) {
    check(file);
    Path folder = file.toAbsolutePath().getParent();
    Path temporary =
        folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    Deque<Path> made = new ArrayDeque<>();
    try {
      makeFolders(folder, made);
      temporary.toFile().deleteOnExit(); // for the user who interrupts
      content.accept(temporary);
      force(temporary, StandardOpenOption.WRITE);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      force(folder, StandardOpenOption.READ);
    } catch (IOException | Hdf5Exception e) {
      String message =
          "cannot write "
              + file
              + ": "
              + cause(e)
              + "; free space, change the permissions, or choose another folder with -o";
      OutputException failure = new OutputException(message, e);
      removeTraces(failure, temporary, made);
      throw failure;
    } catch (RuntimeException | Error e) {
      removeTraces(e, temporary, made);
      throw e;
    }
  }

  private static void makeFolders(Path folder, Deque<Path> made) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    makeFolders(folder.getParent(), made);
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(folder)) {
        return; // somebody else was faster
      }
      throw e;
    }
    folder.toFile().deleteOnExit(); // if it is still empty then
    made.push(folder);
  }

  /** Waits until content or, for a folder, the names in it are on the disk. */
  private static void force(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(path, option)) {
      channel.force(true);
    }
  }

  /** The system's own words; Java's exceptions for the most frequent faults have lost them. */
  private static String cause(Exception e) {
    if (e instanceof NoSuchFileException f) {
      return f.getFile() + ": No such file or directory";
    }
    if (e instanceof AccessDeniedException f) {
      return f.getFile() + ": Permission denied";
    }
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : e.getMessage();
  }

  private static void removeTraces(Throwable failure, Path temporary, Deque<Path> made) {
    try {
      Files.deleteIfExists(temporary);
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
