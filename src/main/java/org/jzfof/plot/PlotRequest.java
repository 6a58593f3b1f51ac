package org.jzfof.plot;

import java.nio.file.Path;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;

/**
 * What to draw.
 *
 * @param catalogue a catalogue in the layout of Gadget-4
 * @param snapshot that it was made of, for a second panel with the density; null for none
 * @param headers what the header of the snapshot is to mean
 * @param mass of the spheres whose masses are counted; null for the masses of the groups
 * @param cumulative n(≥ M) rather than dn/dlog M
 * @param density what the second panel shows
 * @param models whose lines are drawn with the mass function
 * @param height of the picture in pixels
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
   * @throws UsageException naming the value at fault
   */
  public PlotRequest {
    Figure.requireHeight(height);
  }

  /**
   * A projection of the density.
   *
   * @param axis along which to project, 0 to 2
   * @param slab ends along that axis in length units of the snapshot, or null for a fifth of the
   *     box around the largest group
   * @param circles number of groups to mark, the largest of the slab
   */
  public record DensityView(int axis, double[] slab, int circles) {
    /**
     * @throws UsageException naming the value at fault
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
