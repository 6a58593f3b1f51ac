package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.HeaderChoice.UnitValue;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * Units and cosmological parameters that a user gives in place of those that a snapshot states. A
 * sentence reports each stated value that differs from the given one.
 */
final class GivenValues {
  /** Relative tolerance: codes round the parsec and the solar mass differently. */
  private static final double TOLERANCE = 5e-3;

  private final HeaderChoice choice;
  private final Path file;
  private final List<String> doubts;

  /**
   * @param file file of the snapshot, for messages
   * @param doubts list that receives one sentence per stated value that is not used
   */
  GivenValues(HeaderChoice choice, Path file, List<String> doubts) {
    this.choice = choice;
    this.file = file;
    this.doubts = doubts;
  }

  /**
   * Returns the cosmological parameters; given values replace stated ones.
   *
   * @throws SnapshotException if h is not in units of 100 km/s/Mpc
   */
  Cosmology cosmology(Cosmology stated) {
    Cosmology given =
        new Cosmology(
            of("--omega-m", choice.omegaMatter(), stated.omegaMatter()),
            of("--omega-lambda", choice.omegaLambda(), stated.omegaLambda()),
            stated.omegaBaryon(),
            of("--hubble", choice.hubble(), stated.hubble()),
            stated.additions());
    if (given.hubble() > HeaderChoice.LARGEST_HUBBLE || given.hubble() < 0) {
      throw new SnapshotException(
          "the Hubble parameter of %s is %s, and it is a number of 100 km/s/Mpc: write %s there, or give --hubble"
              .formatted(file, given.hubble(), (float) Math.abs(given.hubble() / 100)));
    }
    return given;
  }

  /**
   * Returns the masses of particles by type; the given mass is that of types without masses.
   *
   * @param table stated masses, 0 for types with a mass per particle
   * @param lacksMasses whether the snapshot has no masses of a type
   */
  double[] masses(double[] table, IntPredicate lacksMasses) {
    if (choice.particleMass().isEmpty()) {
      return table;
    }
    double[] masses = table.clone();
    int[] without = IntStream.range(0, table.length).filter(lacksMasses).toArray();
    Arrays.stream(without).forEach(type -> masses[type] = choice.particleMass().get());
    if (without.length == 0) {
      doubts.add(
          "--particle-mass %s is not used: %s has masses of all particles"
              .formatted(choice.particleMass().get(), file));
    }
    return masses;
  }

  private double of(String option, Optional<Double> given, double stated) {
    given
        .filter(value -> Math.abs(value - stated) > TOLERANCE * Math.abs(value))
        .ifPresent(
            value ->
                doubts.add(
                    "%s %s is used, although %s states %s".formatted(option, value, file, stated)));
    return given.orElse(stated);
  }

  /**
   * Returns the units; given units replace stated ones. Lengths and masses carry the factor 1/h
   * either both or not at all: if only one carries it, the other is converted.
   *
   * @param assumed units of a snapshot that states none; a sentence reports those that are used
   * @throws SnapshotException if h is needed and not known
   */
  Units units(Units stated, Optional<Units> assumed, double hubble) {
    boolean perHubble =
        choice
            .unitLength()
            .or(choice::unitMass)
            .map(UnitValue::perHubble)
            .orElse(stated.perHubble());
    Units known = assumed.map(this::notGiven).orElse(stated);
    Unit length = new Unit(UnitValue.Quantity.LENGTH, known.lengthCm(), known.perHubble());
    Unit mass = new Unit(UnitValue.Quantity.MASS, known.massG(), known.perHubble());
    Unit velocity = new Unit(UnitValue.Quantity.VELOCITY, known.velocityCmPerS(), false);
    return new Units(
        of(length, choice.unitLength(), perHubble, hubble),
        of(mass, choice.unitMass(), perHubble, hubble),
        of(velocity, choice.unitVelocity(), false, hubble),
        perHubble);
  }

  /** Returns assumed units, except those that the user gives. */
  private Units notGiven(Units assumed) {
    List<String> used = new ArrayList<>();
    double length =
        notGiven(choice.unitLength(), assumed.lengthCm(), UnitLabels.length(assumed), used);
    double mass = notGiven(choice.unitMass(), assumed.massG(), UnitLabels.mass(assumed), used);
    double velocity =
        notGiven(
            choice.unitVelocity(), assumed.velocityCmPerS(), UnitLabels.velocity(assumed), used);
    if (!used.isEmpty()) {
      doubts.add(
          "%s states no units, and %s are assumed: give others with --unit-length, --unit-mass, --unit-velocity"
              .formatted(file, String.join(", ", used)));
    }
    return new Units(length, mass, velocity, assumed.perHubble());
  }

  private static double notGiven(
      Optional<UnitValue> given, double assumed, String label, List<String> used) {
    if (given.isPresent()) {
      return Double.NaN;
    }
    used.add(label);
    return assumed;
  }

  /** A unit as a snapshot states it. */
  private record Unit(UnitValue.Quantity quantity, double cgs, boolean perHubble) {}

  private double of(Unit stated, Optional<UnitValue> given, boolean perHubble, double hubble) {
    double statedUnit = perHubble(stated.cgs, stated.perHubble, perHubble, hubble, stated.quantity);
    if (given.isEmpty()) {
      return statedUnit;
    }
    UnitValue unit = given.get();
    double used = perHubble(unit.cgs(), unit.perHubble(), perHubble, hubble, stated.quantity);
    if (Math.abs(used - statedUnit) > TOLERANCE * used) {
      doubts.add(
          "%s %s is used, although %s states another unit, of %.6g in cgs%s"
              .formatted(
                  stated.quantity.option(),
                  unit.text(),
                  file,
                  stated.cgs,
                  stated.perHubble ? " over h" : ""));
    }
    return used;
  }

  /**
   * Converts a unit in cgs to a unit with or without the factor 1/h.
   *
   * @param isPerHubble whether the unit carries the factor
   * @param toPerHubble whether the result carries the factor
   */
  private double perHubble(
      double cgs,
      boolean isPerHubble,
      boolean toPerHubble,
      double hubble,
      UnitValue.Quantity quantity) {
    if (isPerHubble == toPerHubble || Double.isNaN(cgs)) {
      return cgs;
    }
    if (!(hubble > 0)) {
      throw new SnapshotException(
          "the units of lengths and masses in %s differ in h, which it does not state: give --hubble, or %s as the other has it"
              .formatted(file, quantity.option()));
    }
    return toPerHubble ? cgs * hubble : cgs / hubble;
  }
}
