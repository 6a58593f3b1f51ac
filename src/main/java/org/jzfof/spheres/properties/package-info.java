/**
 * Properties of sets of particles about a centre: circular velocities, half-mass radii, moments of
 * positions and velocities, and shapes. The sets are the members of groups, or the particles inside
 * spheres.
 */
package org.jzfof.spheres.properties;
