package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A column of particles: one quantity of each particle, in a dataset of a particle type. The
 * constants are the columns that jzfof reads, with the names of their datasets in different codes.
 *
 * @param quantity description of a value, for sentences
 * @param width numbers per particle, 1 or 3
 * @param types particle types that may have the column; empty for all types
 * @param names names of the dataset; the first one present in a file is read
 */
public record ParticleColumn(
    String quantity,
    Kind kind,
    int width,
    Set<Integer> types,
    Conversion conversion,
    Encoding encoding,
    List<String> names) {

  /** The kind of the numbers in a column. */
  public enum Kind {
    /** Unsigned integers of 64 bits. */
    INTEGER,
    /** Real numbers. */
    REAL,
    /** Real numbers that must not be negative. */
    NON_NEGATIVE,
    /** Real numbers above 0 and up to 1. */
    FRACTION
  }

  /** Factors from stored values to the physical quantity; the snapshot states them. */
  public enum Conversion {
    /** The factor is 1. */
    NONE,
    /** The factor from stored to peculiar velocities, by the convention of the code. */
    TO_PECULIAR,
    /** A power of the scale factor if the file states one; otherwise the values are physical. */
    TO_PHYSICAL,
    /** The factor from smoothing lengths to the radius at which the kernel vanishes. */
    TO_KERNEL_RADIUS
  }

  /** Stored forms other than plain numbers. */
  public enum Encoding {
    NONE(),
    /** Gadget-4: positions as integer fractions of the box. */
    BOX_FRACTIONS("IntCoordinates"),
    /** PKDGRAV3: class numbers, with a table of masses. */
    MASS_CLASSES("class", "classes");

    private final List<String> datasets;

    Encoding(String... datasets) {
      this.datasets = List.of(datasets);
    }

    /** The dataset with a number for each particle. */
    String dataset() {
      return datasets.get(0);
    }

    /** Whether a file has the datasets of this form for a particle type. */
    boolean isIn(SnapshotFile f, int type) {
      return !datasets.isEmpty() && datasets.stream().allMatch(name -> f.hasColumn(type, name));
    }
  }

  /** Positions. */
  public static final ParticleColumn COORDINATES =
      of("position", Kind.REAL, 3, "Coordinates").encoded(Encoding.BOX_FRACTIONS);

  /** Velocities; EAGLE uses the singular. */
  public static final ParticleColumn VELOCITIES =
      of("velocity", Kind.REAL, 3, "Velocities", "Velocity").converted(Conversion.TO_PECULIAR);

  /** Particle IDs. */
  public static final ParticleColumn IDS = of("ID", Kind.INTEGER, 1, "ParticleIDs", "ParticleID");

  /** Masses; EAGLE uses the singular, and black holes of SWIFT have dynamical masses. */
  public static final ParticleColumn MASSES =
      of("mass", Kind.NON_NEGATIVE, 1, "Masses", "Mass", "DynamicalMasses")
          .encoded(Encoding.MASS_CLASSES);

  /** Thermal energies of gas per unit mass, in squares of the unit of velocity. */
  public static final ParticleColumn THERMAL_ENERGIES =
      of("thermal energy", Kind.NON_NEGATIVE, 1, "InternalEnergy", "InternalEnergies")
          .converted(Conversion.TO_PHYSICAL)
          .ofGas();

  /**
   * Star formation rates of gas in solar masses per year, for SWIFT in its units of mass and time.
   * Negative numbers in SWIFT are times of the last star formation.
   */
  public static final ParticleColumn STAR_FORMATION_RATES =
      of("star formation rate", Kind.REAL, 1, "StarFormationRate", "StarFormationRates").ofGas();

  /** Smoothing lengths. */
  public static final ParticleColumn SMOOTHING_LENGTHS =
      of("smoothing length", Kind.NON_NEGATIVE, 1, "SmoothingLength", "SmoothingLengths", "Hsml")
          .converted(Conversion.TO_KERNEL_RADIUS);

  /** Scale factors of the particles of a light cone: Gadget-4 and SWIFT. */
  public static final ParticleColumn SCALE_FACTORS = scaleFactors("Ascale", "ExpansionFactors");

  /** The columns that every command may read. */
  public static final List<ParticleColumn> COMMON = List.of(COORDINATES, VELOCITIES, IDS, MASSES);

  /** A column of plain numbers for all particle types, without a conversion. */
  public static ParticleColumn of(String quantity, Kind kind, int width, String... names) {
    return new ParticleColumn(
        quantity, kind, width, Set.of(), Conversion.NONE, Encoding.NONE, List.of(names));
  }

  /** A column of weights in a dataset that the user names. */
  public static ParticleColumn named(String dataset) {
    return of(dataset, Kind.NON_NEGATIVE, 1, dataset);
  }

  /** A column of scale factors in a dataset that the user names, or in the usual ones. */
  public static ParticleColumn scaleFactors(Optional<String> dataset) {
    return dataset.map(ParticleColumn::scaleFactors).orElse(SCALE_FACTORS);
  }

  private static ParticleColumn scaleFactors(String... names) {
    return of("scale factor", Kind.FRACTION, 1, names);
  }

  private ParticleColumn encoded(Encoding form) {
    return new ParticleColumn(quantity, kind, width, types, conversion, form, names);
  }

  /** The same column with a conversion of its values. */
  public ParticleColumn converted(Conversion by) {
    return new ParticleColumn(quantity, kind, width, types, by, encoding, names);
  }

  /** The same column, for gas only: particles of type 0. */
  public ParticleColumn ofGas() {
    return new ParticleColumn(quantity, kind, width, Set.of(0), conversion, encoding, names);
  }

  /** Whether the numbers are integers. */
  public boolean isInteger() {
    return kind == Kind.INTEGER;
  }

  /** Whether particles of a type may have the column. */
  public boolean isOf(int type) {
    return types.isEmpty() || types.contains(type);
  }

  /** The usual name of the dataset. */
  public String usualName() {
    return names.get(0);
  }

  /** The name of the dataset of plain numbers for a type in a file; empty if the file has none. */
  public Optional<String> find(SnapshotFile f, int type) {
    return names.stream().filter(name -> f.hasColumn(type, name)).findFirst();
  }

  /** The name of the dataset in a file; the usual name if the file has none. */
  public String in(SnapshotFile f, int type) {
    return find(f, type).orElse(usualName());
  }

  /** Whether a file has the column for a type, in any form. */
  public boolean isIn(SnapshotFile f, int type) {
    return find(f, type).isPresent() || encoding.isIn(f, type);
  }

  /**
   * Columns with the same dataset names are equal. This method replaces that of the record, which
   * costs time at the start of the program.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ParticleColumn column && column.names.equals(names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  /** All names of the datasets of {@link #COMMON}. */
  public static List<String> datasets() {
    return COMMON.stream().flatMap(ParticleColumn::allNames).toList();
  }

  /** All names as in {@link #datasets}, except those of class numbers and their tables. */
  public static List<String> datasetsOfValues() {
    String number = Encoding.MASS_CLASSES.dataset();
    return datasets().stream().filter(name -> !name.equals(number)).toList();
  }

  private Stream<String> allNames() {
    return Stream.concat(names.stream(), encoding.datasets.stream().limit(1));
  }
}
