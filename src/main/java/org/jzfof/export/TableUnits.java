package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.columns.Dimension;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * The units of columns in the notation of VOUnits, which astropy reads in all formats. A factor 1/h
 * is {@code 1/littleh}, as in astropy: with {@code /h} a mass would be one per hour.
 *
 * @param units units of the catalogue; NaN for those that it does not state
 * @param comoving whether the catalogue is of a run with expansion
 * @param timed whether all groups are of one time, by whose scale factor velocities of groups are
 *     multiplied; not on a light cone
 */
record TableUnits(Units units, boolean comoving, boolean timed) {
  static TableUnits of(StoredCatalogue catalogue) {
    return new TableUnits(
        catalogue.units(),
        TableHeader.isComoving(catalogue),
        !CatalogueCheck.isOfLightcone(catalogue));
  }

  private static final String HUBBLE = "littleh";
  private static final String UNKNOWN = "unit of the snapshot";

  /** A unit as a product over another one. */
  private record Ratio(List<String> above, List<String> below) {
    static Ratio of(String above, String... below) {
      return new Ratio(List.of(above), List.of(below));
    }

    Ratio times(Ratio other) {
      List<String> top = new ArrayList<>(above);
      top.addAll(other.above);
      List<String> bottom = new ArrayList<>(below);
      bottom.addAll(other.below);
      return new Ratio(top, bottom);
    }

    String text() {
      String top = String.join(".", above);
      String bottom = String.join(".", below);
      return below.isEmpty() ? top : top + "/" + (below.size() > 1 ? "(" + bottom + ")" : bottom);
    }
  }

  /** Returns the unit of a quantity; empty for pure numbers, and if it is not known. */
  String unit(Dimension dimension) {
    return switch (dimension) {
      case NUMBER -> "";
      case ANGLE -> "deg";
      case MASS -> text(mass());
      case POSITION, COMOVING_LENGTH, PHYSICAL_LENGTH -> text(length());
      case VELOCITY, SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> text(velocity());
      case LENGTH_VELOCITY -> text(length().times(velocity()));
      case MASS_RATE -> "solMass/yr";
    };
  }

  /** Returns the unit of comoving lengths. */
  String ofLengths() {
    return text(length());
  }

  private static String text(Ratio unit) {
    return unit.above.contains(UNKNOWN) ? "" : unit.text();
  }

  private Ratio length() {
    return ratio(UnitLabels.length(units));
  }

  private Ratio mass() {
    return ratio(UnitLabels.mass(units));
  }

  private Ratio velocity() {
    return ratio(UnitLabels.velocity(units));
  }

  /** Returns the unit of a label such as "1e10 Msun/h". */
  private static Ratio ratio(String label) {
    String plain =
        label.replace("1e10 ", "10**10.").replace("Msun", "solMass").replaceAll("[()]", "");
    int slash = plain.indexOf('/');
    if (slash < 0) {
      return Ratio.of(plain);
    }
    String below = plain.substring(slash + 1);
    return Ratio.of(plain.substring(0, slash), below.equals("h") ? HUBBLE : below);
  }

  /** Returns what the description of a quantity says of its frame; empty if there is none. */
  String frame(Dimension dimension) {
    if (!comoving) {
      return "";
    }
    return switch (dimension) {
      case POSITION, COMOVING_LENGTH -> "comoving";
      case PHYSICAL_LENGTH -> "physical";
      case SNAPSHOT_VELOCITY_TIMES_A -> timed ? "the scale factor times the peculiar velocity" : "";
      case NUMBER, ANGLE, MASS, VELOCITY, SNAPSHOT_VELOCITY, LENGTH_VELOCITY, MASS_RATE -> "";
    };
  }
}
