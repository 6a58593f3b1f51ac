package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.error.OutputException;

/** Detects links on the path of an output whose target does not exist. */
final class DanglingLinks {
  private DanglingLinks() {}

  /**
   * @throws OutputException if a folder above the file, or the file itself, is a link to nothing or
   *     to itself; the message names the first such link
   */
  static void refuse(Path file, String option) {
    for (Path path = file.toAbsolutePath(); path != null; path = path.getParent()) {
      if (Files.isSymbolicLink(path) && !Files.exists(path)) {
        throw new OutputException(
            "cannot write %s: %s is a link to %s, which does not exist or leads back to it; remove the link, make its target, or choose another with %s"
                .formatted(file, path, target(path), option));
      }
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
