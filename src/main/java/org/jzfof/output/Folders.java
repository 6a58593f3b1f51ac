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

/** The folders of the files of a transaction. */
final class Folders {
  private final Set<Path> changed = new LinkedHashSet<>();
  private final Deque<Path> created = new ArrayDeque<>();

  /** Creates the folder of a file if it does not exist. */
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
        return; // another process was faster
      }
      throw e;
    }
    folder.toFile().deleteOnExit(); // removed at the end of the program only if empty
    created.push(folder);
    changed.add(folder.getParent());
  }

  /** Folders whose entries change. */
  Set<Path> changed() {
    return changed;
  }

  /** Removes the created folders, except those that contain files of others. */
  void removeCreated() throws IOException {
    for (Path folder : created) {
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException e) {
        return; // the folders above contain this one and are not empty either
      }
    }
  }
}
