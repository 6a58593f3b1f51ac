package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5Exception;

/** Files that appear under their names only when all of them are complete and on the disk. */
public final class AtomicFiles {
  private AtomicFiles() {}

  /**
   * Checks, without writing anything, that a file could be written.
   *
   * @throws OutputException if it could not, with the cause
   */
  public static void check(Path file) {
    if (Files.isDirectory(file)) {
      throw new OutputException(
          "cannot write " + file + ": a folder has that name; move it or choose another with -o");
    }
    Path existing = existingFolder(file);
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

  /** The nearest folder above a file that is there. */
  public static Path existingFolder(Path file) {
    Path existing = file.toAbsolutePath().getParent();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /**
   * Writes files in place of older ones. After a failure the older ones still stand, and neither a
   * temporary file nor a folder made on the way is left; what an earlier process that was killed
   * has left is removed first.
   *
   * @param files where they shall be, all in one folder; folders are made as needed
   * @param older tells the names of files in that folder that the new ones replace
   * @param content writes the whole content to the paths it is given, in the order of the files
   * @throws OutputException if they cannot be written, or older ones not be removed, with the cause
   */
  public static void write(
      List<Path> files, Predicate<String> older, Consumer<List<Path>> content) {
    files.forEach(AtomicFiles::check);
    List<Path> targets = files.stream().map(Path::toAbsolutePath).toList();
    List<Path> temporary = new ArrayList<>();
    Path folder = targets.get(0).getParent();
    Deque<Path> made = new ArrayDeque<>();
    FileMoves moves = new FileMoves();
    List<Path> replaced;
    try {
      makeFolders(folder, made);
      HiddenFiles.removeAbandoned(folder, older);
      for (Path target : targets) {
        temporary.add(HiddenFiles.part(target));
      }
      temporary.forEach(t -> t.toFile().deleteOnExit()); // for the user who interrupts
      content.accept(temporary);
      for (Path t : temporary) {
        force(t, StandardOpenOption.WRITE);
      }
      replaced = filesIn(folder, older);
      if (targets.size() == 1) {
        Files.move(temporary.get(0), targets.get(0), StandardCopyOption.ATOMIC_MOVE);
        replaced.remove(targets.get(0));
      } else {
        replaced = swap(replaced, temporary, targets, moves);
      }
      force(folder, StandardOpenOption.READ);
    } catch (IOException | UncheckedIOException | Hdf5Exception e) {
      OutputException failure = failure(files.get(0), e);
      moves.undo(failure);
      removeTraces(failure, temporary, made);
      throw failure;
    } catch (RuntimeException | Error e) {
      moves.undo(e);
      removeTraces(e, temporary, made);
      throw e;
    }
    remove(replaced);
  }

  /** The complaint about a file that cannot be written. */
  public static OutputException failure(Path file, Exception cause) {
    return new OutputException(
        "cannot write "
            + file
            + ": "
            + SystemFault.describe(cause)
            + "; free space, change the permissions, or choose another folder with -o",
        cause);
  }

  private static List<Path> filesIn(Path folder, Predicate<String> names) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> names.test(p.getFileName().toString()) && !Files.isDirectory(p))
          .sorted()
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /**
   * The older files go first and the first new one, which readers open, comes last: whenever it
   * ends, nobody reads files of both. Returns the older ones under their hidden names.
   */
  private static List<Path> swap(
      List<Path> older, List<Path> temporary, List<Path> targets, FileMoves moves)
      throws IOException {
    List<Path> aside = older.stream().map(HiddenFiles::older).toList();
    for (int i = 0; i < older.size(); i++) {
      moves.move(older.get(i), aside.get(i));
    }
    for (int i = targets.size() - 1; i >= 0; i--) {
      moves.move(temporary.get(i), targets.get(i));
    }
    return aside;
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

  private static void removeTraces(Throwable failure, List<Path> temporary, Deque<Path> made) {
    try {
      for (Path t : temporary) {
        Files.deleteIfExists(t);
      }
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static void remove(List<Path> replaced) {
    for (Path file : replaced) {
      try {
        Files.delete(file);
      } catch (IOException e) {
        throw new OutputException(
            "everything is written, but the older "
                + file
                + " is still there: "
                + SystemFault.describe(e)
                + "; remove it",
            e);
      }
    }
  }
}
