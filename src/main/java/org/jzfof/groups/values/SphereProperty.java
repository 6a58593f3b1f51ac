package org.jzfof.groups.values;

/**
 * A column of properties of what is inside spheres around groups, in units of the snapshot:
 * comoving lengths, peculiar velocities. 0 where there is no sphere.
 */
public enum SphereProperty {
  /** Of velocities with the expansion about the centre of mass, one-dimensional. */
  DISPERSION(1),
  /** Specific angular momentum about the centre of mass: comoving length times velocity. */
  SPIN(3),
  /** Spin parameter of Bullock et al. 2001: |J| / (sqrt(2) M V R). */
  SPIN_PARAMETER(1),
  /** Concentration of the NFW profile with the same mean distance from the centre. */
  CONCENTRATION(1),
  /** Concentration of the NFW profile with the largest circular velocity of the group. */
  CONCENTRATION_VMAX(1),
  /** Axis ratios b/a and c/a; NaN where there are too few particles. */
  AXIS_RATIOS(2),
  /** Unit vectors along the axes, longest first; NaN where there are too few particles. */
  AXES(9),
  /** Mass of dark matter of types that are not linked. */
  CONTAMINATION_MASS(1),
  /** That over the mass of all dark matter; 0 where there is none. */
  CONTAMINATION_FRACTION(1);

  private final int width;

  SphereProperty(int width) {
    this.width = width;
  }

  /** Numbers per sphere. */
  public int width() {
    return width;
  }
}
