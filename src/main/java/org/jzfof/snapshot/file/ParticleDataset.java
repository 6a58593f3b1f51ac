package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The datasets of particles that are read, by the names that codes give them; of several in one
 * group the first holds.
 */
public enum ParticleDataset {
  /** Positions as floats. */
  COORDINATES("Coordinates"),
  /** Positions as integers (Gadget-4). */
  INT_COORDINATES("IntCoordinates"),
  /** Velocities; EAGLE has the singular. */
  VELOCITIES("Velocities", "Velocity"),
  /** Numbers that name particles. */
  IDS("ParticleIDs", "ParticleID"),
  /** Masses; EAGLE has the singular, black holes of SWIFT the mass that gravitates. */
  MASSES("Masses", "Mass", "DynamicalMasses"),
  /** Number into a table of masses (PKDGRAV3). */
  MASS_CLASS("class");

  private final List<String> names;

  ParticleDataset(String... names) {
    this.names = List.of(names);
  }

  /** The usual name. */
  public String usual() {
    return names.get(0);
  }

  /** The name that a type has it by in a file; empty where it has none. */
  public Optional<String> find(SnapshotFile f, int type) {
    return names.stream().filter(name -> f.hasColumn(type, name)).findFirst();
  }

  /** The name in a file, or the usual one, for a message that it is missing. */
  public String in(SnapshotFile f, int type) {
    return find(f, type).orElse(usual());
  }

  /** All names of all datasets. */
  public static List<String> all() {
    return Arrays.stream(values()).flatMap(of -> of.names.stream()).toList();
  }

  /** All names of the datasets that hold values themselves, not numbers into a table. */
  public static List<String> ofValues() {
    return all().stream().filter(name -> !name.equals(MASS_CLASS.usual())).toList();
  }
}
