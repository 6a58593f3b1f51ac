package org.jzfof.catalogue.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;
import org.jzfof.output.Provenance;
import org.jzfof.output.Sha256;

/** A fingerprint of catalogues from the sizes of their files and from their headers. */
public final class CatalogueFingerprint {
  private CatalogueFingerprint() {}

  /**
   * Returns the provenance of a result.
   *
   * @param catalogues the input; the last one represents all
   * @param options all options that the result depends on
   */
  public static Provenance provenance(List<StoredCatalogue> catalogues, String options) {
    Sha256 sha = new Sha256();
    for (StoredCatalogue catalogue : catalogues) {
      sha.add(catalogue.header("Time") + " " + catalogue.header("Redshift"));
      add(sha, catalogue);
    }
    return Provenance.of(catalogues.get(catalogues.size() - 1).files().get(0), sha.hex(), options);
  }

  /** Adds the number of groups and the sizes of the files. */
  public static void add(Sha256 sha, StoredCatalogue catalogue) {
    sha.add(String.valueOf(catalogue.groups()));
    catalogue.files().forEach(file -> sha.add(String.valueOf(size(file))));
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new CatalogueException(
          "cannot read %s (%s): check its permissions".formatted(file, SystemFault.cause(e)), e);
    }
  }
}
