package org.jzfof.cli.common;

import java.util.List;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.Centre;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import picocli.CommandLine.Option;

/** Options that select the spheres around the groups of a run. */
@Heading(Heading.SPHERES)
public final class SphereChoice {
  @Option(
      names = "--so",
      paramLabel = "LIST",
      split = ",",
      description =
          "Masses and radii of spheres around the groups with these mean densities: multiples of the"
              + " critical density (200c, 500c), of the mean density (200m), vir (Bryan and Norman"
              + " 1998), or none (default: 200c,500c,200m,vir if the snapshot states its cosmology and"
              + " units).")
  private List<String> limits;

  @Option(
      names = "--so-crossing",
      paramLabel = "RULE",
      defaultValue = "last",
      description =
          "Which radius to take if the density crosses a limit more than once: last, first, gadget (the one that Gadget-4 finds) or soap (as SOAP, with the mass interpolated between two particles) (default: ${DEFAULT-VALUE}).")
  private Crossing crossing;

  @Option(
      names = "--so-flags",
      description =
          "Also write Group_MultipleCrossings_Crit200 and so on: 1 where the first and the last"
              + " crossing differ.")
  private boolean flags;

  @Option(
      names = "--so-types",
      paramLabel = "T",
      split = ",",
      description =
          "Particle types that count in the spheres, such as 1 or 0,1,4,5 (default: all).")
  private int[] types;

  @Option(
      names = "--centre",
      paramLabel = "WHAT",
      defaultValue = "potential",
      description =
          "Centre of the spheres: potential for the member deepest in the potential, density for the linked member whose 32nd neighbour among the linked particles is nearest, or com for the centre of mass; GroupPos is this centre (default: ${DEFAULT-VALUE}).")
  private Centre centre;

  @Option(
      names = "--softening",
      paramLabel = "E",
      description =
          "Plummer-equivalent softening length for --centre potential, in the length unit of the"
              + " snapshot (default: that of the snapshot).")
  private double softening = Double.NaN;

  @Option(
      names = "--properties",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "basic",
      description =
          "Properties of the groups, measured about these centres: vmax, halfmass, dispersion, spin,"
              + " offset, types (mass of each type inside the spheres), inside (dispersion and spin inside the spheres), concentration, shape, contamination (dark matter inside the spheres of types that are not linked) and sfr (star formation rate of the gas of groups and subhaloes); basic for the first six, all, or none"
              + " (default: ${DEFAULT-VALUE}).")
  private List<String> properties;

  /** Returns the choices of the user. */
  public SphereOptions sphereOptions() {
    boolean explicit = limits != null;
    List<Overdensity> overdensities =
        explicit ? SphereOptions.limits(limits) : SphereOptions.DEFAULT_LIMITS;
    return new SphereOptions(
        overdensities,
        crossing,
        centre,
        explicit,
        softening,
        flags,
        types,
        Property.of(properties));
  }
}
