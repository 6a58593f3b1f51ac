package org.jzfof.load;

import java.util.List;
import java.util.OptionalDouble;
import org.jzfof.device.ElementType;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;

/**
 * Which columns of which types a run reads.
 *
 * @param types particle types, increasing
 * @param velocityType F32 or F64 as velocities are stored; null where they are not read
 * @param storedIds whether IDs are read; row numbers stand in otherwise
 * @param massType F32 or F64 as masses per particle are stored; null where no type has them
 * @param massOfType mass of the particles of each type; 0 where each has its own
 */
record ParticleColumns(
    int[] types,
    ElementType velocityType,
    boolean storedIds,
    ElementType massType,
    double[] massOfType) {

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
    ElementType massType = null;
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
      if (constant.isEmpty() && snapshot.header().counts()[type] > 0) {
        massType = wider(massType, snapshot.storesDoubleMasses(type));
      }
    }
    ElementType velocityType = velocities ? velocityType(snapshot, types) : null;
    return new ParticleColumns(types, velocityType, ids, massType, massOfType);
  }

  /** Nothing but positions and masses. */
  static ParticleColumns ofMasses(Snapshot snapshot, int[] types) {
    ElementType massType = null;
    double[] massOfType = new double[snapshot.header().types()];
    for (int type : types) {
      OptionalDouble constant = snapshot.constantMass(type);
      massOfType[type] = constant.orElse(0);
      if (constant.isEmpty()) {
        massType = wider(massType, snapshot.storesDoubleMasses(type));
      }
    }
    return new ParticleColumns(types, null, false, massType, massOfType);
  }

  /** The same, and velocities, which all types have. */
  ParticleColumns withVelocities(Snapshot snapshot) {
    return new ParticleColumns(
        types, velocityType(snapshot, types), storedIds, massType, massOfType);
  }

  private static ElementType velocityType(Snapshot snapshot, int[] types) {
    ElementType widest = ElementType.F32;
    for (int type : types) {
      widest = wider(widest, snapshot.storesDoubleVelocities(type));
    }
    return widest;
  }

  private static ElementType wider(ElementType type, boolean isDouble) {
    return type == ElementType.F64 || isDouble ? ElementType.F64 : ElementType.F32;
  }

  /** Whether velocities are read. */
  boolean velocities() {
    return velocityType != null;
  }

  /** Whether any type has a mass per particle. */
  boolean storedMasses() {
    return massType != null;
  }

  /** The same columns of some of the types. */
  ParticleColumns ofTypes(int... some) {
    return new ParticleColumns(some, velocityType, storedIds, massType, massOfType);
  }

  /** Values read for each row. */
  int valuesPerRow() {
    return 3 + (storedIds ? 1 : 0) + (velocities() ? 3 : 0) + (storedMasses() ? 1 : 0);
  }

  /** Device bytes of each row. */
  long bytesPerRow() {
    return 12L + 8 + floatBytes() + (types.length > 1 ? 1 : 0);
  }

  /** Bytes of velocity and mass of each row. */
  long floatBytes() {
    return (velocities() ? 3L * velocityType.bytes() : 0) + (storedMasses() ? massType.bytes() : 0);
  }
}
