/**
 * Properties of sets of particles about a centre: circular velocities, half-mass radii, moments of
 * positions and velocities, and shapes. Sets are the members of groups, or what is inside spheres.
 */
package org.jzfof.spheres.properties;
