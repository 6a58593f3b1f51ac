package org.jzfof.trees;

import java.util.List;
import org.jzfof.catalogue.stored.CatalogueFingerprint;
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
      CatalogueFingerprint.add(sha, output.catalogue());
    }
    return Provenance.of(outputs.get(outputs.size() - 1).file(), sha.hex(), options);
  }
}
