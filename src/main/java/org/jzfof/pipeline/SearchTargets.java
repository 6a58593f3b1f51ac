package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jzfof.config.Property;
import org.jzfof.config.RunOptions;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.pipeline.stages.SubhaloTarget;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * Chooses the spheres and subhaloes that a run searches for, according to its options and the
 * contents of its snapshot.
 *
 * @param separation mean separation of the linked particles
 */
record SearchTargets(
    RunOptions options,
    SnapshotParticles input,
    SearchSpace space,
    double separation,
    RunReport report) {

  /**
   * Returns the spheres to measure; null if none are enabled, or if the default ones are
   * impossible.
   */
  SphereSearch spheres() {
    SphereOptions sphereOptions = options.spheres();
    if (!sphereOptions.enabled()) {
      return null;
    }
    if (!sphereOptions.asked()) {
      Optional<String> obstacle = input.sphereObstacle().or(() -> SphereSearch.obstacle(space));
      if (obstacle.isPresent()) {
        report.noSpheres(obstacle.get());
        return null;
      }
    }
    List<String> assumptions = new ArrayList<>();
    SphereSearch search =
        SphereSearch.of(
            sphereOptions.withoutProperties(propertiesWithoutVelocities(), assumptions),
            input.header(),
            space,
            options.groups().particles().types(),
            separation,
            assumptions);
    report.spheres(search, assumptions);
    return search;
  }

  /** Returns the properties that need velocities which the snapshot lacks. */
  private Set<Property> propertiesWithoutVelocities() {
    if (input.allHaveVelocities()) {
      return Set.of();
    }
    return input.hasVelocities()
        ? Set.of(Property.INSIDE)
        : Set.of(Property.INSIDE, Property.DISPERSION, Property.SPIN);
  }

  /**
   * Returns the subhaloes to find; null if they are not enabled.
   *
   * @throws SnapshotException if the snapshot lacks required data
   */
  SubhaloTarget subhaloes() {
    if (!options.subhaloes().wanted()) {
      return null;
    }
    if (!input.hasVelocities()) {
      throw new SnapshotException(
          "--subhaloes needs the velocities of all particles that are linked or attached: this snapshot lacks some; leave --subhaloes out");
    }
    SubhaloTarget target =
        SubhaloTarget.of(
                options.subhaloes(),
                options.spheres(),
                input.header(),
                space,
                options.groups().particles().types()[0],
                separation,
                report.warnings())
            .withThermal(input.factor(ParticleColumn.THERMAL_ENERGIES));
    report.subhaloes(target);
    return target;
  }
}
