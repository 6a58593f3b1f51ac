package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.List;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Measures the properties of subhaloes of one group. Sums that are not exact run from the most
 * bound member to the least bound one, or from the centre outwards.
 */
public final class Measurement {
  /** Number of members whose terms are computed before they are summed. */
  private static final int BATCH = 1 << 18;

  /**
   * Number of sums of m v² and of the three components of m x × v; the masses of the particle types
   * follow them.
   */
  private static final int TERMS = 4;

  /** Particle type of stars. */
  private static final int STARS = 4;

  private static final List<SubhaloColumn> ENCLOSED_MASSES =
      List.of(
          SubhaloColumn.MASS_IN_HALF_RADIUS,
          SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS,
          SubhaloColumn.MASS_IN_VMAX_RADIUS);

  private static final List<SubhaloColumn> ENCLOSED_MASSES_OF_TYPES =
      List.of(
          SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE,
          SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE,
          SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE);

  private final SubhaloMembers members;
  private final SubhaloPhysics physics;
  private final SetReduction parts;
  private final CentreOfMassFrame motion;

  public Measurement(
      SubhaloMembers members, SubhaloPhysics physics, GroupUnits units, SetReduction parts) {
    this.members = members;
    this.physics = physics;
    this.parts = parts;
    this.motion = new CentreOfMassFrame(members, physics, units, parts);
  }

  /**
   * Measures a subhalo whose members are all on this rank.
   *
   * @param rows rows of the members, the most bound one first
   */
  SubhaloTable measure(int[] rows, DeepestMember deepest) {
    MemberSet set = new MemberSet(members, rows);
    return measure(set, deepest, RadialOrder.of(members.map(), set, deepest.position()));
  }

  /**
   * Measures a subhalo whose members may be on several ranks.
   *
   * @param set the members on this rank, the most bound one first
   * @param outward the members on this rank by their distance from the deepest member
   * @return one row, without group, rank and parent
   */
  public SubhaloTable measure(MemberSet set, DeepestMember deepest, RadialOrder outward) {
    motion.setOrigin(deepest.position());
    motion.measure(set.rows());
    double[] sums = parts.inTurn(new double[TERMS + members.types()], state -> sumUp(set, state));
    double a = physics.scaleFactor();
    double mass = motion.mass();
    RadialProfile profile = new RadialProfile(outward, members.types(), parts, physics.oneMass());
    SubhaloTable table = SubhaloTable.single(members.types(), physics.apertures().size());
    long[] lengths = lengths(set);
    table.put(SubhaloColumn.LENGTH, 0, Arrays.stream(lengths).sum());
    table.put(SubhaloColumn.LENGTH_TYPE, 0, lengths);
    table.put(SubhaloColumn.MOST_BOUND, 0, mostBound(set));
    table.put(SubhaloColumn.DEEPEST, 0, deepest.id());
    table.put(SubhaloColumn.MASS, 0, mass);
    table.put(SubhaloColumn.MASS_TYPE, 0, Arrays.copyOfRange(sums, TERMS, sums.length));
    table.put(SubhaloColumn.POSITION, 0, position(deepest));
    table.put(SubhaloColumn.CENTRE_OF_MASS, 0, motion.centre());
    table.put(SubhaloColumn.VELOCITY, 0, motion.meanVelocity());
    table.put(SubhaloColumn.DISPERSION, 0, Math.sqrt(sums[0] / (3 * mass)));
    double[] spin = Arrays.stream(sums, 1, TERMS).map(m -> m * a / mass).toArray();
    table.put(SubhaloColumn.SPIN, 0, spin);
    table.put(SubhaloColumn.VMAX, 0, Math.sqrt(physics.gravity() * profile.peak()));
    table.put(SubhaloColumn.VMAX_RADIUS, 0, profile.peakRadius() * a);
    table.put(SubhaloColumn.ENCLOSING_RADIUS, 0, profile.farthest() * a);
    table.put(SubhaloColumn.HALF_MASS_RADIUS, 0, profile.halfMass() * a);
    double[] ofTypes = Arrays.stream(profile.halfMassOfType()).map(r -> r * a).toArray();
    table.put(SubhaloColumn.HALF_MASS_RADIUS_TYPE, 0, ofTypes);
    putMassesWithin(profile, table);
    return table;
  }

  /**
   * Writes the masses within the stellar half-mass radius and twice this radius, within the radius
   * of the largest circular velocity, and within the apertures.
   */
  private void putMassesWithin(RadialProfile profile, SubhaloTable table) {
    int types = members.types();
    double stars = types > STARS ? profile.halfMassOfType()[STARS] : 0;
    double[] mass = profile.massWithin(stars, 2 * stars, profile.peakRadius());
    for (int k = 0; k < ENCLOSED_MASSES.size(); k++) {
      int from = k * (1 + types);
      table.put(ENCLOSED_MASSES.get(k), 0, mass[from]);
      table.put(
          ENCLOSED_MASSES_OF_TYPES.get(k), 0, Arrays.copyOfRange(mass, from + 1, from + 1 + types));
    }
    double[] radii = physics.apertures().stream().mapToDouble(Math::nextUp).toArray(); // inclusive
    table.put(SubhaloColumn.MASS_IN_APERTURES, 0, profile.massWithin(radii));
  }

  private void sumUp(MemberSet set, double[] sums) {
    double[] terms = new double[TERMS * Math.min(set.count(), BATCH)];
    for (int first = 0; first < set.count(); first += BATCH) {
      int from = first;
      int count = Math.min(BATCH, set.count() - first);
      Parallel.forEach(count, Parallel.GRAIN, i -> putTerms(set, from + i, terms, TERMS * i));
      for (int i = 0; i < TERMS * count; i++) {
        sums[i % TERMS] += terms[i];
      }
    }
    for (int i = 0; i < set.count(); i++) {
      sums[TERMS + set.type(i)] += set.mass(i);
    }
  }

  private long[] lengths(MemberSet set) {
    long[] local = new long[members.types()];
    for (int i = 0; i < set.count(); i++) {
      local[set.type(i)]++;
    }
    long[] lengths = new long[local.length];
    for (long[] part : parts.gather(local)) {
      Arrays.setAll(lengths, t -> lengths[t] + part[t]);
    }
    return lengths;
  }

  /** Returns the ID of the first member of the first part that is not empty. */
  private long mostBound(MemberSet set) {
    long[] first = set.count() > 0 ? new long[] {set.id(0)} : new long[0];
    return Arrays.stream(parts.gather(first))
        .flatMapToLong(Arrays::stream)
        .findFirst()
        .orElseThrow();
  }

  private double[] position(DeepestMember deepest) {
    double[] position = new double[3];
    Arrays.setAll(position, d -> members.map().toLength(deepest.position()[d], d));
    return position;
  }

  private void putTerms(MemberSet set, int i, double[] terms, int at) {
    double[] x = new double[3];
    double[] v = new double[3];
    for (int d = 0; d < 3; d++) {
      x[d] = motion.position(set, i, d);
      v[d] = motion.velocity(set, i, d);
    }
    double mass = set.mass(i);
    terms[at] = mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    terms[at + 1] = mass * (x[1] * v[2] - x[2] * v[1]);
    terms[at + 2] = mass * (x[2] * v[0] - x[0] * v[2]);
    terms[at + 3] = mass * (x[0] * v[1] - x[1] * v[0]);
  }
}
