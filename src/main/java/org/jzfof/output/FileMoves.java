package org.jzfof.output;

import java.io.IOException;
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

  /** Gives all files their former names again, in reverse order. */
  void undo() throws IOException {
    while (!done.isEmpty()) {
      operations.move(done.peek().to, done.peek().from);
      done.pop();
    }
  }
}
