package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Checks of files that will be written, and flushing. */
public final class OutputFiles {
  private static final Path PROCESSES = Path.of("/proc");

  /** Option that names the output in nearly all commands. */
  static final String OPTION = "-o";

  private OutputFiles() {}

  /**
   * Checks, without writing anything, that a file could be written.
   *
   * @throws OutputException if not, with the cause
   */
  public static void check(Path file) {
    check(file, OPTION);
  }

  /**
   * Checks a file as {@link #check(Path)} does.
   *
   * @param option option that has named the file, for the message
   */
  public static void check(Path file, String option) {
    DanglingLinks.refuse(file, option);
    requireReplaceable(file, option);
    if (Files.isDirectory(file)) {
      throw new OutputException(
          "cannot write "
              + file
              + ": a folder has that name; move it or choose another with "
              + option);
    }
    Path existing = existingFolder(file);
    if (!Files.isDirectory(existing)) {
      throw new OutputException(
          "cannot write "
              + file
              + ": "
              + existing
              + " is not a folder; choose another with "
              + option);
    }
    if (!Files.isWritable(existing)) {
      throw new OutputException(
          "cannot write "
              + file
              + ": the folder "
              + existing
              + " is not writable; change its permissions or choose another with "
              + option);
    }
  }

  /**
   * Checks that no system file would be replaced: devices, pipes and sockets belong to the machine
   * or to other programs, as do links into /proc, through which the standard output has a name.
   *
   * @throws OutputException if the name denotes such a file
   */
  static void requireReplaceable(Path file, String option) {
    boolean special = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    if (special || isOfSystem(file)) {
      throw new OutputException(
          "cannot write "
              + file
              + ": it is no regular file (a device, a pipe or a socket); choose another with "
              + option);
    }
  }

  private static boolean isOfSystem(Path file) {
    try {
      return Files.isSymbolicLink(file) && Files.readSymbolicLink(file).startsWith(PROCESSES);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /**
   * Checks that a file would not replace an input.
   *
   * @throws OutputException if it would
   */
  public static void requireNoInput(Path file, Collection<Path> inputs) {
    requireNoInput(file, inputs, OPTION);
  }

  /** Checks the file of an option as {@link #requireNoInput(Path, Collection)} does. */
  public static void requireNoInput(Path file, Collection<Path> inputs, String option) {
    for (Path input : inputs) {
      if (isSame(file, input)) {
        throw new OutputException(
            "cannot write " + file + ": it is read as well; choose another with " + option);
      }
    }
  }

  private static boolean isSame(Path file, Path input) {
    try {
      return Files.exists(file) && Files.isSameFile(file, input);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /** Returns the nearest existing folder above a file. */
  public static Path existingFolder(Path file) {
    Path existing = file.toAbsolutePath().getParent();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** Returns the exception for a file that cannot be written. */
  public static OutputException failure(Path file, Exception cause) {
    return failure(file, cause, OPTION);
  }

  /** Returns the exception for a file of an option that cannot be written. */
  static OutputException failure(Path file, Exception cause, String option) {
    return new OutputException(
        "cannot write "
            + file
            + ": "
            + SystemFault.describe(cause)
            + remedy(cause)
            + ", or choose another folder with "
            + option,
        cause);
  }

  private static String remedy(Exception cause) {
    return cause instanceof Hdf5Exception h && Hdf5Exception.NO_LOCKS.equals(h.getMessage())
        ? "; set HDF5_USE_FILE_LOCKING=FALSE"
        : "; free space, change the permissions";
  }

  /**
   * Returns the files of a folder whose names match.
   *
   * @param folder may not exist
   * @throws OutputException if the folder cannot be read
   */
  public static List<Path> in(Path folder, Predicate<String> names) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> names.test(p.getFileName().toString()) && !Files.isDirectory(p))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw failure(folder, e);
    }
  }

  /** Returns the name of a file beside a hidden one, that the next run removes as well. */
  public static Path probe(Path part) {
    return HiddenNames.probe(part);
  }

  /**
   * Removes a file if it exists.
   *
   * @throws OutputException if it cannot be removed
   */
  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /**
   * Flushes a file to the disk. The process that has written the file must call this, because on a
   * network file system no other process can.
   */
  public static void sync(Path file) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
