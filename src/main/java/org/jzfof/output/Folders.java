package org.jzfof.output;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/** The folders of some files. */
final class Folders {
  private final Set<Path> changed = new LinkedHashSet<>();
  private final Deque<Path> made = new ArrayDeque<>();

  /** Makes the folder of a file where it is not there. */
  void make(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    makeAll(folder);
    changed.add(folder);
  }

  private void makeAll(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    makeAll(folder.getParent());
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(folder)) {
        return; // somebody else was faster
      }
      throw e;
    }
    folder.toFile().deleteOnExit(); // if it is still empty then
    made.push(folder);
    changed.add(folder.getParent());
  }

  /** Those in which names come or go. */
  Set<Path> changed() {
    return changed;
  }

  /** Removes the folders that were made, except those into which others have put files. */
  void removeMade() throws IOException {
    for (Path folder : made) {
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException e) {
        return; // and so those above are not empty either
      }
    }
  }
}
