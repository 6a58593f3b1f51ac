package org.jzfof.snapshot.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jzfof.domain.Box;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The ratio of the mass of all particles in a periodic box to the mass of the box at the mean
 * density of matter. The ratio is 1 if units, cosmology and masses are interpreted correctly.
 */
public record BoxMass(Snapshot snapshot, Box box) {
  private static final double TOLERANCE = 0.03;

  /** Maximum relative difference between a ratio and a number that explains it. */
  private static final double NEAR = 0.01;

  private static final int[] BARYONS = {0, 4, 5};

  /**
   * An explanation of a ratio other than 1.
   *
   * @param ratio ratio that the cause produces
   * @param name ratio in words, for messages
   */
  private record Explanation(double ratio, String name, String cause) {}

  /** The mass of the box at the mean density of matter; NaN if unknown, and for an open box. */
  public double expected() {
    SnapshotHeader header = snapshot.header();
    if (!box.periodic() || header.expansion().obstacle().isPresent()) {
      return Double.NaN;
    }
    double volume = 1;
    for (double side : box.size()) {
      volume *= side;
    }
    double mass = header.expansion().meanDensity() * volume;
    return mass > 0 && mass < Double.POSITIVE_INFINITY ? mass : Double.NaN;
  }

  /**
   * The expected share of all matter in the types that were read: 1, or less without baryons; NaN
   * if unknown.
   *
   * @param read flags by type: whether the masses of the type are known
   */
  public double share(boolean[] read) {
    Cosmology cosmology = snapshot.header().cosmology();
    long[] counts = snapshot.header().counts();
    boolean dark = true;
    boolean baryons = true;
    for (int type = 0; type < counts.length; type++) {
      if (counts[type] > 0 && !read[type] && snapshot.has(ParticleColumn.COORDINATES, type)) {
        if (isBaryon(type)) {
          baryons = false;
        } else {
          dark = false;
        }
      }
    }
    double withoutBaryons = 1 - cosmology.omegaBaryon() / cosmology.omegaMatter();
    boolean baryonsRead = baryons;
    for (int type : BARYONS) {
      baryonsRead |= type < counts.length && counts[type] > 0 && read[type];
    }
    boolean known = dark && (baryons || !baryonsRead && cosmology.omegaBaryon() > 0);
    return !known ? Double.NaN : baryons ? 1 : withoutBaryons;
  }

  private static boolean isBaryon(int type) {
    for (int baryon : BARYONS) {
      if (type == baryon) {
        return true;
      }
    }
    return false;
  }

  /** A warning about a ratio far from 1; empty for a ratio near 1 and for NaN. */
  public Optional<String> warning(double ratio) {
    Cosmology cosmology = snapshot.header().cosmology();
    double neutrinos = cosmology.additions().neutrinos() / cosmology.omegaMatter();
    if (!(Math.abs(ratio - 1) > TOLERANCE)
        || isNear(ratio, 1 - neutrinos)) { // neutrinos need not be particles
      return Optional.empty();
    }
    for (int type = 0; type < snapshot.header().types(); type++) {
      boolean present = snapshot.header().counts()[type] > 0;
      if (present && snapshot.notes().isSampled() && isNear(ratio, fraction(type))) {
        return Optional.empty(); // another note reports the sample
      }
    }
    return Optional.of(
        "the mass of all particles is %s times that of the box at the mean density of matter, Omega0 = %s: %s"
            .formatted(
                String.format(Locale.ROOT, "%.4g", ratio),
                cosmology.omegaMatter(),
                explanations().stream()
                    .filter(e -> isNear(ratio, e.ratio))
                    .findFirst()
                    .map(e -> "that is %s, as if %s".formatted(e.name, e.cause))
                    .orElse(
                        "are units, h and Omega0 right, and all particles there? Masses in spheres and linking lengths by mass depend on it")));
  }

  private double fraction(int type) {
    double[] sampled = snapshot.notes().sampled();
    return type < sampled.length ? sampled[type] : Double.NaN;
  }

  private static boolean isNear(double ratio, double expected) {
    return Math.abs(ratio / expected - 1) < NEAR;
  }

  /** All explanations by decreasing likelihood: powers of h precede products with powers of ten. */
  private List<Explanation> explanations() {
    Cosmology cosmology = snapshot.header().cosmology();
    List<Explanation> all = new ArrayList<>();
    addPowers(all, 1, "", "");
    double baryons = cosmology.omegaBaryon() / cosmology.omegaMatter();
    all.add(
        new Explanation(
            1 - baryons, "1 - Omega_b/Omega0", "the particles of baryons were missing"));
    all.add(new Explanation(baryons, "Omega_b/Omega0", "all but baryons were missing"));
    addPowers(all, 1e9, "1e9", "lengths were in Mpc, not kpc");
    addPowers(all, 1e-9, "1e-9", "lengths were in kpc, not Mpc");
    addPowers(all, 1e10, "1e10", "masses were in Msun, not 1e10 Msun");
    addPowers(all, 1e-10, "1e-10", "masses were in 1e10 Msun, not Msun");
    addPowers(all, 1e3, "1000", "masses were in another unit");
    addPowers(all, 1e-3, "0.001", "masses were in another unit");
    return all;
  }

  /**
   * Adds a number, alone and times powers of h: units of lengths and masses may have wrong powers.
   */
  private void addPowers(List<Explanation> all, double number, String name, String cause) {
    double h = snapshot.header().cosmology().hubble();
    String ofHubble = "lengths or masses had another power of h = " + h;
    if (number != 1) {
      all.add(new Explanation(number, name, cause));
    }
    if (Math.abs(h - 1) <= TOLERANCE) {
      return;
    }
    for (int power : new int[] {1, 2, 3, -1, -2, -3}) {
      String ofPower =
          (power < 0 ? "1/h" : "h") + (Math.abs(power) == 1 ? "" : "^" + Math.abs(power));
      all.add(
          new Explanation(
              number * Math.pow(h, power),
              name.isEmpty() ? ofPower : name + " " + ofPower,
              cause.isEmpty() ? ofHubble : cause + ", and " + ofHubble));
    }
  }
}
