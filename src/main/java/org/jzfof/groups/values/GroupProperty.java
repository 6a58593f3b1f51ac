package org.jzfof.groups.values;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jzfof.config.Property;

/**
 * A column of properties of groups about their centres, in units of the snapshot: comoving lengths,
 * peculiar velocities.
 */
public enum GroupProperty {
  /** Largest sqrt(G M(&lt;r) / (a r)) of a member, from the seventh nearest to the centre on. */
  VMAX(Property.VMAX, 1),
  /** Distance from the centre at which VMAX is reached. */
  VMAX_RADIUS(Property.VMAX, 1),
  /**
   * Radius of half the mass, between the last member that encloses less than half and the next one.
   */
  HALF_MASS_RADIUS(Property.HALFMASS, 1),
  /** One-dimensional velocity dispersion, with the Hubble expansion about the centre of mass. */
  DISPERSION(Property.DISPERSION, 1),
  /** Specific angular momentum about the centre of mass: comoving length times velocity. */
  SPIN(Property.SPIN, 3),
  /** Distance of the centre of mass from the centre. */
  OFFSET(Property.OFFSET, 1),
  /** Sum of the star formation rates of the members, as the snapshot has them. */
  STAR_FORMATION_RATE(Property.SFR, 1);

  /**
   * Properties that {@link org.jzfof.spheres.properties.GroupMeasurement} measures about the
   * centres.
   */
  public static final Set<GroupProperty> ABOUT_CENTRES =
      Collections.unmodifiableSet(EnumSet.range(VMAX, OFFSET));

  private final Property option;
  private final int width;

  GroupProperty(Property option, int width) {
    this.option = option;
    this.width = width;
  }

  /** Returns the option with which a user requests this property. */
  public Property option() {
    return option;
  }

  /** Returns the number of values per group. */
  public int width() {
    return width;
  }
}
