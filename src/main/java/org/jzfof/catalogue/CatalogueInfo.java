package org.jzfof.catalogue;

import java.util.List;
import org.jzfof.config.SeparationBy;
import org.jzfof.provenance.Provenance;
import org.jzfof.snapshot.SnapshotHeader;

/**
 * What a catalogue file says about the run that made it.
 *
 * @param snapshot header of the snapshot
 * @param snapshotPath the snapshot as the user named it
 * @param boxSize side lengths [3] used; for an open box those of its bounding box
 * @param periodic whether distances wrap around the box
 * @param linkingLength absolute linking length, snapshot length units
 * @param b linking length over mean separation
 * @param separationBy what that mean separation was taken from
 * @param lengthByNumber b times the mean separation from the number of particles; NaN if unknown
 * @param lengthByMass b times the mean separation from their mean mass; NaN if unknown
 * @param primaryTypes the types that were linked
 * @param secondaryTypes the types that were attached
 * @param minLength smallest group kept
 * @param velocities whether the particles have velocities; those of the groups are 0 otherwise
 * @param version of jzfof
 * @param commandLine as typed
 * @param options all options that the result depends on, see {@link
 *     org.jzfof.config.RunOptions#resultOptions}
 * @param provenance what tells the results of this run from others
 * @param warnings what is odd about the snapshot or the groups, complete sentences
 */
public record CatalogueInfo(
    SnapshotHeader snapshot,
    String snapshotPath,
    double[] boxSize,
    boolean periodic,
    double linkingLength,
    double b,
    SeparationBy separationBy,
    double lengthByNumber,
    double lengthByMass,
    int[] primaryTypes,
    int[] secondaryTypes,
    int minLength,
    boolean velocities,
    String version,
    String commandLine,
    String options,
    Provenance provenance,
    List<String> warnings) {

  /** The same run with other warnings. */
  public CatalogueInfo withWarnings(List<String> others) {
    return new CatalogueInfo(
        snapshot,
        snapshotPath,
        boxSize,
        periodic,
        linkingLength,
        b,
        separationBy,
        lengthByNumber,
        lengthByMass,
        primaryTypes,
        secondaryTypes,
        minLength,
        velocities,
        version,
        commandLine,
        options,
        provenance,
        List.copyOf(others));
  }
}
