package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.jzfof.threads.BackgroundThreads;

/**
 * Signs of life of a process that holds a lock file: a thread sets the file's time every two
 * seconds. Processes on other machines, with which the file system may not share its locks, see by
 * it that the process still writes. Only a change of the time counts, not its value, because clocks
 * differ.
 */
final class Heartbeat implements AutoCloseable {
  private static final Duration BEAT = Duration.ofSeconds(2);

  /** Network file systems show a time that is up to three seconds old. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final Thread thread;

  @FunctionalInterface
  interface Beat {
    void run() throws IOException;
  }

  private Heartbeat(Thread thread) {
    this.thread = thread;
  }

  /** Starts to give signs of life. */
  static Heartbeat start(Beat beat) {
    Thread thread = BackgroundThreads.thread("signs of life", () -> repeat(beat));
    thread.start();
    return new Heartbeat(thread);
  }

  private static void repeat(Beat beat) {
    try {
      while (true) {
        Thread.sleep(BEAT.toMillis());
        beat.run();
      }
    } catch (InterruptedException | IOException e) {
      return; // closed, or the file system does not keep times: the others see no signs
    }
  }

  /** Sets the time of a file. */
  static void mark(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
  }

  /** Watches a file for some seconds; returns whether another process gives a sign of life. */
  static boolean isSeen(Path file, FileOperations operations) throws IOException {
    FileTime first = time(file);
    return operations.await(() -> !time(file).equals(first), PATIENCE);
  }

  private static FileTime time(Path file) throws IOException {
    return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
