package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * All files of one output. They are written under hidden names, and get their own ones together
 * when all are complete and on the disk; then older files go. A process that is killed meanwhile
 * leaves what the next one that writes this output finishes or undoes, and two processes cannot
 * write it at once.
 */
public final class Transaction implements AutoCloseable {
  private final FileOperations operations;
  private final Path output;
  private final Path named;
  private final String option;
  private final Folders folders = new Folders();
  private final HiddenNames names = HiddenNames.create();
  private final Set<String> warnings = new LinkedHashSet<>();
  private List<Path> files = List.of();
  private LockFile lock;
  private boolean prepared;
  private boolean committed;
  private boolean left;
  private volatile boolean writing;

  private Transaction(Path output, Path named, String option, FileOperations operations) {
    this.operations = operations;
    this.output = output;
    this.named = named;
    this.option = option;
  }

  /**
   * Begins to write an output; first ends what a process that was killed has left of it.
   *
   * @param output names the output, whatever files it has: its lock is a hidden file beside
   * @param files all that may be written, at least one, readers open the first; folders are made
   * @throws OutputException if they cannot be written, or another process is writing the output
   */
  public static Transaction begin(Path output, List<Path> files) {
    return begin(output, files, FileOperations.SYSTEM);
  }

  static Transaction begin(Path output, List<Path> files, FileOperations operations) {
    return begin(output, files, OutputFiles.OPTION, operations);
  }

  /** As the others, of files that an option has named. */
  static Transaction begin(
      Path output, List<Path> files, String option, FileOperations operations) {
    files.forEach(file -> OutputFiles.check(file, option));
    Transaction transaction = new Transaction(output, files.get(0), option, operations);
    try {
      transaction.begin(files);
      return transaction;
    } catch (IOException e) {
      OutputException failure = transaction.failure(e);
      transaction.close(failure);
      throw failure;
    } catch (RuntimeException | Error e) {
      transaction.close(e);
      throw e;
    }
  }

  /**
   * Ends what a process that was killed has left of an output, as the next transaction would: for
   * who wants to look at the files before. What another process is writing is left alone.
   *
   * @param output as for {@link #begin}
   * @throws OutputException if it cannot be ended
   */
  public static void recover(Path output) {
    recover(output, FileOperations.SYSTEM);
  }

  static void recover(Path output, FileOperations operations) {
    if (!Files.exists(HiddenNames.lock(output)) && !Files.exists(HiddenNames.journal(output))) {
      return;
    }
    Transaction transaction =
        new Transaction(output, HiddenNames.lock(output), OutputFiles.OPTION, operations);
    try (transaction) {
      transaction.take();
    } catch (BusyException e) {
      return;
    } catch (IOException e) {
      throw transaction.failure(e);
    }
  }

  private OutputException failure(IOException e) {
    return e instanceof BusyException
        ? new OutputException(
            "cannot write %s: another run (%s) is writing there: wait for it or choose another folder with %s"
                .formatted(named, e.getMessage(), option),
            e)
        : OutputFiles.failure(named, e, option);
  }

  private void begin(List<Path> all) throws IOException {
    folders.make(output);
    for (Path file : all) {
      folders.make(file);
    }
    take();
    files = places(all);
    for (Path file : files) {
      names.part(file).toFile().deleteOnExit(); // for the user who interrupts
    }
    note();
    syncFolders();
  }

  /** The files with links in their folders resolved, so that each file has one name. */
  private static List<Path> places(Collection<Path> files) throws IOException {
    List<Path> places = new ArrayList<>();
    for (Path file : files) {
      Path folder = file.toAbsolutePath().getParent().toRealPath();
      places.add(folder.resolve(file.getFileName()));
    }
    return places;
  }

  private Path folder() throws IOException {
    return output.toAbsolutePath().getParent().toRealPath();
  }

  /** Takes the lock, and recovers an interrupted transaction. */
  private void take() throws IOException {
    lock = LockFile.take(HiddenNames.lock(output), operations);
    left = true;
    recover(lock);
    left = false;
    if (!lock.isWritable()) { // that of another user, who is not there any more
      lock.delete();
      lock.close();
      lock = LockFile.take(HiddenNames.lock(output), operations);
    }
    Optional<LockFile> interrupted = LockFile.takeExisting(HiddenNames.journal(output), operations);
    if (interrupted.isPresent()) {
      try (LockFile journal = interrupted.get()) {
        recover(journal);
        journal.delete();
      }
    }
    if (lock.fault() != null) {
      warnings.add(
          "%s cannot be locked (%s): let no other run write there at the same time"
              .formatted(output.toAbsolutePath().getParent(), lock.fault()));
    }
  }

