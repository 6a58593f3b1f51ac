package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.device.ElementType;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The columns that a run reads in addition to positions, by particle type.
 *
 * @param types particle types, increasing
 * @param stored columns to read, in this order
 * @param massOfType mass of the particles of each type; 0 for individual masses
 */
record ParticleColumns(int[] types, Map<ParticleColumn, StoredForm> stored, double[] massOfType) {

  /**
   * Stored form of a column.
   *
   * @param element I64, F32, or F64 if the numbers of any type require it
   */
  record StoredForm(ElementType element, double factor, int[] types) {
    private static StoredForm of(Snapshot snapshot, ParticleColumn column, int... types) {
      ElementType element = ElementType.I64;
      if (!column.isInteger()) {
        boolean wide = Arrays.stream(types).anyMatch(type -> snapshot.storesDoubles(column, type));
        element = wide ? ElementType.F64 : ElementType.F32;
      }
      return new StoredForm(element, snapshot.factor(column, types[0]), types);
    }
  }

  /**
   * @param types particle types, increasing
   * @param warnings list that receives one sentence per quantity missing from the catalogue
   * @throws SnapshotException if IDs or masses are required and missing
   */
  static ParticleColumns of(
      Snapshot snapshot, int[] types, RequiredColumns needs, List<String> warnings) {
    boolean velocities = true;
    boolean ids = true;
    for (int type : types) {
      if (!snapshot.has(ParticleColumn.VELOCITIES, type)) {
        velocities = false;
        warnings.add("PartType" + type + "/Velocities is missing: GroupVel and GroupVelDisp are 0");
      }
      if (!snapshot.has(ParticleColumn.IDS, type)) {
        ids = false;
        if (needs.ids()) {
          throw new SnapshotException(
              "PartType"
                  + type
                  + "/ParticleIDs is missing: give --no-ids for a catalogue without member IDs");
        }
        if (snapshot.header().ofSeveralLightcones()) {
          throw new SnapshotException(
              "PartType%d/ParticleIDs is missing, and IDs tell which particles are in several light cones: name the folder of one"
                  .formatted(type));
        }
        warnings.add(
            "PartType"
                + type
                + "/ParticleIDs is missing: groups of equal length are in the order of the file");
      }
    }
    ParticleColumns columns = of(snapshot, types, ids, velocities);
    needs
        .scaleFactors()
        .ifPresent(column -> columns.stored.put(column, StoredForm.of(snapshot, column, types)));
    needs.others().forEach((column, without) -> columns.add(snapshot, column, without, warnings));
    return columns;
  }

  /**
   * The columns of masses, and of IDs and velocities on request.
   *
   * @param ids whether IDs are read; all types must have them
   * @param velocities whether velocities are read; all types must have them
   */
  static ParticleColumns of(Snapshot snapshot, int[] types, boolean ids, boolean velocities) {
    double[] massOfType = new double[snapshot.header().types()];
    List<Integer> withMasses = new ArrayList<>();
    for (int type : types) {
      massOfType[type] = snapshot.constantMass(type).orElse(0);
      if (massOfType[type] == 0 && snapshot.header().counts()[type] > 0) {
        withMasses.add(type);
      }
    }
    Map<ParticleColumn, StoredForm> stored = new LinkedHashMap<>();
    if (ids) {
      stored.put(ParticleColumn.IDS, StoredForm.of(snapshot, ParticleColumn.IDS, types));
    }
    if (velocities) {
      stored.put(
          ParticleColumn.VELOCITIES, StoredForm.of(snapshot, ParticleColumn.VELOCITIES, types));
    }
    if (!withMasses.isEmpty()) {
      int[] individual = withMasses.stream().mapToInt(Integer::intValue).toArray();
      stored.put(ParticleColumn.MASSES, StoredForm.of(snapshot, ParticleColumn.MASSES, individual));
    }
    return new ParticleColumns(types, stored, massOfType);
  }

  /**
   * Adds a column for the types that have it.
   *
   * @param without consequence of its absence, for warnings
   */
  private void add(
      Snapshot snapshot, ParticleColumn column, String without, List<String> warnings) {
    List<Integer> typesWithColumn = new ArrayList<>();
    for (int type : types) {
      if (column.isOf(type) && snapshot.header().counts()[type] > 0) {
        if (snapshot.has(column, type)) {
          typesWithColumn.add(type);
        } else {
          warnings.add("PartType%d/%s is missing: %s".formatted(type, column.usualName(), without));
        }
      }
    }
    if (!typesWithColumn.isEmpty()) {
      int[] subset = typesWithColumn.stream().mapToInt(Integer::intValue).toArray();
      stored.put(column, StoredForm.of(snapshot, column, subset));
    }
  }

  /** Whether a column is read for any type. */
  boolean has(ParticleColumn column) {
    return stored.containsKey(column);
  }

  /** Whether a column is read for a type. */
  boolean has(ParticleColumn column, int type) {
    return has(column) && Arrays.stream(stored.get(column).types).anyMatch(t -> t == type);
  }

  /** Factor from stored values to the physical quantity; 1 for a column that is not read. */
  double factor(ParticleColumn column) {
    return has(column) ? stored.get(column).factor : 1;
  }

  /** The same columns for a subset of the types. */
  ParticleColumns ofTypes(int... subset) {
    return new ParticleColumns(subset, stored, massOfType);
  }

  /** Number of values per row. */
  int valuesPerRow() {
    return 3 + stored.keySet().stream().mapToInt(ParticleColumn::width).sum();
  }

  /** Device bytes per row. */
  long bytesPerRow() {
    long numbers = has(ParticleColumn.IDS) ? 0 : Long.BYTES; // row numbers as IDs
    return 3L * Integer.BYTES + numbers + storedBytes() + (types.length > 1 ? 1 : 0);
  }

  /** Bytes per row of the columns other than positions. */
  long storedBytes() {
    return stored.entrySet().stream()
        .mapToLong(of -> (long) of.getKey().width() * of.getValue().element.bytes())
        .sum();
  }
}
