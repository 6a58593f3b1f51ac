package org.jzfof.catalogue.columns;

import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.Units;

/**
 * The style of SWIFT's catalogues and of SOAP's: no h in any unit, comoving lengths, physical
 * velocities and products of velocities.
 *
 * @param layout SWIFT, SOAP, or that of light cones
 */
public record SwiftStyle(Layout layout, PhysicalUnits units, SnapshotHeader snapshot)
    implements ColumnStyle {
  @Override
  public ColumnWords words(CatalogueRows rows) {
    String centre = layout == Layout.LIGHTCONE ? "Lightcone/HaloCentre" : "InputHalos/HaloCentre";
    return new ColumnWords(rows, centre, "comoving", units.perHubble());
  }

  @Override
  public double factor(CatalogueColumn column, double ofGroup) {
    double scaleFactor = snapshot.scaleFactorOf(ofGroup);
    double h = units.perHubble();
    boolean isPhysical = column.owner() == Owner.SUBHALO;
    return switch (column.dimension()) {
      case NUMBER, ANGLE, VELOCITY -> 1;
      case MASS, POSITION, COMOVING_LENGTH -> h;
      case PHYSICAL_LENGTH -> isPhysical ? h / scaleFactor : h;
      case LENGTH_VELOCITY -> isPhysical ? h : h * scaleFactor;
      case MASS_RATE ->
          snapshot.solarMassesPerYear()
              * Units.SOLAR_MASS_PER_YEAR
              / SwiftUnit.MASS_RATE.cgs(units);
      case SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> snapshot.velocityToPeculiar();
    };
  }

  @Override
  public Hdf5Type integers(ColumnType type, CatalogueShare share) {
    return type.wide();
  }

  @Override
  public boolean isDouble() {
    return false;
  }

  @Override
  public GroupField.Label label(CatalogueColumn column, String description, String crossing) {
    SwiftUnit unit = unit(column);
    return (out, path) -> {
      unit.writeTo(out, path, description, unit.cgs(units), snapshot.scaleFactor());
      if (column.limit() != null) {
        out.attribute(path, "Definition", ColumnWords.definition(column.limit()));
        out.attribute(path, "Crossing", crossing);
      }
    };
  }

  private static SwiftUnit unit(CatalogueColumn column) {
    return switch (column.dimension()) {
      case NUMBER, ANGLE -> column.type().isReal() ? SwiftUnit.RATIO : SwiftUnit.NUMBER;
      case MASS -> SwiftUnit.MASS;
      case POSITION, COMOVING_LENGTH, PHYSICAL_LENGTH -> SwiftUnit.LENGTH;
      case VELOCITY, SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> SwiftUnit.VELOCITY;
      case LENGTH_VELOCITY -> SwiftUnit.LENGTH_VELOCITY;
      case MASS_RATE -> SwiftUnit.MASS_RATE;
    };
  }
}
