package org.jzfof.trees.links;

import java.nio.file.Path;
import org.jzfof.output.RunRecord;

/**
 * What a file of links or trees was made from.
 *
 * @param catalogue its first file, whose /Parameters and /Config go into the file
 * @param subhaloes whether numbers are those of subhaloes, not of groups
 * @param run that made it
 */
public record LinkOrigin(Path catalogue, boolean subhaloes, RunRecord run) {

  public static final String SUBHALO = "subhalo";

  /** What is linked, as files say it. */
  public String linked() {
    return subhaloes ? SUBHALO : "group";
  }
}
