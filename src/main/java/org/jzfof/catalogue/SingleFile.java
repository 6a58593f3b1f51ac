package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;

/** An HDF5 file that one process writes from its beginning to its end. */
final class SingleFile {
  private SingleFile() {}

  /**
   * Writes the file.
   *
   * @param transaction gives it its name
   * @param content writes all of it
   * @throws org.jzfof.error.OutputException if it cannot be written, with the cause
   */
  static void write(Transaction transaction, Path file, Consumer<Hdf5Writer> content) {
    transaction.write(
        List.of(file),
        parts -> {
          try (Hdf5Writer out = Hdf5Writer.create(parts.get(0))) {
            content.accept(out);
            out.flush();
          }
          OutputFiles.sync(parts.get(0));
        });
  }
}
