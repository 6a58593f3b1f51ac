package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * New files that take the place of older ones. Each step looks at what earlier ones have done, so
 * that another process can go on with it.
 *
 * @param names hidden names of all of them
 * @param files new ones; readers open the first
 * @param older those that go, whether or not a new one gets their name
 */
record Swap(HiddenNames names, List<Path> files, List<Path> older) {
  /** Whether one renaming does it all. */
  boolean isOneMove() {
    return files.size() == 1 && files.containsAll(older);
  }

  /** Gives files that are written their second hidden name, under which nothing removes them. */
  void makeReady(FileMoves moves) throws IOException {
    for (Path file : files) {
      moves.move(names.part(file), names.ready(file));
    }
  }

  /**
   * The older files go first and the first new one, which readers open, comes last: whenever it
   * ends, nobody reads files of both.
   */
  void run(FileMoves moves) throws IOException {
    for (Path file : older) {
      boolean replaced = files.contains(file) && !exists(names.ready(file));
      if (!replaced && exists(file) && !exists(names.older(file))) {
        moves.move(file, names.older(file));
      }
    }
    for (int i = files.size() - 1; i >= 0; i--) {
      Path ready = names.ready(files.get(i));
      if (exists(ready)) {
        moves.move(ready, files.get(i));
      }
    }
  }

  /** Removes the older files under their hidden names. */
  void removeOlder(FileOperations operations) throws IOException {
    for (Path file : older) {
      operations.delete(names.older(file));
    }
  }

  /** Removes new files that have not got their names. */
  void removeNew(FileOperations operations) throws IOException {
    for (Path file : files) {
      operations.delete(names.part(file));
      operations.delete(names.ready(file));
    }
  }

  private static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }
}
