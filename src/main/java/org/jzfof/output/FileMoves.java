package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Renamings that can be taken back. */
final class FileMoves {
  private record Move(Path from, Path to) {
    void run() throws IOException {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private final Deque<Move> done = new ArrayDeque<>();

  /** Renames a file; the new name must be free. */
  void move(Path from, Path to) throws IOException {
    Move move = new Move(from, to);
    move.run();
    done.push(move);
  }

  /** Gives all files their former names again; what goes wrong is added to the failure. */
  void undo(Throwable failure) {
    while (!done.isEmpty()) {
      Move last = done.pop();
      try {
        new Move(last.to, last.from).run();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
