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
 * A transaction on all files of one output. The files are written under hidden names, and get their
 * own names together when all are complete and on the disk; then older files are removed. If a
 * process is killed, the next process that writes this output finishes or undoes the transaction.
 * Two processes cannot write the same output at the same time.
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
  private LockAtExit exit;
  private boolean prepared;
  private boolean committed;
  private boolean recoverable;

  private Transaction(Path output, Path named, String option, FileOperations operations) {
    this.operations = operations;
    this.output = output;
    this.named = named;
    this.option = option;
  }

  /**
   * Begins to write an output, after recovery of an interrupted transaction.
   *
   * @param output path that names the output; the lock is a hidden file in the same folder
   * @param files all files that may be written, at least one; readers open the first; missing
   *     folders are created
   * @throws OutputException if the files cannot be written, or if another process is writing the
   *     output
   */
  public static Transaction begin(Path output, List<Path> files) {
    return begin(output, files, FileOperations.SYSTEM);
  }

  static Transaction begin(Path output, List<Path> files, FileOperations operations) {
    return begin(output, files, OutputFiles.OPTION, operations);
  }

  /** Begins to write files that an option has named. */
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
   * Recovers an interrupted transaction as the next transaction would, for readers of the files. An
   * output that another process is writing remains unchanged.
   *
   * @throws OutputException if the recovery fails
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
    exit = LockAtExit.register(operations);
    folders.make(output);
    for (Path file : all) {
      folders.make(file);
    }
    take();
    files = resolved(all);
    for (Path file : files) {
      names.part(file).toFile().deleteOnExit(); // for an interruption by the user
    }
    recordStart();
    syncFolders();
  }

  /**
   * Returns the files with links in their folders resolved, so that each file has a unique path.
   */
  private static List<Path> resolved(Collection<Path> files) throws IOException {
    List<Path> resolved = new ArrayList<>();
    for (Path file : files) {
      Path folder = file.toAbsolutePath().getParent().toRealPath();
      resolved.add(folder.resolve(file.getFileName()));
    }
    return resolved;
  }

  private Path folder() throws IOException {
    return output.toAbsolutePath().getParent().toRealPath();
  }

  /** Takes the lock, and recovers an interrupted transaction. */
  private void take() throws IOException {
    lock = LockFile.take(HiddenNames.lock(output), operations);
    recoverable = true;
    recover(lock);
    recoverable = false;
    if (!lock.isWritable()) { // file of another user whose process has ended
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

  private void recordStart() throws IOException {
    lock.restart(Journal.begin(Owner.self(), folder(), names, files));
    exit.hold(lock);
  }

  /** Returns the hidden paths at which files of this output are written. */
  public List<Path> parts(List<Path> written) {
    try {
      return resolved(written).stream().map(names::part).toList();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Writes some files of the output. Several threads may call this method; one after another
   * writes.
   *
   * @param content creates all files of the given list, which is in the order of {@code written},
   *     and flushes them to the disk
   * @throws OutputException if the files cannot be written
   */
  public synchronized void write(List<Path> written, Consumer<List<Path>> content) {
    try {
      List<Path> parts = parts(written);
      exit.expect(parts);
      requireLock();
      content.accept(parts);
    } catch (IOException e) {
      throw failure(e);
    } catch (UncheckedIOException | Hdf5Exception e) {
      throw OutputFiles.failure(written.get(0), e, option);
    } finally {
      exit.expect(List.of());
    }
  }

  /**
   * Gives all files their own names. After a failure the older files still exist.
   *
   * @param stale files to be removed beside those that are replaced; they may be in any folder, or
   *     may not exist
   * @throws OutputException if a file cannot get its name
   */
  public void commit(Collection<Path> stale) {
    FileMoves moves = new FileMoves(operations);
    try {
      // Another file may have got the name in the meantime.
      files.forEach(file -> OutputFiles.requireReplaceable(file, option));
      requireLock();
      Swap swap = new Swap(names, files, older(stale));
      recoverable = true; // files that are not visible are removed by the next run
      swap.awaitNew(operations);
      recoverable = false;
      Path first = files.get(0);
      if (!swap.isOneMove() || !moves.replace(names.part(first), first)) {
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
    release();
  }

  /** Releases the output. The files have their names: a failure must not look like one of them. */
  private void release() {
    try {
      closeLock();
    } catch (IOException e) {
      warnings.add(
          "the lock of %s was not released (%s): the next run into this output removes what is left of it"
              .formatted(named, SystemFault.describe(e)));
    }
  }

  /**
   * Takes the lock again if the end of the program has removed it, because threads may continue for
   * a while.
   */
  private void requireLock() throws IOException {
    if (!lock.isInPlace()) {
      exit.awaitEnd();
      lock.close();
      lock = LockFile.take(HiddenNames.lock(output), operations);
      recordStart();
    }
    try {
      lock.requireOwn();
    } catch (BusyException e) {
      recoverable = true; // the file and its list are those of the other process
      throw e;
    }
  }

  private List<Path> older(Collection<Path> stale) throws IOException {
    List<Path> existing = stale.stream().filter(Files::exists).toList();
    for (Path file : existing) {
      folders.make(file); // the folder exists, and is registered for flushing
    }
    return Stream.concat(files.stream(), resolved(existing).stream())
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

  /**
   * Flushes the folders. The files have their names already; only a crash of the machine could lose
   * them.
   */
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
    if (!prepared) {
      return;
    }
    try {
      lock.append(List.of(Journal.State.DONE.line()));
      swap.removeOlder(operations);
    } catch (IOException e) {
      recoverable = true;
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
      recoverable = true; // the next run into this output finishes the recovery
    }
  }

  /** Complete sentences about the files, for the user. */
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
   * Releases the output. Files that have not been committed are removed.
   *
   * @throws OutputException if a file cannot be removed
   */
  @Override
  public void close() {
    try {
      if (lock != null) {
        closeLock();
      }
      if (!committed && !recoverable) {
        folders.removeCreated();
      }
    } catch (IOException e) {
      throw failure(e);
    } finally {
      if (exit != null) {
        exit.cancel();
      }
    }
  }

  private void closeLock() throws IOException {
    try (LockFile closing = lock) {
      lock = null;
      if (recoverable) {
        return;
      }
      if (!committed) {
        new Swap(names, files, List.of()).removeNew(operations);
      }
      closing.delete();
    }
  }
}
