package org.jzfof.groups.values;

/**
 * A column of properties of the particles inside spheres around groups, in units of the snapshot:
 * comoving lengths, peculiar velocities. Groups without a sphere have 0.
 */
public enum SphereProperty {
  /** One-dimensional velocity dispersion, with the Hubble expansion about the centre of mass. */
  DISPERSION(1),
  /** Specific angular momentum about the centre of mass: comoving length times velocity. */
  SPIN(3),
  /** Spin parameter of Bullock et al. 2001: |J| / (sqrt(2) M V R). */
  SPIN_PARAMETER(1),
  /** Concentration of the NFW profile with the same mean distance from the centre. */
  CONCENTRATION(1),
  /** Concentration of the NFW profile with the largest circular velocity of the group. */
  CONCENTRATION_VMAX(1),
  /** Axis ratios b/a and c/a; NaN for too few particles. */
  AXIS_RATIOS(2),
  /** Unit vectors along the axes, longest first; NaN for too few particles. */
  AXES(9),
  /** Mass of dark matter of the types that are not linked. */
  CONTAMINATION_MASS(1),
  /** CONTAMINATION_MASS divided by the mass of all dark matter; 0 without dark matter. */
  CONTAMINATION_FRACTION(1);

  private final int width;

  SphereProperty(int width) {
    this.width = width;
  }

  /** Returns the number of values per sphere. */
  public int width() {
    return width;
  }
}
