package org.jzfof.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.massfunction.HaloMassFunction;
import org.jzfof.massfunction.LinearCosmology;
import org.jzfof.massfunction.MassFunctionModel;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.header.Units;

/**
 * Lines of models that are drawn beside the mass function of a catalogue, in the units and at the
 * redshift of the catalogue.
 */
public final class ModelLines {
  /**
   * Overdensity of the spheres of a model if the masses of the catalogue are not masses of spheres.
   */
  public static final Overdensity OF_GROUPS = Overdensity.of("--mass", "200m");

  private static final int POINTS = 200;

  private final PlotRequest request;
  private final PlottedGroups groups;
  private final ModelCosmology cosmology;
  private final Overdensity limit;

  /**
   * A line of a model.
   *
   * @param label entry in the legend
   * @param mass increasing, in the unit of the groups
   * @param density number density of haloes in units of the catalogue, per decade of mass or above
   *     each mass
   */
  record Line(String label, double[] mass, double[] density) {}

  private ModelLines(PlotRequest request, PlottedGroups groups, ModelCosmology cosmology) {
    this.request = request;
    this.groups = groups;
    this.cosmology = cosmology;
    this.limit = request.mass() == null ? OF_GROUPS : request.mass();
  }

  /**
   * Prepares the lines for the cosmology of the catalogue.
   *
   * @throws CatalogueException if neither the catalogue nor its snapshot states the cosmology, or
   *     if the units are unknown
   * @throws org.jzfof.error.UsageException if a model does not cover the requested spheres
   */
  static ModelLines of(PlotRequest request, StoredCatalogue catalogue, PlottedGroups groups) {
    if (request.models().models().isEmpty()) {
      return new ModelLines(request, groups, null);
    }
    if (!(groups.units().lengthCm() > 0 && groups.units().massG() > 0)) {
      throw new CatalogueException(
          "%s does not state its units, which --model needs: leave --model out"
              .formatted(catalogue.files().get(0)));
    }
    ModelCosmology cosmology =
        ModelCosmology.of(
            request.models(),
            catalogue,
            Optional.ofNullable(request.snapshot())
                .map(s -> Snapshot.open(s, request.headers()).header().cosmology()));
    return new ModelLines(request, groups, cosmology);
  }

  /** Warnings for the user. */
  List<String> warnings() {
    return request.models().models().stream()
        .flatMap(model -> model.warning(groups.redshift()).stream())
        .toList();
  }

  /** Description of the cosmology of the lines; empty if there are no lines. */
  Optional<String> caption() {
    return Optional.ofNullable(cosmology).map(ModelCosmology::caption);
  }

  /** Name of the groups in the legend. */
  String groupsLabel() {
    return request.mass() == null ? "friends-of-friends groups" : "spheres of groups, M" + limit;
  }

  /** Returns the lines between two masses. */
  List<Line> between(double low, double high) {
    double[] mass = new double[POINTS];
    Arrays.setAll(mass, i -> low * Math.pow(high / low, i / (POINTS - 1.0)));
    return request.models().models().stream().map(model -> line(model, mass)).toList();
  }

  private Line line(MassFunctionModel model, double... mass) {
    Units units = groups.units();
    LinearCosmology linear = cosmology.linear();
    double perHubble = units.perHubble() ? 1 : linear.background().hubble();
    double length = perHubble * units.lengthCm() / Units.MPC.lengthCm();
    double[] inModel = Arrays.stream(mass).map(m -> perHubble * m).toArray();
    HaloMassFunction f = HaloMassFunction.of(model, limit, linear, groups.redshift());
    double[] density =
        request.cumulative()
            ? f.cumulative(inModel)
            : Arrays.stream(inModel).map(f::differential).toArray();
    return new Line(
        String.format(Locale.ROOT, "%s, M%s", model.paper(), limit),
        mass,
        Arrays.stream(density).map(n -> n * length * length * length).toArray());
  }
}
