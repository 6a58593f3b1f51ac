package org.jzfof.snapshot;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The runs of Gadget-4 that stand beside the project, where they are. */
public final class RealData {
  private static final Path FOLDER = Path.of("../shared/data");

  private RealData() {}

  /** A file or folder of them; skips the test where there are none. */
  public static Path path(String name) {
    Assumptions.assumeTrue(Files.isDirectory(FOLDER), FOLDER + " is absent");
    return FOLDER.resolve(name);
  }
}
