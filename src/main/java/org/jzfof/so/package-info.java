/**
 * What lies around centres, and where the centres are: masses within spheres and the radii at which
 * the enclosed density crosses a limit (spherical overdensity), and the members of groups that are
 * lowest in the potential.
 */
package org.jzfof.so;
