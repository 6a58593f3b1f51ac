package org.jzfof.cli;

import picocli.CommandLine.Option;

/** What to do with a snapshot whose headers contradict each other. */
final class HeaderOptions {
  @Option(
      names = "--trust-headers",
      description =
          "Go on where the headers of the pieces, or Time and Redshift, contradict each other: the"
              + " first piece holds, and the stored scale factor.")
  private boolean trust;

  /** Whether to go on. */
  boolean trust() {
    return trust;
  }
}