  private void recover(LockFile interrupted) throws IOException {
    Journal.parse(folder(), interrupted.lines()).recover(interrupted, operations);
  }

  private void note() throws IOException {
    lock.restart(Journal.begin(Owner.self(), folder(), names, files), this::allAreMade);
  }

  /**
   * Whether no hidden file can come into being any more that the end of the program has not
   * removed: who is making many goes on while others are removed.
   */
  private boolean allAreMade() {
    return !writing || files.stream().allMatch(file -> Files.exists(names.part(file)));
  }

  /** Where files of this output are written until they get their names. */
  public List<Path> parts(List<Path> written) {
    try {
      return places(written).stream().map(names::part).toList();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Has some of the files written.
   *
   * @param content creates all the files that it is given, in the order of these ones, and has them
   *     on the disk when it returns
   * @throws OutputException if they cannot be written
   */
  public void write(List<Path> written, Consumer<List<Path>> content) {
    try {
      writing = true;
      hold();
      content.accept(parts(written));
    } catch (IOException e) {
      throw failure(e);
    } catch (UncheckedIOException | Hdf5Exception e) {
      throw OutputFiles.failure(written.get(0), e, option);
    } finally {
      writing = false;
    }
  }

  /**
   * Gives all files their names. After a failure the older ones still stand.
   *
   * @param stale files that go with those of the same names; they may be anywhere, or not there
   * @throws OutputException if a file cannot get its name
   */
  public void commit(Collection<Path> stale) {
    FileMoves moves = new FileMoves(operations);
    try {
      files.forEach(
          file ->
              OutputFiles.requireReplaceable(file, option)); // names may have been taken meanwhile
      hold();
      Swap swap = new Swap(names, files, older(stale));
      if (swap.isOneMove()) {
        moves.move(names.part(files.get(0)), files.get(0));
      } else {
        prepare(swap, moves);
        swap.run(moves);
      }
      committed = true;
      syncFolders();
      removeOlder(swap);
    } catch (IOException e) {
      OutputException failure = failure(e);
      undo(moves, failure);
      throw failure;
    } catch (RuntimeException | Error e) {
      undo(moves, e);
      throw e;
    }
  }

  /** The end of the program removes the lock, and may yet leave time to go on. */
  private void hold() throws IOException {
    if (!lock.isInPlace()) {
      lock.close();
      lock = LockFile.take(HiddenNames.lock(output), operations);
      note();
    }
  }

  private List<Path> older(Collection<Path> stale) throws IOException {
    List<Path> gone = stale.stream().filter(Files::exists).toList();
    for (Path file : gone) {
      folders.make(file); // which is there, and to be synced
    }
    return Stream.concat(files.stream(), places(gone).stream())
        .distinct()
        .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(file))
        .toList();
  }

  private void prepare(Swap swap, FileMoves moves) throws IOException {
    lock.append(Journal.older(folder(), swap.older()));
    lock.moveTo(HiddenNames.journal(output));
    swap.makeReady(moves);
    syncFolders();
    prepared = true;
    lock.append(List.of(Journal.State.COMMITTED.line()));
  }

  /** The files have their names, and a crash of the machine alone could still lose them. */
  private void syncFolders() {
    for (Path folder : folders.changed()) {
      try {
        operations.syncFolder(folder);
      } catch (IOException e) {
        warnings.add(
            "the folder %s cannot be synced to the disk (%s): look at its files after a crash of the machine"
                .formatted(folder, SystemFault.cause(e)));
      }
    }
  }

  private void removeOlder(Swap swap) {
    if (swap.isOneMove()) {
      return;
    }
    try {
      lock.append(List.of(Journal.State.DONE.line()));
      swap.removeOlder(operations);
    } catch (IOException e) {
      left = true;
      warnings.add(
          "older files of %s are still there under hidden names (%s): the next run into this output removes them"
              .formatted(named, SystemFault.describe(e)));
    }
  }

  private void undo(FileMoves moves, Throwable failure) {
    try {
      moves.undo();
      if (prepared) {
        lock.append(List.of(Journal.State.UNDONE.line()));
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
      left = true; // the next run into this output finishes it
    }
  }

  /** Warnings about the files, complete sentences. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  private void close(Throwable failure) {
    try {
      close();
    } catch (OutputException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Lets others write the output. What has not been committed is removed.
   *
   * @throws OutputException if it cannot be removed
   */
  @Override
  public void close() {
    try {
      if (lock != null) {
        closeLock();
      }
      if (!committed && !left) {
        folders.removeMade();
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private void closeLock() throws IOException {
    try (LockFile closing = lock) {
      lock = null;
      if (left) {
        return;
      }
      if (!committed) {
        new Swap(names, files, List.of()).removeNew(operations);
      }
      closing.delete();
    }
  }
}
