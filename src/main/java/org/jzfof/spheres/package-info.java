/**
 * Spheres around centres: the masses within them and the radii at which the enclosed density
 * crosses a limit (spherical overdensity).
 */
package org.jzfof.spheres;
