package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.spheres.properties.HalfMass;

/** Mass within distances from the centre of a set. All sums run outwards, from part to part. */
final class RadialProfile {
  /** Number of innermost members whose circular velocity is ignored. */
  private static final int INNERMOST = 6;

  // State of the sums; the mass of all members and of each type follows.
  private static final int COUNT = 0;
  private static final int PEAK = 1;
  private static final int PEAK_RADIUS = 2;
  private static final int FARTHEST = 3;
  private static final int MASS = 4;

  // State of the search for a half-mass radius: the enclosed mass, the distance of the last member,
  // the next smaller distance, and the half-mass radius.
  private static final int LAST = 1;
  private static final int INNER = 2;
  private static final int HALF = 3;
  private static final int HALF_STATE = 4;

  private final RadialOrder outward;
  private final SetReduction parts;
  private final int types;
  private final boolean oneMass;
  private final double[] sums;
  private final double[] halfStates;

  /**
   * @param outward the members on this rank
   * @param oneMass whether all particles have the same mass, as in {@link SubhaloPhysics}
   */
  RadialProfile(RadialOrder outward, int types, SetReduction parts, boolean oneMass) {
    this.outward = outward;
    this.parts = parts;
    this.types = types;
    this.oneMass = oneMass;
    this.sums = parts.inTurn(new double[MASS + 1 + types], state -> sumUp(outward, state));
    double[] start = new double[HALF_STATE * (1 + types)];
    for (int k = 0; k < start.length; k += HALF_STATE) {
      start[k + LAST] = -1;
      start[k + INNER] = -1;
      start[k + HALF] = -1;
    }
    this.halfStates =
        parts.inTurn(
            start,
            state -> {
              for (int n = 0; n < outward.mass().length; n++) {
                advance(state, 0, outward, n);
                advance(state, 1 + outward.type()[n], outward, n);
              }
            });
  }

  /** Sums up masses and finds the peak of mass over distance; of equal peaks the outer one. */
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

  private void advance(double[] state, int mass, RadialOrder outward, int n) {
    int at = HALF_STATE * mass;
    if (state[at + HALF] >= 0) {
      return;
    }
    double radius = outward.radius()[n];
    if (radius > state[at + LAST]) {
      state[at + INNER] = state[at + LAST];
      state[at + LAST] = radius;
    }
    state[at] += outward.mass()[n];
    if (state[at] >= HalfMass.threshold(sums[MASS + mass], oneMass)) {
      double inner = state[at + INNER];
      state[at + HALF] = inner < 0 ? radius : (inner + radius) / 2;
    }
  }

  /** Returns the largest ratio of the mass within a distance to that distance. */
  double peak() {
    return sums[PEAK];
  }

  /** Returns the distance of the peak. */
  double peakRadius() {
    return sums[PEAK_RADIUS];
  }

  /** Returns the distance of the outermost member. */
  double farthest() {
    return sums[FARTHEST];
  }

  /**
   * Returns the half-mass radius, midway between the two member distances at which the mass passes
   * one half.
   */
  double halfMass() {
    return Math.max(0, halfStates[HALF]);
  }

  /** Returns the half-mass radius of each particle type; 0 for types without members. */
  double[] halfMassOfType() {
    double[] radii = new double[halfStates.length / HALF_STATE - 1];
    Arrays.setAll(radii, t -> Math.max(0, halfStates[HALF_STATE * (1 + t) + HALF]));
    return radii;
  }

  /**
   * Returns the mass of the members within distances.
   *
   * @param radii comoving distances, exclusive
   * @return for each distance the mass of all members, followed by the mass of each type
   *     [radii·(1+types)]
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
