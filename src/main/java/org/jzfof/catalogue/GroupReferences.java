package org.jzfof.catalogue;

/**
 * The member with the smallest ID of each group.
 *
 * @param id its ID [G]
 * @param position its fixed-point position [3G]
 * @param velocity its stored velocity [3G]; zeros where there are no velocities
 */
public record GroupReferences(long[] id, int[] position, float[] velocity) {}
