package org.jzfof.plot;

import java.nio.file.Path;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;

/**
 * The settings of a picture of a catalogue.
 *
 * @param catalogue a catalogue in the layout of Gadget-4
 * @param snapshot the snapshot of the catalogue, for a second panel with the density; null for one
 *     panel only
 * @param headers interpretation of the header of the snapshot
 * @param mass overdensity of the spheres whose masses are counted; null for the masses of the
 *     groups
 * @param cumulative true for n(≥ M), false for dn/dlog M
 * @param height height of the picture in pixels
 */
public record PlotRequest(
    Path catalogue,
    Path snapshot,
    HeaderChoice headers,
    Overdensity mass,
    boolean cumulative,
    DensityView density,
    ModelRequest models,
    int height) {
  /**
   * @throws UsageException if a value is out of range; the message names the option
   */
  public PlotRequest {
    Figure.requireHeight(height);
  }

  /**
   * A projection of the density.
   *
   * @param axis axis of the projection, 0 to 2
   * @param slab ends along that axis in length units of the snapshot; null for a fifth of the box
   *     around the largest group
   * @param circles number of groups to mark, the largest groups of the slab
   */
  public record DensityView(int axis, double[] slab, int circles) {
    /**
     * @throws UsageException if a value is out of range; the message names the option
     */
    public DensityView {
      if (slab != null && slab.length != 2) {
        throw new UsageException(
            "--slab has " + slab.length + " numbers: give its two ends, such as --slab 10,15");
      }
      if (circles < 0) {
        throw new UsageException("--circles is " + circles + ": give 0 or more");
      }
    }
  }
}
