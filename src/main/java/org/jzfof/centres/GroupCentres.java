package org.jzfof.centres;

/**
 * Centres of groups, usually at one of the members.
 *
 * @param position fixed-point coordinates [3G]
 * @param id ID of the particle at each centre [G]; null if centres are not at particles
 */
public record GroupCentres(int[] position, long[] id) {}
