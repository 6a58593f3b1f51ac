package org.jzfof.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jzfof.error.OutputException;

/**
 * A file whose content is known before it is written, such as a picture. It replaces only files of
 * its kind, and appears under its name when it is complete.
 *
 * @param option option that has named the file, for messages
 * @param kind kind for messages, such as "picture"
 * @param signature bytes at the beginning of all files of this kind
 */
public record AtomicFile(Path file, String option, String kind, byte[] signature) {
  /**
   * Checks, without writing anything, that the file could be written.
   *
   * @param overwrite whether a file of another kind may be replaced
   * @throws OutputException if not, with the cause
   */
  public void check(Collection<Path> inputs, boolean overwrite) {
    OutputFiles.check(file, option);
    OutputFiles.requireNoInput(file, inputs, option);
    if (!overwrite && Files.exists(file) && !isOfKind()) {
      throw new OutputException(
          "%s is not a %s and would be replaced: choose another name with %s"
              .formatted(file, kind, option));
    }
  }

  /** Returns whether an existing file is of this kind or empty. */
  private boolean isOfKind() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] beginning = in.readNBytes(signature.length);
      return beginning.length == 0 || Arrays.equals(beginning, signature);
    } catch (IOException e) {
      throw OutputFiles.failure(file, e, option);
    }
  }

  /**
   * Writes the file.
   *
   * @return complete sentences for the user
   * @throws OutputException if the file cannot be written
   */
  public List<String> write(byte[] content) {
    try (Transaction transaction =
        Transaction.begin(file, List.of(file), option, FileOperations.SYSTEM)) {
      transaction.write(List.of(file), parts -> save(content, parts.get(0)));
      transaction.commit(List.of());
      return transaction.warnings();
    }
  }

  private static void save(byte[] bytes, Path part) {
    try {
      Files.write(part, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputFiles.sync(part);
  }
}
