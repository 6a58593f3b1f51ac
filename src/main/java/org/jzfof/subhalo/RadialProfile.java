package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.spheres.properties.HalfMass;

/** Mass within distances from the centre of a set. All sums go outwards, from part to part. */
final class RadialProfile {
  /** Innermost members that tell no circular velocity. */
  private static final int INNERMOST = 6;

  // What is known of the members so far, behind which there is the mass of all and of each type.
  private static final int COUNT = 0;
  private static final int PEAK = 1;
  private static final int PEAK_RADIUS = 2;
  private static final int FARTHEST = 3;
  private static final int MASS = 4;

  // On the way to half of a mass: what is within, the distance of the last member, the next smaller
  // one, and where the half is.
  private static final int LAST = 1;
  private static final int INNER = 2;
  private static final int HALF = 3;
  private static final int WAY = 4;

  private final RadialOrder outward;
  private final SetReduction parts;
  private final int types;
  private final boolean oneMass;
  private final double[] found;
  private final double[] way;

  /**
   * @param outward the part here of the members
   * @param types number of particle types
   * @param oneMass as of {@link SubhaloPhysics}
   */
  RadialProfile(RadialOrder outward, int types, SetReduction parts, boolean oneMass) {
    this.outward = outward;
    this.parts = parts;
    this.types = types;
    this.oneMass = oneMass;
    this.found = parts.inTurn(new double[MASS + 1 + types], state -> sumUp(outward, state));
    double[] start = new double[WAY * (1 + types)];
    for (int k = 0; k < start.length; k += WAY) {
      start[k + LAST] = -1;
      start[k + INNER] = -1;
      start[k + HALF] = -1;
    }
    this.way =
        parts.inTurn(
            start,
            state -> {
              for (int n = 0; n < outward.mass().length; n++) {
                goOn(state, 0, outward, n);
                goOn(state, 1 + outward.type()[n], outward, n);
              }
            });
  }

  /** Of equal peaks it has the outer one. */
  private static void sumUp(RadialOrder outward, double[] state) {
    double[] radius = outward.radius();
    double[] mass = outward.mass();
    for (int n = 0; n < radius.length; n++) {
      state[MASS] += mass[n];
      state[MASS + 1 + outward.type()[n]] += mass[n];
      if (state[COUNT] >= INNERMOST && radius[n] > 0 && state[MASS] / radius[n] >= state[PEAK]) {
        state[PEAK] = state[MASS] / radius[n];
        state[PEAK_RADIUS] = radius[n];
      }
      state[COUNT]++;
      state[FARTHEST] = radius[n];
    }
  }

  private void goOn(double[] state, int mass, RadialOrder outward, int n) {
    int at = WAY * mass;
    if (state[at + HALF] >= 0) {
      return;
    }
    double radius = outward.radius()[n];
    if (radius > state[at + LAST]) {
      state[at + INNER] = state[at + LAST];
      state[at + LAST] = radius;
    }
    state[at] += outward.mass()[n];
    if (state[at] >= HalfMass.threshold(found[MASS + mass], oneMass)) {
      double inner = state[at + INNER];
      state[at + HALF] = inner < 0 ? radius : (inner + radius) / 2;
    }
  }

  /** Largest mass within a distance over that distance. */
  double peak() {
    return found[PEAK];
  }

  /** Distance where that is. */
  double peakRadius() {
    return found[PEAK_RADIUS];
  }

  /** Distance of the last member. */
  double farthest() {
    return found[FARTHEST];
  }

  /** Midway between the two distances of members at which the mass passes a half. */
  double halfMass() {
    return Math.max(0, way[HALF]);
  }

  /** The same for the members of each type; 0 where there are none. */
  double[] halfMassOfType() {
    double[] radii = new double[way.length / WAY - 1];
    Arrays.setAll(radii, t -> Math.max(0, way[WAY * (1 + t) + HALF]));
    return radii;
  }

  /**
   * Mass of the members that are closer than some distances.
   *
   * @param radii comoving
   * @return of all members, and then of those of each type, of each distance [radii·(1+types)]
   */
  double[] massWithin(double... radii) {
    return parts.inTurn(new double[radii.length * (1 + types)], state -> sumWithin(radii, state));
  }

  private void sumWithin(double[] radii, double[] state) {
    for (int k = 0; k < radii.length; k++) {
      int at = k * (1 + types);
      for (int n = 0; n < outward.mass().length && outward.radius()[n] < radii[k]; n++) {
        state[at] += outward.mass()[n];
        state[at + 1 + outward.type()[n]] += outward.mass()[n];
      }
    }
  }
}
