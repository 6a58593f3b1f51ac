package org.jzfof.trees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;
import org.jzfof.output.Provenance;
import org.jzfof.output.Sha256;
import org.jzfof.trees.CatalogueSeries.Output;

/**
 * Computes a fingerprint of several catalogues from the sizes of their files and from their
 * headers.
 */
final class SeriesFingerprint {
  private SeriesFingerprint() {}

  /**
   * Returns the provenance of a result.
   *
   * @param outputs the input catalogues; the last one represents all
   * @param options all options that the result depends on
   */
  static Provenance of(List<Output> outputs, String options) {
    Sha256 sha = new Sha256();
    for (Output output : outputs) {
      sha.add(output.number() + " " + output.time() + " " + output.redshift());
      sha.add(String.valueOf(output.catalogue().groups()));
      output.catalogue().files().forEach(file -> sha.add(String.valueOf(size(file))));
    }
    return Provenance.of(outputs.get(outputs.size() - 1).file(), sha.hex(), options);
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
