package org.jzfof.catalogue.layout;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.snapshot.header.UnitChange;

/**
 * How particles became groups.
 *
 * @param length absolute linking length, snapshot length units
 * @param b linking length over mean separation
 * @param separationBy what that mean separation was taken from
 * @param lengthByNumber b times the mean separation from the number of particles; NaN if unknown
 * @param lengthByMass b times the mean separation from their mean mass; NaN if unknown
 * @param primaryTypes the types that were linked
 * @param secondaryTypes the types that were attached
 * @param minLength smallest group kept
 */
public record Linking(
    double length,
    double b,
    SeparationBy separationBy,
    double lengthByNumber,
    double lengthByMass,
    int[] primaryTypes,
    int[] secondaryTypes,
    int minLength) {

  /** All types that members can have, increasing. */
  public int[] types() {
    return IntStream.concat(Arrays.stream(primaryTypes), Arrays.stream(secondaryTypes))
        .sorted()
        .toArray();
  }

  /** The same with {@link #lengthByMass}, which takes the masses of all linked particles. */
  public Linking withLengthByMass(double known) {
    return new Linking(
        length, b, separationBy, lengthByNumber, known, primaryTypes, secondaryTypes, minLength);
  }

  /** The same in other units. */
  Linking in(UnitChange change) {
    return new Linking(
        change.length() * length,
        b,
        separationBy,
        change.length() * lengthByNumber,
        change.length() * lengthByMass,
        primaryTypes,
        secondaryTypes,
        minLength);
  }
}
