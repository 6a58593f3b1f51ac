package org.jzfof.hdf5;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A file of a test, in one call. */
final class WrittenFile {
  private WrittenFile() {}

  /** Writes file.hdf5 in a folder, in place of an earlier one. */
  static Path in(Path folder, Consumer<Hdf5Writer> content) {
    Path file = folder.resolve("file.hdf5");
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      content.accept(w);
    }
    return file;
  }
}
