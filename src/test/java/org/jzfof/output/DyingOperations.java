package org.jzfof.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Steps of a process that dies at one of them: what it would do after that does not happen. None
 * waits for the disk, so that tests can die often.
 */
final class DyingOperations implements FileOperations {
  /** What ends a process that is only imagined. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final int last;
  private final Runnable death;
  private int steps;

  /**
   * @param last the step at which it dies, from 0
   * @param death ends the process
   */
  DyingOperations(int last, Runnable death) {
    this.last = last;
    this.death = death;
  }

  /** In this process: all that comes after the step is refused. */
  static DyingOperations imagined(int last) {
    return new DyingOperations(
        last,
        () -> {
          throw new Death();
        });
  }

  private boolean dies() {
    return steps++ >= last;
  }

  private void step() {
    if (dies()) {
      death.run();
    }
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    step();
    FileOperations.super.move(from, to);
  }

  @Override
  public void delete(Path file) throws IOException {
    step();
    FileOperations.super.delete(file);
  }

  /** Nothing or half of it is written by a process that dies. */
  @Override
  public void append(FileChannel file, ByteBuffer bytes) throws IOException {
    step();
    if (dies()) {
      file.write(bytes.slice(0, bytes.remaining() / 2), file.size());
      death.run();
    }
    file.write(bytes, file.size());
  }

  @Override
  public void syncFolder(Path folder) {
    step();
  }
}
