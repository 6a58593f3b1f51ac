/**
 * {@code jzfof so}: spheres and radial profiles around the groups of a catalogue, and their files.
 */
package org.jzfof.spheres.catalogue;
