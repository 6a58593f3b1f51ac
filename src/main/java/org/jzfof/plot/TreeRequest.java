package org.jzfof.plot;

import java.nio.file.Path;
import org.jzfof.error.UsageException;

/**
 * The settings of a picture of a merger tree.
 *
 * @param halo number of a group or subhalo of the last snapshot
 * @param branches maximum number of branches to draw beside the main branch
 * @param height height of the picture in pixels
 */
public record TreeRequest(Path file, int halo, int branches, int height) {
  private static final int MAX_BRANCHES = 100;

  /**
   * @throws UsageException if a value is out of range; the message names the option
   */
  public TreeRequest {
    if (halo < 0) {
      throw new UsageException(
          "--tree is %d: give the number of a group of the last snapshot, from 0".formatted(halo));
    }
    if (branches < 0 || branches > MAX_BRANCHES) {
      throw new UsageException("--branches is %d: give 0 to %d".formatted(branches, MAX_BRANCHES));
    }
    Figure.requireHeight(height);
  }
}
