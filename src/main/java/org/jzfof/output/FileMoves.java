package org.jzfof.output;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** A sequence of renamings that can be undone. */
final class FileMoves {
  private record Move(Path from, Path to) {}

  private final FileOperations operations;
  private final Deque<Move> done = new ArrayDeque<>();

  FileMoves(FileOperations operations) {
    this.operations = operations;
  }

  /** Renames a file. */
  void move(Path from, Path to) throws IOException {
    operations.move(from, to);
    done.push(new Move(from, to));
  }

  /**
   * Renames a file over an older one, if there is one; returns false if the file system refuses
   * that.
   */
  boolean replace(Path from, Path to) throws IOException {
    try {
      move(from, to);
      return true;
    } catch (FileSystemException e) {
      if (Files.notExists(to)) {
        throw e;
      }
      return false;
    }
  }

  /** Gives all files their former names again, in reverse order. */
  void undo() throws IOException {
    while (!done.isEmpty()) {
      operations.move(done.peek().to, done.peek().from);
      done.pop();
    }
  }
}
