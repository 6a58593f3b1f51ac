package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.Option;

/** The option for a snapshot whose headers contradict each other. */
@Heading(Heading.SNAPSHOT)
public final class HeaderOptions {
  @Option(
      names = "--trust-headers",
      description =
          "Continue if the headers of the files, or Time and Redshift, contradict each other: use"
              + " the header of the first file and the stored scale factor.")
  private boolean trust;

  /** Returns whether contradictory headers are accepted. */
  public boolean trust() {
    return trust;
  }
}
