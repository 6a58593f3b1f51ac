package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.List;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Measures subhaloes of one group. Sums that are not exact go from the most bound member to the
 * least, or from the centre outwards.
 */
public final class Measurement {
  /** Members whose terms are computed before they are summed. */
  private static final int AT_ONCE = 1 << 18;

  /**
   * Sums of m v² and of the three components of m x × v, behind which there are masses of types.
   */
  private static final int TERMS = 4;

  /** Particle type of stars. */
  private static final int STARS = 4;

  private static final List<SubhaloColumn> WITHIN =
      List.of(
          SubhaloColumn.MASS_IN_HALF_RADIUS,
          SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS,
          SubhaloColumn.MASS_IN_VMAX_RADIUS);

  private static final List<SubhaloColumn> WITHIN_OF_TYPES =
      List.of(
          SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE,
          SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE,
          SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE);

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final SetReduction parts;
  private final CentreOfMassFrame motion;

  /**
   * @param parts of each subhalo
   */
  public Measurement(
      SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, SetReduction parts) {
    this.members = members;
    this.physics = physics;
    this.parts = parts;
    this.motion = new CentreOfMassFrame(members, physics, units, parts);
  }

  /**
   * Measures what is bound and whole here.
   *
   * @param rows the most bound member first
   * @param deepest of them
   */
  SubhaloTable measure(int[] rows, DeepestMember deepest) {
    MemberSet set = new MemberSet(members, rows);
    return measure(set, deepest, RadialOrder.of(members.map(), set, deepest.place()));
  }

  /**
   * Measures what is bound.
   *
   * @param set the part here of the members, the most bound first
   * @param deepest of all parts
   * @param outward the part here of the members by their distance from the deepest
   * @return one row, without its place in the group
   */
  public SubhaloTable measure(MemberSet set, DeepestMember deepest, RadialOrder outward) {
    motion.setOrigin(deepest.place());
    motion.measure(set.rows());
    double[] sums = parts.inTurn(new double[TERMS + members.types()], state -> sumUp(set, state));
    double a = physics.scaleFactor();
    double mass = motion.mass();
    RadialProfile profile = new RadialProfile(outward, members.types(), parts, physics.oneMass());
    SubhaloTable found = SubhaloTable.single(members.types(), physics.apertures().size());
    long[] lengths = lengths(set);
    found.put(SubhaloColumn.LENGTH, 0, Arrays.stream(lengths).sum());
    found.put(SubhaloColumn.LENGTH_TYPE, 0, lengths);
    found.put(SubhaloColumn.MOST_BOUND, 0, mostBound(set));
    found.put(SubhaloColumn.DEEPEST, 0, deepest.id());
    found.put(SubhaloColumn.MASS, 0, mass);
    found.put(SubhaloColumn.MASS_TYPE, 0, Arrays.copyOfRange(sums, TERMS, sums.length));
    found.put(SubhaloColumn.POSITION, 0, position(deepest));
    found.put(SubhaloColumn.CENTRE_OF_MASS, 0, motion.centre());
    found.put(SubhaloColumn.VELOCITY, 0, motion.meanVelocity());
    found.put(SubhaloColumn.DISPERSION, 0, Math.sqrt(sums[0] / (3 * mass)));
    double[] spin = Arrays.stream(sums, 1, TERMS).map(m -> m * a / mass).toArray();
    found.put(SubhaloColumn.SPIN, 0, spin);
    found.put(SubhaloColumn.VMAX, 0, Math.sqrt(physics.gravity() * profile.peak()));
    found.put(SubhaloColumn.VMAX_RADIUS, 0, profile.peakRadius() * a);
    found.put(SubhaloColumn.ENCLOSING_RADIUS, 0, profile.farthest() * a);
    found.put(SubhaloColumn.HALF_MASS_RADIUS, 0, profile.halfMass() * a);
    double[] ofTypes = Arrays.stream(profile.halfMassOfType()).map(r -> r * a).toArray();
    found.put(SubhaloColumn.HALF_MASS_RADIUS_TYPE, 0, ofTypes);
    putMassesWithin(profile, found);
    return found;
  }

  /** Those within radii of the stars, of the largest circular velocity, and of apertures. */
  private void putMassesWithin(RadialProfile profile, SubhaloTable found) {
    int types = members.types();
    double stars = types > STARS ? profile.halfMassOfType()[STARS] : 0;
    double[] mass = profile.massWithin(stars, 2 * stars, profile.peakRadius());
    for (int k = 0; k < WITHIN.size(); k++) {
      int from = k * (1 + types);
      found.put(WITHIN.get(k), 0, mass[from]);
      found.put(WITHIN_OF_TYPES.get(k), 0, Arrays.copyOfRange(mass, from + 1, from + 1 + types));
    }
    double[] radii = physics.apertures().stream().mapToDouble(Math::nextUp).toArray(); // inclusive
    found.put(SubhaloColumn.MASS_IN_APERTURES, 0, profile.massWithin(radii));
  }

  private void sumUp(MemberSet set, double[] sums) {
    double[] terms = new double[TERMS * Math.min(set.count(), AT_ONCE)];
    for (int first = 0; first < set.count(); first += AT_ONCE) {
      int from = first;
      int some = Math.min(AT_ONCE, set.count() - first);
      Parallel.forEach(some, Parallel.GRAIN, i -> putTerms(set, from + i, terms, TERMS * i));
      for (int i = 0; i < TERMS * some; i++) {
        sums[i % TERMS] += terms[i];
      }
    }
    for (int i = 0; i < set.count(); i++) {
      sums[TERMS + set.type(i)] += set.mass(i);
    }
  }

  private long[] lengths(MemberSet set) {
    long[] own = new long[members.types()];
    for (int i = 0; i < set.count(); i++) {
      own[set.type(i)]++;
    }
    long[] lengths = new long[own.length];
    for (long[] part : parts.each(own)) {
      Arrays.setAll(lengths, t -> lengths[t] + part[t]);
    }
    return lengths;
  }

  /** The first member of the first part that has any. */
  private long mostBound(MemberSet set) {
    long[] first = set.count() > 0 ? new long[] {set.id(0)} : new long[0];
    return Arrays.stream(parts.each(first)).flatMapToLong(Arrays::stream).findFirst().orElseThrow();
  }

  private double[] position(DeepestMember deepest) {
    double[] position = new double[3];
    Arrays.setAll(position, d -> members.map().toLength(deepest.place()[d], d));
    return position;
  }

  private void putTerms(MemberSet set, int i, double[] terms, int at) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      x[d] = motion.place(set, i, d);
      v[d] = motion.velocity(set, i, d);
    }
    double mass = set.mass(i);
    terms[at] = mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    terms[at + 1] = mass * (x[1] * v[2] - x[2] * v[1]);
    terms[at + 2] = mass * (x[2] * v[0] - x[0] * v[2]);
    terms[at + 3] = mass * (x[0] * v[1] - x[1] * v[0]);
  }
}
