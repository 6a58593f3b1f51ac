package org.jzfof.catalogue.columns;

import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The style of Gadget-4's catalogues, and of those of IllustrisTNG, in which radii are comoving and
 * there are always six particle types. Real numbers are float32 as in these catalogues.
 */
public final class GadgetStyle implements ColumnStyle {
  /** Number of particle types of IllustrisTNG. */
  public static final int TNG_TYPES = 6;

  private final boolean tng;
  private final SnapshotHeader header;
  private final UnitChange change;
  private final Box box; // null without positions
  private final boolean ofAnyCentres;

  private GadgetStyle(
      boolean tng, SnapshotHeader header, UnitChange change, Box box, boolean ofAnyCentres) {
    this.tng = tng;
    this.header = header;
    this.change = change;
    this.box = box;
    this.ofAnyCentres = ofAnyCentres;
  }

  /**
   * Returns the style of a catalogue.
   *
   * @param info description of the run, in units of the snapshot
   * @param change change to the units of the datasets
   */
  public static GadgetStyle of(boolean tng, CatalogueInfo info, UnitChange change) {
    Box box = info.box().times(change.length());
    return new GadgetStyle(tng, info.snapshot().in(change), change, box, false);
  }

  /**
   * Returns the style of spheres around arbitrary centres, which are called GroupPos, with float64
   * only.
   */
  public static GadgetStyle ofSpheres(SnapshotHeader snapshot) {
    return new GadgetStyle(false, snapshot, UnitChange.none(snapshot.units()), null, true);
  }

  @Override
  public Layout layout() {
    return tng ? Layout.TNG : Layout.GADGET;
  }

  @Override
  public ColumnWords words(CatalogueRows rows) {
    boolean named = ofAnyCentres || rows.groups().spheres().centredOnMembers();
    String centre = named ? "GroupPos" : "the centre of mass";
    return new ColumnWords(rows, centre, tng ? "comoving" : "physical", change.length());
  }

  @Override
  public double factor(CatalogueColumn column, double scaleFactor) {
    double a = header.scaleFactorOf(scaleFactor);
    boolean isPhysical = column.owner() == Owner.SUBHALO;
    double physical = isPhysical ? change.length() : a * change.length();
    double toPeculiar = change.velocity() * header.velocityToPeculiar();
    return switch (column.dimension()) {
      case NUMBER, ANGLE -> 1;
      case MASS -> change.mass();
      case POSITION, COMOVING_LENGTH -> change.length();
      case PHYSICAL_LENGTH -> !tng ? physical : isPhysical ? change.length() / a : change.length();
      case VELOCITY -> change.velocity();
      case SNAPSHOT_VELOCITY -> toPeculiar;
      case SNAPSHOT_VELOCITY_TIMES_A -> header.scaleFactor() * toPeculiar; // 1 on a light cone
      case LENGTH_VELOCITY -> physical * change.velocity();
      case MASS_RATE -> header.solarMassesPerYear();
    };
  }

  @Override
  public Hdf5Type integers(ColumnType type, CatalogueShare share) {
    return type.narrow(share);
  }

  @Override
  public boolean isDouble() {
    return ofAnyCentres;
  }

  /**
   * Moves a coordinate that float32 would round up to the end of a periodic side, or beyond it, to
   * the start of the side.
   */
  @Override
  public IntToDoubleFunction positions(IntToDoubleFunction coordinates) {
    return i -> {
      double x = coordinates.applyAsDouble(i);
      double side = box.size()[i % 3];
      return box.periodic() && side > 0 && x <= side && (float) x >= side ? 0 : x;
    };
  }

  @Override
  public int types(int ofSnapshot) {
    return tng ? TNG_TYPES : ofSnapshot;
  }

  @Override
  public GroupField.Label label(CatalogueColumn column, String description, String crossing) {
    Scaling scaling = scaling(column.dimension());
    return (out, path) -> scaling.writeTo(out, path, description);
  }

  /** Returns the unit of a column. */
  private Scaling scaling(Dimension dimension) {
    Units units = header.units();
    String physical = "physical " + UnitLabels.length(units);
    String velocity = UnitLabels.velocity(units);
    double h = units.perHubble() ? -1 : 0;
    double cm = units.lengthCm();
    return switch (dimension) {
      case NUMBER -> Scaling.NUMBER;
      case ANGLE -> Scaling.DEGREES;
      case MASS -> Scaling.mass(units);
      case POSITION, COMOVING_LENGTH -> Scaling.length(header);
      case PHYSICAL_LENGTH ->
          tng ? Scaling.length(header) : new Scaling(physical, 0, h, 1, 0, 0, cm);
      case VELOCITY, SNAPSHOT_VELOCITY -> Scaling.peculiarVelocity(units);
      case SNAPSHOT_VELOCITY_TIMES_A ->
          header.comoving() && header.epoch().timed()
              ? new Scaling("a " + velocity, -1, 0, 0, 0, 1, units.velocityCmPerS())
              : Scaling.peculiarVelocity(units);
      case LENGTH_VELOCITY ->
          new Scaling(physical + " " + velocity, 0, h, 1, 0, 1, cm * units.velocityCmPerS());
      case MASS_RATE -> new Scaling("Msun/yr", 0, 0, 0, 0, 0, Units.SOLAR_MASS_PER_YEAR);
    };
  }
}
