package org.jzfof.so;

/**
 * One member of each group.
 *
 * @param place its fixed-point coordinates [3G]
 * @param id its ID [G]
 */
public record GroupCentres(int[] place, long[] id) {}
