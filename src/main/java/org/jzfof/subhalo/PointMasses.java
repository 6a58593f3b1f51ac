package org.jzfof.subhalo;

/**
 * Masses at places. Columns may be longer.
 *
 * @param count number of them
 * @param x fixed-point coordinates [count]
 * @param y [count]
 * @param z [count]
 * @param mass [count]
 */
public record PointMasses(int count, int[] x, int[] y, int[] z, double[] mass) {}
