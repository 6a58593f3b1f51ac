package org.jzfof.spheres;

/**
 * Spheres around centres; sphere s of centre g has index g·spheres + s.
 *
 * @param mass mass inside, in units of the snapshot; 0 without a sphere
 * @param radius radius in length units; 0 without a sphere
 * @param square largest squared distance inside, as from {@link SphereScale#square}
 * @param several whether the first and the last crossing differ; null unless requested
 */
public record SphereMasses(double[] mass, double[] radius, long[] square, boolean[] several) {}
