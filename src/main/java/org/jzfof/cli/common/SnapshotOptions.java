package org.jzfof.cli.common;

import java.util.Optional;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.HeaderChoice.UnitValue;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that supplement or replace statements in the header of a snapshot. */
@Heading(Heading.SNAPSHOT)
public final class SnapshotOptions {
  @Mixin private HeaderOptions trust = new HeaderOptions();

  @Option(
      names = "--unit-length",
      paramLabel = "UNIT",
      description =
          "Unit of comoving lengths if the snapshot does not state it or is wrong, such as kpc/h.")
  private String length;

  @Option(
      names = "--unit-mass",
      paramLabel = "UNIT",
      description = "The same of masses, such as '1e10 Msun/h'.")
  private String mass;

  @Option(
      names = "--unit-velocity",
      paramLabel = "UNIT",
      description = "The same of velocities, such as km/s.")
  private String velocity;

  @Option(
      names = "--omega-m",
      paramLabel = "X",
      description = "Density of matter today (Omega0) if the snapshot does not state it.")
  private Double omegaMatter;

  @Option(
      names = "--omega-lambda",
      paramLabel = "X",
      description = "Density of dark energy today if the snapshot does not state it.")
  private Double omegaLambda;

  @Option(
      names = "--hubble",
      paramLabel = "H",
      description = "Hubble parameter h if the snapshot does not state it, such as 0.7.")
  private Double hubble;

  @Option(
      names = "--particle-mass",
      paramLabel = "M",
      description =
          "Mass of each particle of the types without masses in the files, in their unit of mass.")
  private Double particleMass;

  /** Returns the choices of the user. */
  public HeaderChoice headerChoice() {
    return new HeaderChoice(
        trust.trust(),
        unit(UnitValue.Quantity.LENGTH, length),
        unit(UnitValue.Quantity.MASS, mass),
        unit(UnitValue.Quantity.VELOCITY, velocity),
        Optional.ofNullable(omegaMatter),
        Optional.ofNullable(omegaLambda),
        Optional.ofNullable(hubble),
        Optional.ofNullable(particleMass),
        Optional.empty());
  }

  private static Optional<UnitValue> unit(UnitValue.Quantity quantity, String text) {
    return Optional.ofNullable(text).map(given -> UnitValue.of(quantity, given));
  }
}
