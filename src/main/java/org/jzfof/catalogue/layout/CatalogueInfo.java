package org.jzfof.catalogue.layout;

import java.util.List;
import org.jzfof.domain.Box;
import org.jzfof.output.RunRecord;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;

/**
 * What a catalogue file says about the run that made it.
 *
 * @param snapshot header of the snapshot
 * @param snapshotPath the snapshot as the user named it
 * @param box that was used; around the linked particles where it is open
 * @param linking of the particles
 * @param velocities whether the particles have velocities; those of the groups are 0 otherwise
 * @param run that made it
 * @param options all options that the result depends on, see {@link
 *     org.jzfof.config.RunOptions#resultOptions}
 * @param warnings what is odd about the snapshot or the groups, complete sentences
 * @param boxMass mass of all particles over that of the box at the mean density of matter; NaN
 *     where it is not known
 */
public record CatalogueInfo(
    SnapshotHeader snapshot,
    String snapshotPath,
    Box box,
    Linking linking,
    boolean velocities,
    RunRecord run,
    String options,
    List<String> warnings,
    double boxMass) {

  /** Whether distances wrap around the box. */
  public boolean periodic() {
    return box.periodic();
  }

  /**
   * Sides [3] of the box that files state, which begins at the origin. An open one is that of the
   * snapshot where this holds the particles, or else a cube that does if they have no negative
   * coordinates.
   */
  public double[] boxSize() {
    if (box.periodic()) {
      return box.size();
    }
    double[] stated = snapshot.boxSize();
    double[] lower = box.lower();
    double[] size = box.size();
    double side = 0;
    boolean holds = stated != null;
    for (int d = 0; d < lower.length; d++) {
      double upper = lower[d] + size[d];
      side = Math.max(side, Math.max(upper, size[d]));
      holds = holds && stated[d] > 0 && lower[d] >= 0 && upper <= stated[d];
    }
    return holds ? stated : new double[] {side, side, side};
  }

  /** The same run in other units. */
  public CatalogueInfo in(UnitChange change) {
    return new CatalogueInfo(
        snapshot.in(change),
        snapshotPath,
        box.times(change.length()),
        linking.in(change),
        velocities,
        run,
        options,
        warnings,
        boxMass);
  }
}
