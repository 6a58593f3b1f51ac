/** Properties of groups and of spheres around them, as every layout of a catalogue has them. */
package org.jzfof.catalogue.measured;
