package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.search.IndexType;
import picocli.CommandLine.Option;

/** The type of the rows of neighbours in files. */
@Heading(Heading.OUTPUT)
public final class IndexOptions {
  @Option(
      names = "--index-type",
      paramLabel = "TYPE",
      defaultValue = "auto",
      description =
          "Type of the index of neighbours in the files: int32, int64, or auto, which is int32 for"
              + " fewer than 2^31 sources (default: ${DEFAULT-VALUE}).")
  private IndexType type;

  public IndexType type() {
    return type;
  }
}
