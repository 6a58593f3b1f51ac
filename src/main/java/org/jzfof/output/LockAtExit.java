package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Removes the lock of a transaction when the program ends, which a signal may bring about at any
 * time. Other threads go on until the JVM halts, and the JVM removes hidden files and folders after
 * the lock. Files that a thread is about to create are therefore awaited, and a thread that comes
 * later is held up, so that nothing is created after its removal.
 */
final class LockAtExit {
  /** Time that a thread has to create its files after the program was told to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Time in which the program ends once its locks are removed, unless it is given more. */
  private static final Duration TIME_TO_END = Duration.ofSeconds(1);

  private final FileOperations operations;
  private final Thread hook = new Thread(this::run, "remove lock");
  private List<Path> expected = List.of();
  private LockFile lock;
  private volatile boolean ending;

  private LockAtExit(FileOperations operations) {
    this.operations = operations;
  }

  /** Registers the removal of a lock that the calling thread is about to create. */
  static LockAtExit register(FileOperations operations) throws IOException {
    LockAtExit exit = new LockAtExit(operations);
    try {
      Runtime.getRuntime().addShutdownHook(exit.hook);
    } catch (IllegalStateException e) {
      exit.ending = true;
      exit.awaitEnd();
    }
    return exit;
  }

  /** Sets the files that a thread creates from now on; without any, no thread does. */
  synchronized void expect(List<Path> files) {
    expected = files;
  }

  /** Sets the lock, which has its lines. */
  synchronized void hold(LockFile held) {
    lock = held;
  }

  /**
   * Waits for the end of the program if it is ending. It returns if the program has time left, in
   * which it may complete its files.
   */
  void awaitEnd() throws IOException {
    if (ending) {
      operations.pause(TIME_TO_END);
    }
  }

  private void run() {
    try {
      operations.await(this::remove, PATIENCE);
    } catch (IOException e) {
      return; // the next run removes the file
    }
  }

  /** Removes the lock; returns false if a thread is about to create it or other files. */
  private synchronized boolean remove() throws IOException {
    ending = true;
    if (lock == null || !expected.stream().allMatch(Files::exists)) {
      return false;
    }
    lock.deleteIfUnneeded();
    return true;
  }

  /** Ends the registration: the lock is released. */
  void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      ending = true;
    }
  }
}
