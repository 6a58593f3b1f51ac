package org.jzfof.load;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jzfof.device.ElementType;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.ThermalEnergies;

/**
 * Which columns of which types a run reads.
 *
 * @param types particle types, increasing
 * @param velocityType F32 or F64 as velocities are stored; null where they are not read
 * @param storedIds whether IDs are read; row numbers stand in otherwise
 * @param massType F32 or F64 as masses per particle are stored; null where no type has them
 * @param massOfType mass of the particles of each type; 0 where each has its own
 * @param thermal energies of gas, which other types have none of; null where they are not read
 */
record ParticleColumns(
    int[] types,
    ElementType velocityType,
    boolean storedIds,
    ElementType massType,
    double[] massOfType,
    ThermalEnergies thermal) {

  /**
   * @param types particle types, increasing
   * @param needIds whether it is a fault to have none
   * @param energies whether to read thermal energies, where there is gas
   * @param warnings is given a sentence for every quantity that the catalogue will lack
   * @throws SnapshotException where IDs or masses are needed and missing
   */
  static ParticleColumns of(
      Snapshot snapshot, int[] types, boolean needIds, boolean energies, List<String> warnings) {
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
    boolean hot = energies && Arrays.stream(types).anyMatch(t -> t == ThermalEnergies.GAS);
    ThermalEnergies thermal = hot ? thermal(snapshot, warnings) : null;
    return new ParticleColumns(types, velocityType, ids, massType, massOfType, thermal);
  }

  private static ThermalEnergies thermal(Snapshot snapshot, List<String> warnings) {
    Optional<ThermalEnergies> found = ThermalEnergies.of(snapshot);
    if (found.isEmpty() && snapshot.header().counts()[ThermalEnergies.GAS] > 0) {
      warnings.add(
          "PartType0/InternalEnergy is missing: gas is bound in subhaloes as if it were cold");
    }
    return found.orElse(null);
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
    return new ParticleColumns(types, null, false, massType, massOfType, null);
  }

  /** The same, and velocities, which all types have. */
  ParticleColumns withVelocities(Snapshot snapshot) {
    return new ParticleColumns(
        types, velocityType(snapshot, types), storedIds, massType, massOfType, thermal);
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

  /** Whether rows have masses of their own. */
  boolean storesMasses(RowRange rows) {
    return massOfType[rows.type()] == 0;
  }

  /** The same columns of some of the types. */
  ParticleColumns ofTypes(int... some) {
    return new ParticleColumns(some, velocityType, storedIds, massType, massOfType, thermal);
  }

  /** Values read for each row. */
  int valuesPerRow() {
    return 3
        + (storedIds ? 1 : 0)
        + (velocities() ? 3 : 0)
        + (storedMasses() ? 1 : 0)
        + (thermal != null ? 1 : 0);
  }

  /** Device bytes of each row. */
  long bytesPerRow() {
    return 12L + 8 + floatBytes() + (types.length > 1 ? 1 : 0);
  }

  /** Bytes of velocity, mass and thermal energy of each row. */
  long floatBytes() {
    return (velocities() ? 3L * velocityType.bytes() : 0)
        + (storedMasses() ? massType.bytes() : 0)
        + (thermal != null ? thermalType().bytes() : 0);
  }

  /** F32 or F64 as thermal energies are stored, which are read. */
  ElementType thermalType() {
    return thermal.isDouble() ? ElementType.F64 : ElementType.F32;
  }
}
