package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.AtomicFiles;

/** An HDF5 file that appears, in place of an older one, only when it is complete. */
final class SingleFile {
  private SingleFile() {}

  /**
   * Writes the file.
   *
   * @param content writes all of it
   * @throws org.jzfof.error.OutputException if it cannot be written, with the cause
   */
  static void write(Path file, Consumer<Hdf5Writer> content) {
    AtomicFiles.write(
        List.of(file),
        file.getFileName().toString()::equals,
        temporary -> {
          try (Hdf5Writer out = Hdf5Writer.create(temporary.get(0))) {
            content.accept(out);
            out.flush();
          }
        });
  }
}
