package org.jzfof.catalogue.columns;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.config.Overdensity;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The words in braces in the descriptions of columns.
 *
 * @param centre name of the centre of the spheres in the layout
 * @param frame frame of radii in the layout: comoving or physical
 * @param length factor from length units of the snapshot to those of the layout
 */
public record ColumnWords(CatalogueRows rows, String centre, String frame, double length) {
  private static final Pattern WORD = Pattern.compile("\\{([^}]*)}");
  private static final String DEEPEST =
      "the member that is deepest in the potential of all members";

  /** Returns a description with its words filled in. */
  String fill(String description, CatalogueColumn column) {
    return WORD.matcher(description)
        .replaceAll(match -> Matcher.quoteReplacement(word(match.group(1), column)));
  }

  /** Returns the definition of a sphere of a mean density. */
  static String definition(Overdensity limit) {
    return "mean density of " + limit.description();
  }

  /** Returns the choice of the radius if several match. */
  String crossing() {
    return spheres().options().crossing().name().toLowerCase(Locale.ROOT);
  }

  private String word(String word, CatalogueColumn column) {
    Overdensity limit = column.limit();
    return switch (word) {
      case "aperture" -> column.aperture().toString();
      case "centre" -> centre;
      case "frame" -> frame;
      case "softening" ->
          String.format(
              Locale.ROOT,
              "%.6g%s",
              length * rows.groups().subhaloes().options().softening(),
              rows.ofLightcone() ? " (today)" : "");
      case "particles" -> spheres().options().particles();
      case "density" -> limit.description();
      case "inside, 0" -> inside(limit, "0");
      case "inside, NaN" -> inside(limit, "NaN");
      case "wrapped" -> wrapped();
      case "position" -> position();
      case "deepest" -> deepest("the centre of mass");
      case "deepest or mass" ->
          deepest(rows.haveSubhaloes() ? "the centre of mass" : "centre of mass");
      case "no velocities" ->
          rows.info().velocities() ? "" : "0: the snapshot lacks velocities; not the ";
      case "times a" ->
          snapshot().comoving() && !rows.ofLightcone()
              ? " as Gadget-4 writes it: a times the peculiar velocity; divide by GroupAscale for the"
                  + " peculiar velocity"
              : "";
      case "scale factor" ->
          rows.ofLightcone()
              ? "mass-weighted mean of the scale factors of the members"
              : snapshot().comoving() ? "scale factor a" : "1: a run without expansion";
      case "nside" -> String.valueOf(rows.info().lightcone().get().nside());
      case "first subhalo" ->
          rows.haveSubhaloes()
              ? "number of the first subhalo; -1 where there is none"
              : "first subhalo; -1, as there are none";
      default -> throw new IllegalStateException("no word for {" + word + "}");
    };
  }

  private SnapshotHeader snapshot() {
    return rows.info().snapshot();
  }

  private GroupSpheres spheres() {
    return rows.groups().spheres();
  }

  /**
   * @param none text for the absence of a sphere
   */
  private String inside(Overdensity limit, String none) {
    return "inside the sphere around %s with a %s (%s crossing; %s if there is none)"
        .formatted(centre, definition(limit), crossing(), none);
  }

  private String wrapped() {
    return rows.info().periodic() ? ", with periodic distances, wrapped into the box" : "";
  }

  private String position() {
    String ofSpheres = ofSpheres("centre of mass" + wrapped());
    return rows.haveSubhaloes()
        ? "SubhaloPos of the first subhalo; where there is none: " + ofSpheres
        : ofSpheres;
  }

  private String deepest(String ofMass) {
    return (rows.haveSubhaloes() ? "that of the first subhalo; where there is none " : "")
        + ofSpheres(ofMass);
  }

  private String ofSpheres(String ofMass) {
    if (!spheres().centredOnMembers()) {
      return ofMass;
    }
    return switch (spheres().options().centre()) {
      case POTENTIAL -> DEEPEST;
      case DENSITY ->
          "the linked member with the nearest 32nd neighbour, itself not counted, among all linked"
              + " particles";
      case COM -> throw new IllegalStateException("centres of mass are no members");
    };
  }
}
