package org.jzfof.catalogue.layout;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.snapshot.header.UnitChange;

/**
 * The parameters of the linking of particles.
 *
 * @param length absolute linking length, snapshot length units
 * @param b linking length over mean separation
 * @param lengthByNumber b times the mean separation from the number of particles; NaN if unknown
 * @param lengthByMass b times the mean separation from their mean mass; NaN if unknown
 * @param primaryTypes linked types
 * @param secondaryTypes attached types
 * @param minLength minimum number of members of a group
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

  /** Returns all types that members can have, increasing. */
  public int[] types() {
    return IntStream.concat(Arrays.stream(primaryTypes), Arrays.stream(secondaryTypes))
        .sorted()
        .toArray();
  }

  /**
   * Returns the parameters with {@link #lengthByMass}, which requires the masses of all linked
   * particles.
   */
  public Linking withLengthByMass(double value) {
    return new Linking(
        length, b, separationBy, lengthByNumber, value, primaryTypes, secondaryTypes, minLength);
  }

  /** Returns the parameters in other units. */
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
