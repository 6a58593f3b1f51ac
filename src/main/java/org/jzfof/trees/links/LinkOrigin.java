package org.jzfof.trees.links;

import java.nio.file.Path;
import org.jzfof.output.RunRecord;

/**
 * The origin of a file of links or trees.
 *
 * @param catalogue first file of the catalogue, whose /Parameters and /Config are copied
 * @param subhaloes whether numbers are those of subhaloes instead of groups
 */
public record LinkOrigin(Path catalogue, boolean subhaloes, RunRecord run) {

  public static final String SUBHALO = "subhalo";

  /** Name of the linked objects, as written to files. */
  public String linked() {
    return subhaloes ? SUBHALO : "group";
  }
}
