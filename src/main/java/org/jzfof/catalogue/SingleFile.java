package org.jzfof.catalogue;

import java.util.List;
import java.util.function.Consumer;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Transaction;

/** An HDF5 file that one process writes completely. */
public final class SingleFile {
  private SingleFile() {}

  /**
   * Writes the file.
   *
   * @param content writes everything except the provenance
   * @throws org.jzfof.error.OutputException if the file cannot be written, with the cause
   */
  public static void write(
      Transaction transaction,
      OutputFile product,
      Provenance provenance,
      Consumer<Hdf5Writer> content) {
    transaction.write(
        List.of(product.file()),
        parts -> {
          try (Hdf5Writer out = Hdf5Writer.create(parts.get(0))) {
            provenance.writeTo(out, product.name());
            content.accept(out);
            Provenance.seal(out);
            out.flush();
          }
          OutputFiles.sync(parts.get(0));
        });
  }
}
