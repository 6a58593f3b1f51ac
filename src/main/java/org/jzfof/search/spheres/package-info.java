/** {@code jzfof so}: spheres around the groups of a catalogue. */
package org.jzfof.search.spheres;
