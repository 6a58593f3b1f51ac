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
 * Which columns of which types a run reads besides positions.
 *
 * @param types particle types, increasing
 * @param stored columns to read, in this order
 * @param massOfType mass of the particles of each type; 0 for individual masses
 */
record ParticleColumns(int[] types, Map<ParticleColumn, Stored> stored, double[] massOfType) {

  /**
   * A column as it is stored.
   *
   * @param element I64, F32, or F64 if the numbers of any type require it
   * @param factor factor from stored values to the physical quantity
   * @param types particle types that have the column
   */
  record Stored(ElementType element, double factor, int[] types) {
    private static Stored of(Snapshot snapshot, ParticleColumn column, int... types) {
      ElementType element = ElementType.I64;
      if (!column.isInteger()) {
        boolean wide = Arrays.stream(types).anyMatch(type -> snapshot.storesDoubles(column, type));
        element = wide ? ElementType.F64 : ElementType.F32;
      }
      return new Stored(element, snapshot.factor(column, types[0]), types);
    }
  }

  /**
   * @param types particle types, increasing
   * @param warnings list that receives one sentence per quantity missing from the catalogue
   * @throws SnapshotException where IDs or masses are needed and missing
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
        warnings.add(
            "PartType"
                + type
                + "/ParticleIDs is missing: groups of equal length are in the order of the file");
      }
    }
    ParticleColumns columns = of(snapshot, types, ids, velocities);
    needs.others().forEach((column, without) -> columns.add(snapshot, column, without, warnings));
    return columns;
  }

  /** Masses, and what else all types have. */
  static ParticleColumns of(Snapshot snapshot, int[] types, boolean ids, boolean velocities) {
    double[] massOfType = new double[snapshot.header().types()];
    List<Integer> ownMasses = new ArrayList<>();
    for (int type : types) {
      massOfType[type] = snapshot.constantMass(type).orElse(0);
      if (massOfType[type] == 0 && snapshot.header().counts()[type] > 0) {
        ownMasses.add(type);
      }
    }
    Map<ParticleColumn, Stored> stored = new LinkedHashMap<>();
    if (ids) {
      stored.put(ParticleColumn.IDS, Stored.of(snapshot, ParticleColumn.IDS, types));
    }
    if (velocities) {
      stored.put(ParticleColumn.VELOCITIES, Stored.of(snapshot, ParticleColumn.VELOCITIES, types));
    }
    if (!ownMasses.isEmpty()) {
      int[] individual = ownMasses.stream().mapToInt(Integer::intValue).toArray();
      stored.put(ParticleColumn.MASSES, Stored.of(snapshot, ParticleColumn.MASSES, individual));
    }
    return new ParticleColumns(types, stored, massOfType);
  }

  /** Adds a column if any particles have it. */
  private void add(
      Snapshot snapshot, ParticleColumn column, String without, List<String> warnings) {
    List<Integer> having = new ArrayList<>();
    for (int type : types) {
      if (column.isOf(type) && snapshot.header().counts()[type] > 0) {
        if (snapshot.has(column, type)) {
          having.add(type);
        } else {
          warnings.add("PartType%d/%s is missing: %s".formatted(type, column.usual(), without));
        }
      }
    }
    if (!having.isEmpty()) {
      int[] subset = having.stream().mapToInt(Integer::intValue).toArray();
      stored.put(column, Stored.of(snapshot, column, subset));
    }
  }

  /** Whether a column is read of any type. */
  boolean has(ParticleColumn column) {
    return stored.containsKey(column);
  }

  /** Whether a column is read of a type. */
  boolean has(ParticleColumn column, int type) {
    return has(column) && Arrays.stream(stored.get(column).types).anyMatch(t -> t == type);
  }

  /** Factor from stored values to the physical quantity; 1 where none are read. */
  double factor(ParticleColumn column) {
    return has(column) ? stored.get(column).factor : 1;
  }

  /** The same columns of some of the types. */
  ParticleColumns ofTypes(int... subset) {
    return new ParticleColumns(subset, stored, massOfType);
  }

  /** Values read for each row. */
  int valuesPerRow() {
    return 3 + stored.keySet().stream().mapToInt(ParticleColumn::width).sum();
  }

  /** Device bytes of each row. */
  long bytesPerRow() {
    long numbers = has(ParticleColumn.IDS) ? 0 : Long.BYTES; // stand in for IDs
    return 3L * Integer.BYTES + numbers + storedBytes() + (types.length > 1 ? 1 : 0);
  }

  /** Bytes of what is read of each row. */
  long storedBytes() {
    return stored.entrySet().stream()
        .mapToLong(of -> (long) of.getKey().width() * of.getValue().element.bytes())
        .sum();
  }
}
