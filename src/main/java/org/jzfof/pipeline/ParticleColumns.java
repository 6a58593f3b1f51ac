package org.jzfof.pipeline;

import java.util.List;
import java.util.OptionalDouble;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;

/**
 * Which columns of which types a run reads.
 *
 * @param types particle types, increasing
 * @param velocities whether velocities are read
 * @param storedIds whether IDs are read; row numbers stand in otherwise
 * @param storedMasses whether any type has a mass per particle
 * @param massOfType mass of the particles of each type; 0 where each has its own
 */
record ParticleColumns(
    int[] types, boolean velocities, boolean storedIds, boolean storedMasses, double[] massOfType) {

  /**
   * @param types particle types, increasing
   * @param needIds whether it is a fault to have none
   * @param warnings is given a sentence for every quantity that the catalogue will lack
   * @throws SnapshotException where IDs or masses are needed and missing
   */
  static ParticleColumns of(
      Snapshot snapshot, int[] types, boolean needIds, List<String> warnings) {
    boolean velocities = true;
    boolean ids = true;
    boolean masses = false;
    double[] massOfType = new double[snapshot.header().types()];
    for (int type : types) {
      if (!snapshot.hasVelocities(type)) {
        velocities = false;
        warnings.add("PartType" + type + "/Velocities is missing: GroupVel and GroupVelDisp are 0");
      }
      if (!snapshot.hasIds(type)) {
        ids = false;
        if (needIds) {
          throw new SnapshotException(
              "PartType"
                  + type
                  + "/ParticleIDs is missing: give --no-ids for a catalogue without member IDs");
        }
        warnings.add(
            "PartType"
                + type
                + "/ParticleIDs is missing: groups of equal length are in the order of the file");
      }
      OptionalDouble constant = snapshot.constantMass(type);
      massOfType[type] = constant.orElse(0);
      masses |= constant.isEmpty() && snapshot.header().counts()[type] > 0;
    }
    return new ParticleColumns(types, velocities, ids, masses, massOfType);
  }

  /** The same columns of some of the types. */
  ParticleColumns ofTypes(int... some) {
    return new ParticleColumns(some, velocities, storedIds, storedMasses, massOfType);
  }

  /** Values read for each row. */
  int valuesPerRow() {
    return 3 + (storedIds ? 1 : 0) + (velocities ? 3 : 0) + (storedMasses ? 1 : 0);
  }

  /** Device bytes of each row. */
  long bytesPerRow() {
    return 12L + 8 + (velocities ? 12 : 0) + (storedMasses ? 4 : 0) + (types.length > 1 ? 1 : 0);
  }
}
