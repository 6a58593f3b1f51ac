package org.jzfof.snapshot.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jzfof.snapshot.header.Cosmology;

/**
 * Cosmological parameters with their names in different codes. A name has the same meaning in all
 * codes, except for the density of matter: in SWIFT it excludes massive neutrinos, and {@link
 * #NEUTRINOS} is added to it.
 */
enum CosmologyAttributes {
  MATTER("Omega0", "Omega_m", "Omega_Matter"),
  DARK_ENERGY("OmegaLambda", "Omega_lambda", "Omega_Lambda"),
  BARYONS("OmegaBaryon", "Omega_b", "Omega_Baryon", "OmegaB"),
  HUBBLE("HubbleParam", "h"),
  RADIATION("Omega_r", "Omega_Radiation", "OmegaRadiation", "OmegaR"),
  NEUTRINOS("Omega_nu_0"),
  W0("w_0", "w0", "DE_w0"),
  WA("w_a", "wa", "DE_wa"),
  CURVATURE("Omega_k", "OmegaCurvature");

  /** Pattern of the names of parameters that may change the expansion. */
  private static final Pattern BACKGROUND =
      Pattern.compile(
          "omega.+|w|w_?[0-9a].*|de_.+|dark_?energy.*|m_?nu.*|.*neutrino.*|n_?(ur|ncdm|eff)|cmbtemperature|t_cmb.*",
          Pattern.CASE_INSENSITIVE);

  /**
   * Names of parameters that follow from other parameters of SWIFT and MUSIC. Their effect is part
   * of the Hubble rate and the critical density that SWIFT states.
   */
  private static final Set<String> DERIVED =
      Set.of(
          "Omega_nu",
          "Omega_ur",
          "Omega_cdm",
          "Omega_g",
          "w",
          "N_ur",
          "N_eff",
          "M_nu_eV",
          "T_CMB_0 [internal units]",
          "T_CMB_0 [K]");

  private static final double TOLERANCE = 1e-3;

  private final List<String> names;

  CosmologyAttributes(String... names) {
    this.names = List.of(names);
  }

  /** Reads the parameter from the first group that has it; NaN if no group has it. */
  double in(SnapshotFile f, List<String> groups) {
    return f.number(groups, names.toArray(String[]::new));
  }

  private double in(SnapshotFile f, List<String> groups, double otherwise) {
    double value = in(f, groups);
    return Double.isNaN(value) ? otherwise : value;
  }

  /**
   * Reads all parameters.
   *
   * @param all groups that may hold the attributes, in order of precedence
   */
  static Cosmology read(SnapshotFile f, List<String> all) {
    List<String> groups =
        all.stream().filter(f::exists).toList(); // saves look-ups in absent groups
    double neutrinos = NEUTRINOS.in(f, groups, 0);
    double matter = MATTER.in(f, groups);
    if (Double.isNaN(matter)) { // MUSIC states the densities of cold dark matter and baryons
      matter = f.number(groups, "Omega_cdm") + BARYONS.in(f, groups);
    }
    return new Cosmology(
        matter + neutrinos,
        DARK_ENERGY.in(f, groups),
        BARYONS.in(f, groups),
        HUBBLE.in(f, groups),
        new Cosmology.Additions(
            neutrinos, RADIATION.in(f, groups, 0), W0.in(f, groups, -1), WA.in(f, groups, 0)));
  }

  /** Warnings about unknown parameters that may change the expansion. */
  static List<String> doubts(SnapshotFile f, List<String> groups, Cosmology cosmology) {
    List<String> unknown = new ArrayList<>();
    for (String group : groups) {
      for (String name : f.attributeNames(group)) {
        if (BACKGROUND.matcher(name).matches() && !isUnderstood(name)) {
          double value = f.numberOrNaN(group, name);
          if (value != 0 && value != -1) { // texts count; values of 0 and -1 change nothing
            unknown.add("%s = %s".formatted(name, Double.isNaN(value) ? "some text" : value));
          }
        }
      }
    }
    List<String> doubts = new ArrayList<>();
    if (!unknown.isEmpty()) {
      doubts.add(
          "%s states %s, of which the expansion may depend, and jzfof does not know how: densities are those of Omega0, OmegaLambda and h"
              .formatted(f.path(), String.join(", ", unknown.stream().distinct().toList())));
    }
    double curvature = CURVATURE.in(f, groups);
    if (Math.abs(curvature - cosmology.omegaCurvature()) > TOLERANCE) {
      doubts.add(
          "%s states a curvature of %s, and its other densities leave %.6g: that is used"
              .formatted(f.path(), curvature, cosmology.omegaCurvature()));
    }
    return doubts;
  }

  private static boolean isUnderstood(String name) {
    if (DERIVED.contains(name)) {
      return true;
    }
    for (CosmologyAttributes attribute : values()) {
      if (attribute.names.contains(name)) {
        return true;
      }
    }
    return false;
  }
}
