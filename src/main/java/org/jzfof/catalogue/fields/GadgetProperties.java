package org.jzfof.catalogue.fields;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.catalogue.measured.MeasuredProperties;
import org.jzfof.catalogue.measured.MeasuredProperty;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The datasets of /Group about properties, named as those of Gadget-4's subhaloes: GroupVmax,
 * GroupVmaxRad. As there, their lengths are physical, but that of the offset; IllustrisTNG has all
 * of them comoving.
 */
public final class GadgetProperties {
  private final SnapshotHeader header;
  private final UnitChange change;
  private final boolean tng;

  private GadgetProperties(SnapshotHeader header, UnitChange change, boolean tng) {
    this.header = header;
    this.change = change;
    this.tng = tng;
  }

  /**
   * A dataset of /Group.
   *
   * @param name of it
   * @param width numbers per group
   * @param scaling their unit
   * @param description what they are
   * @param values the numbers, group by group
   */
  public record Column(
      String name, int width, Scaling scaling, String description, IntToDoubleFunction values) {}

  /**
   * All that were measured, with the values of this rank; parameters as of {@link GadgetFields}.
   */
  static List<GroupField> of(
      CatalogueInfo info, GroupCatalogue groups, UnitChange change, boolean tng) {
    GadgetProperties layout = new GadgetProperties(info.snapshot().in(change), change, tng);
    String centre = GadgetFields.centre(groups);
    return MeasuredProperties.of(groups, centre, layout.header.counts()).stream()
        .map(property -> layout.column(property, groups.spheres(), centre))
        .map(
            column ->
                GadgetFields.real(
                    groups,
                    column.name,
                    column.width,
                    column.scaling,
                    column.description,
                    column.values))
        .toList();
  }

  /**
   * Those of spheres around centres of any groups, in units of the snapshot.
   *
   * @param centre what the centres are called
   */
  public static List<Column> ofSpheres(
      SnapshotHeader snapshot, GroupSpheres spheres, GroupProperties properties, String centre) {
    GadgetProperties layout =
        new GadgetProperties(snapshot, UnitChange.none(snapshot.units()), false);
    return MeasuredProperties.ofSpheres(spheres, properties, snapshot.counts()).stream()
        .map(property -> layout.column(property, spheres, centre))
        .toList();
  }

  private Column column(MeasuredProperty property, GroupSpheres spheres, String centre) {
    Dimension stated = property.column().dimension();
    Dimension dimension =
        tng && stated == Dimension.PHYSICAL_LENGTH ? Dimension.COMOVING_LENGTH : stated;
    double factor = factor(dimension);
    return new Column(
        property.column().gadget(),
        property.column().width(),
        scaling(dimension),
        SphereFields.about(spheres, property, centre).description(),
        i -> factor * property.values().applyAsDouble(i));
  }

  private double factor(Dimension dimension) {
    double physicalLength = header.scaleFactor() * change.length();
    return switch (dimension) {
      case NUMBER -> 1;
      case MASS -> change.mass();
      case COMOVING_LENGTH -> change.length();
      case PHYSICAL_LENGTH -> physicalLength;
      case VELOCITY -> change.velocity();
      case LENGTH_VELOCITY -> physicalLength * change.velocity();
    };
  }

  private Scaling scaling(Dimension dimension) {
    Units units = header.units();
    String physical = "physical " + UnitLabels.length(units);
    double h = units.perHubble() ? -1 : 0;
    double cm = units.lengthCm();
    return switch (dimension) {
      case NUMBER -> Scaling.NUMBER;
      case MASS -> Scaling.mass(units);
      case COMOVING_LENGTH -> Scaling.length(header);
      case PHYSICAL_LENGTH -> new Scaling(physical, 0, h, 1, 0, 0, cm);
      case VELOCITY -> Scaling.peculiarVelocity(units);
      case LENGTH_VELOCITY -> {
        String name = physical + " " + UnitLabels.velocity(units);
        yield new Scaling(name, 0, h, 1, 0, 1, cm * units.velocityCmPerS());
      }
    };
  }
}
