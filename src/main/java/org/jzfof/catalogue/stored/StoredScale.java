package org.jzfof.catalogue.stored;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jzfof.catalogue.fields.SphereQuantity;
import org.jzfof.catalogue.measured.Dimension;
import org.jzfof.catalogue.measured.PropertyColumn;
import org.jzfof.catalogue.stored.StoredColumns.Piece;
import org.jzfof.snapshot.header.UnitChange;

/**
 * How stored numbers become those of Gadget's meaning, in the units that are asked for.
 *
 * @param layout of the file
 * @param properties that it has
 * @param pieces files of it
 * @param scaleFactor of the time that it is of
 * @param change of units; null where those of the file are to stay
 */
record StoredScale(
    StoredLayout layout,
    StoredProperties properties,
    List<Piece> pieces,
    DoubleSupplier scaleFactor,
    UnitChange change) {
  /** Datasets and parameters that are lengths, masses and velocities. */
  private static final Set<String> LENGTHS =
      Set.of(
          "GroupPos",
          "GroupCM",
          "GroupInertiaRadius",
          "SubhaloPos",
          "LinkingLength",
          "LinkingLengthFromNumber",
          "LinkingLengthFromMass");

  private static final Set<String> MASSES = Set.of("GroupMass", "GroupMassType", "SubhaloMass");
  private static final Set<String> VELOCITIES = Set.of("GroupVel", "GroupVelDisp", "SubhaloVmax");

  /** Physical in Gadget's layout. */
  private static final Set<String> RADII = Set.of("SubhaloHalfmassRad", "SubhaloVmaxRad");

  private static final String GROUP = "/Group/";
  private static final String SUBHALO = "/Subhalo/";

  /** By which the numbers of a dataset or parameter are multiplied. */
  double factor(String name) {
    Dimension dimension =
        properties.find(name).map(PropertyColumn::dimension).orElseGet(() -> dimension(name));
    return toGadget(name, dimension) * inOtherUnits(dimension);
  }

  /** Values times a factor, in place. */
  static double[] scaled(double[] values, double factor) {
    if (factor != 1) {
      Arrays.setAll(values, i -> factor * values[i]);
    }
    return values;
  }

  private static Dimension dimension(String name) {
    if (LENGTHS.contains(name) || name.startsWith(SphereQuantity.RADIUS.gadgetPrefix())) {
      return Dimension.COMOVING_LENGTH;
    }
    if (MASSES.contains(name) || name.startsWith(SphereQuantity.MASS.gadgetPrefix())) {
      return Dimension.MASS;
    }
    if (RADII.contains(name)) {
      return Dimension.PHYSICAL_LENGTH;
    }
    return VELOCITIES.contains(name) ? Dimension.VELOCITY : Dimension.NUMBER;
  }

  /**
   * SWIFT's layout has comoving lengths where Gadget's have physical ones, and so has that of
   * IllustrisTNG; in yt's, whose unit of comoving lengths is that of physical ones over a, all
   * lengths are physical.
   */
  private double toGadget(String name, Dimension dimension) {
    boolean differs =
        switch (dimension) {
          case PHYSICAL_LENGTH -> layout != StoredLayout.GADGET || isComoving(name);
          case LENGTH_VELOCITY -> layout == StoredLayout.YT;
          case NUMBER, MASS, COMOVING_LENGTH, VELOCITY -> false;
        };
    return differs ? scaleFactor.getAsDouble() : 1;
  }

  /**
   * Whether a radius in Gadget's layout is comoving: as its unit says, which jzfof writes;
   * otherwise in catalogues of IllustrisTNG, which lack a dataset of Gadget-4's.
   */
  private boolean isComoving(String dataset) {
    boolean ofSubhalo = dataset.startsWith("Subhalo");
    String path = (ofSubhalo ? SUBHALO : GROUP) + dataset;
    return pieces.stream()
        .flatMap(
            piece -> {
              boolean own = StoredCatalogue.isOwn(piece.file());
              Optional<Boolean> stated =
                  StoredCatalogue.reading(
                      piece.file(),
                      f ->
                          f.exists(path)
                              ? Optional.of(
                                  own
                                      ? f.text(path, "units").startsWith("comoving")
                                      : ofSubhalo && !f.exists(SUBHALO + SubhaloLayout.GROUP))
                              : Optional.empty());
              return stated.stream();
            })
        .findFirst()
        .orElse(false);
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
