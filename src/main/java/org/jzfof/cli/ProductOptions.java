package org.jzfof.cli;

import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;
import picocli.CommandLine.Option;

/** Which files a run writes besides their number. */
final class ProductOptions {
  @Option(
      names = "--format",
      paramLabel = "NAME",
      defaultValue = "gadget",
      description =
          "Layout of the catalogue: gadget (also IllustrisTNG), swift or yt (default:"
              + " ${DEFAULT-VALUE}).")
  private CatalogueFormat format;

  @Option(
      names = "--membership",
      description = "Also write the group number of every particle, in the order of the snapshot.")
  private boolean membership;

  @Option(
      names = "--reorder",
      description = "Also write the snapshot with its particles in the order of the groups.")
  private boolean reorder;

  /** These files, and as many of the catalogue. */
  OutputOptions chosen(WriteOptions write) {
    return new OutputOptions(format, write.files(), membership, reorder, write.overwrite());
  }
}
