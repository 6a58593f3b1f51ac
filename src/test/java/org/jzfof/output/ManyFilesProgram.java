package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Writes an output of very many files, and says when it has begun. */
final class ManyFilesProgram {
  static final int FILES = 4000;
  private static final int BEGINNING = 50;

  private ManyFilesProgram() {}

  static Path name(Path folder) {
    return folder.resolve("groups/run");
  }

  public static void main(String[] arguments) {
    Path name = name(Path.of(arguments[0]));
    List<Path> files =
        IntStream.range(0, FILES).mapToObj(k -> name.resolveSibling("piece." + k)).toList();
    try (Transaction transaction = Transaction.begin(name, files)) {
      transaction.write(files, ManyFilesProgram::create);
      transaction.commit(List.of());
    }
  }

  private static void create(List<Path> parts) {
    try {
      for (int k = 0; k < FILES; k++) {
        Files.createFile(parts.get(k));
        if (k == BEGINNING) {
          System.out.println("writing");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
