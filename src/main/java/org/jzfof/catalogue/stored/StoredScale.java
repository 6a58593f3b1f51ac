package org.jzfof.catalogue.stored;

import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jzfof.catalogue.fields.SphereQuantity;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.snapshot.header.UnitChange;

/**
 * How stored numbers become those of Gadget's meaning, in the units that are asked for.
 *
 * @param layout of the file
 * @param properties that it has
 * @param scaleFactor of the time that it is of
 * @param change of units; null where those of the file are to stay
 */
record StoredScale(
    StoredLayout layout,
    StoredProperties properties,
    DoubleSupplier scaleFactor,
    UnitChange change) {
  /** Datasets and parameters that are lengths, masses and velocities. */
  private static final Set<String> LENGTHS =
      Set.of(
          "GroupPos",
          "GroupCM",
          "GroupInertiaRadius",
          "LinkingLength",
          "LinkingLengthFromNumber",
          "LinkingLengthFromMass");

  private static final Set<String> MASSES = Set.of("GroupMass", "GroupMassType");
  private static final Set<String> VELOCITIES = Set.of("GroupVel", "GroupVelDisp");

  /** By which the numbers of a dataset or parameter are multiplied. */
  double factor(String name) {
    return properties
        .find(name)
        .map(property -> toGadget(property.dimension()) * inOtherUnits(property.dimension()))
        .orElseGet(() -> inOtherUnits(dimension(name)));
  }

  private static Dimension dimension(String name) {
    if (LENGTHS.contains(name) || name.startsWith(SphereQuantity.RADIUS.gadgetPrefix())) {
      return Dimension.COMOVING_LENGTH;
    }
    if (MASSES.contains(name) || name.startsWith(SphereQuantity.MASS.gadgetPrefix())) {
      return Dimension.MASS;
    }
    return VELOCITIES.contains(name) ? Dimension.VELOCITY : Dimension.NUMBER;
  }

  /**
   * SWIFT's layout has comoving lengths where Gadget's have physical ones; in yt's, whose unit of
   * comoving lengths is that of physical ones over a, all lengths are physical.
   */
  private double toGadget(Dimension dimension) {
    boolean differs =
        switch (dimension) {
          case PHYSICAL_LENGTH -> layout != StoredLayout.GADGET;
          case LENGTH_VELOCITY -> layout == StoredLayout.YT;
          case NUMBER, MASS, COMOVING_LENGTH, VELOCITY -> false;
        };
    return differs ? scaleFactor.getAsDouble() : 1;
  }

  private double inOtherUnits(Dimension dimension) {
    if (change == null) {
      return 1;
    }
    return switch (dimension) {
      case NUMBER -> 1;
      case MASS -> change.mass();
      case COMOVING_LENGTH, PHYSICAL_LENGTH -> change.length();
      case VELOCITY -> change.velocity();
      case LENGTH_VELOCITY -> change.length() * change.velocity();
    };
  }
}
