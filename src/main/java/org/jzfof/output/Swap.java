package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The replacement of older files by new ones. Each step inspects the results of earlier steps, so
 * that another process can continue.
 *
 * @param files new files; readers open the first
 * @param older files to be removed, also if no new file gets their name
 */
record Swap(HiddenNames names, List<Path> files, List<Path> older) {
  /** Network file systems may show for a minute that a file is not there. */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  /** Returns whether a single renaming suffices. */
  boolean isOneMove() {
    return files.size() == 1 && files.containsAll(older);
  }

  /**
   * Waits until this machine sees the complete files, which processes of other machines may have
   * written.
   *
   * @throws IOException if a file does not become visible
   */
  void awaitNew(FileOperations operations) throws IOException {
    operations.await(() -> hidden().isEmpty(), PATIENCE);
    List<Path> late = hidden();
    if (!late.isEmpty()) {
      throw new IOException(
          "%s was written by another machine and is not visible here after %d s"
              .formatted(late.get(0), PATIENCE.toSeconds()));
    }
  }

  /** Complete files that this machine does not see yet. */
  private List<Path> hidden() {
    return files.stream().map(names::part).filter(part -> !exists(part)).toList();
  }

  /**
   * Renames complete files to their second hidden names, which are not removed at the end of the
   * program.
   */
  void makeReady(FileMoves moves) throws IOException {
    for (Path file : files) {
      moves.move(names.part(file), names.ready(file));
    }
  }

  /**
   * Renames all files. The older files are renamed first and the first new file, which readers
   * open, last: if the process is killed in between, no reader sees old and new files together.
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

  /** Removes new files that do not have their own names yet. */
  void removeNew(FileOperations operations) throws IOException {
    for (Path file : files) {
      operations.delete(names.part(file));
      operations.delete(HiddenNames.probe(names.part(file)));
      operations.delete(names.ready(file));
    }
  }

  private static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }
}
