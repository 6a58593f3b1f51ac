package org.jzfof.pipeline.stages;

import org.jzfof.config.HeaderChoice.Lightcone;

/**
 * A search for groups on a light cone.
 *
 * @param several whether the particles are those of several cones of one run, which share some
 */
public record LightconeSearch(Lightcone options, boolean several) {}
