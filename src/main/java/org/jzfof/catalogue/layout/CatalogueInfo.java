package org.jzfof.catalogue.layout;

import java.util.List;
import java.util.Optional;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.domain.Box;
import org.jzfof.output.RunRecord;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;

/**
 * The description of a run in a catalogue file.
 *
 * @param snapshotPath the snapshot as the user named it
 * @param box box of the search; if open, the bounding box of the linked particles
 * @param velocities whether the particles have velocities; otherwise those of the groups are 0
 * @param options all options that the result depends on, see {@link
 *     org.jzfof.config.RunOptions#resultOptions}
 * @param warnings complete sentences about findings in the snapshot or the groups
 * @param boxMass mass of all particles over that of the box at the mean density of matter; NaN if
 *     unknown
 * @param lightcone light cone of the particles; empty for a snapshot
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
    double boxMass,
    Optional<Lightcone> lightcone) {

  /** Returns whether distances wrap around the box. */
  public boolean periodic() {
    return box.periodic();
  }

  /**
   * Returns the side lengths [3] of the box in files, which begins at the origin. An open box is
   * that of the snapshot if it contains the particles, otherwise a cube that contains them if they
   * have no negative coordinates. For a light cone it is that of the simulation, if it is stated.
   */
  public double[] boxSize() {
    if (box.periodic()) {
      return box.size();
    }
    double[] stated = snapshot.boxSize();
    double[] lower = box.lower();
    double[] size = box.size();
    if (lightcone.isPresent() && stated != null) {
      return stated;
    }
    double side = 0;
    boolean holds = stated != null;
    for (int d = 0; d < lower.length; d++) {
      double upper = lower[d] + size[d];
      side = Math.max(side, Math.max(upper, size[d]));
      holds = holds && stated[d] > 0 && lower[d] >= 0 && upper <= stated[d];
    }
    return holds ? stated : new double[] {side, side, side};
  }

  /** Returns the description of the same run in other units. */
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
        boxMass,
        lightcone);
  }
}
