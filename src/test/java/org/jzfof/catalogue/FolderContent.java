package org.jzfof.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What there is in a folder. */
public final class FolderContent {
  private FolderContent() {}

  /** All files and folders below, sorted. */
  public static List<Path> of(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(p -> !p.equals(folder)).sorted().toList();
    }
  }
}
