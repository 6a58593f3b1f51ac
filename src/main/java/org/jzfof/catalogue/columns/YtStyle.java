package org.jzfof.catalogue.columns;

import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.Units;

/**
 * The style of yt's halo catalogues: physical (not comoving) values in cgs, one number per row. On
 * a light cone, whose header has redshift 0, lengths are comoving.
 *
 * @param units units of the snapshot without h
 */
public record YtStyle(PhysicalUnits units, SnapshotHeader snapshot) implements ColumnStyle {
  @Override
  public Layout layout() {
    return Layout.YT;
  }

  @Override
  public ColumnWords words(CatalogueRows rows) {
    String frame = rows.info().lightcone().isPresent() ? "comoving" : "physical";
    return new ColumnWords(
        rows, "particle_position_x, _y, _z", frame, units.toCgs(snapshot).length());
  }

  @Override
  public double factor(CatalogueColumn column, double scaleFactor) {
    double comoving = units.toCgs(snapshot).length();
    double radius =
        column.owner() == Owner.SUBHALO ? units.perHubble() * units.lengthCm() : comoving;
    return switch (column.dimension()) {
      case NUMBER, ANGLE -> 1;
      case MASS -> units.toCgs(snapshot).mass();
      case POSITION, COMOVING_LENGTH -> comoving;
      case PHYSICAL_LENGTH -> radius;
      case VELOCITY -> units.velocityCmPerS();
      case SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> units.toCgs(snapshot).velocity();
      case LENGTH_VELOCITY ->
          radius * units.velocityCmPerS() * (Double.isNaN(scaleFactor) ? 1 : scaleFactor);
      case MASS_RATE -> snapshot.solarMassesPerYear() * Units.SOLAR_MASS_PER_YEAR;
    };
  }

  @Override
  public Hdf5Type integers(ColumnType type, CatalogueShare share) {
    return type.wide();
  }

  @Override
  public boolean isDouble() {
    return true;
  }

  @Override
  public GroupField.Label label(CatalogueColumn column, String description, String crossing) {
    return (out, path) -> {
      out.attribute(path, "units", unit(column.dimension()));
      if (!description.isEmpty()) {
        out.variableText(path, "description", description);
      }
      if (column.limit() != null) {
        out.variableText(path, "definition", ColumnWords.definition(column.limit()));
        out.variableText(path, "crossing", crossing);
      }
    };
  }

  private static String unit(Dimension dimension) {
    return switch (dimension) {
      case NUMBER -> "";
      case ANGLE -> "degree";
      case MASS -> "g";
      case POSITION, COMOVING_LENGTH, PHYSICAL_LENGTH -> "cm";
      case VELOCITY, SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> "cm/s";
      case LENGTH_VELOCITY -> "cm**2/s";
      case MASS_RATE -> "g/s";
    };
  }
}
