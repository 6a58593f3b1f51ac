package org.jzfof.spheres;

/**
 * Spheres around centres; sphere s of centre g is number g·spheres + s.
 *
 * @param mass inside, in units of the snapshot; 0 where there is no sphere
 * @param radius in length units; 0 where there is no sphere
 * @param square the largest square of a distance inside, as {@link SphereScale#square} has it
 * @param several whether the first and the last crossing differ; null where it was not asked for
 */
public record SphereMasses(double[] mass, double[] radius, long[] square, boolean[] several) {}
