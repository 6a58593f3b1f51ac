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

/** Checks and waits for files that are written. */
public final class OutputFiles {
  private static final Path PROCESSES = Path.of("/proc");

  /** What names an output in nearly all commands. */
  static final String OPTION = "-o";

  private OutputFiles() {}

  /**
   * Checks, without writing anything, that a file could be written.
   *
   * @throws OutputException if it could not, with the cause
   */
  public static void check(Path file) {
    check(file, OPTION);
  }

  /**
   * As the other.
   *
   * @param option that has named the file, for the message
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
   * Checks that nothing of the system would be replaced: devices, pipes and sockets belong to the
   * machine or to other programs, as do links into /proc, by which the standard output has a name.
   *
   * @throws OutputException if the name is that of something of the kind
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
   * Checks that a file would not replace what is read.
   *
   * @param inputs what is read
   * @throws OutputException if it would
   */
  public static void requireNoInput(Path file, Collection<Path> inputs) {
    requireNoInput(file, inputs, OPTION);
  }

  /** As the other, of a file that an option has named. */
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

  /** The nearest folder above a file that is there. */
  public static Path existingFolder(Path file) {
    Path existing = file.toAbsolutePath().getParent();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** The complaint about a file that cannot be written. */
  public static OutputException failure(Path file, Exception cause) {
    return failure(file, cause, OPTION);
  }

  /** As the other, of a file that an option has named. */
  static OutputException failure(Path file, Exception cause, String option) {
    return new OutputException(
        "cannot write "
            + file
            + ": "
            + SystemFault.describe(cause)
            + "; free space, change the permissions, or choose another folder with "
            + option,
        cause);
  }

  /**
   * The files of a folder with certain names.
   *
   * @param folder may not be there
   * @throws OutputException if it cannot be read
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

  /**
   * Waits until a file is on the disk: for the process that has written it, as on a network file
   * system no other one can.
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
