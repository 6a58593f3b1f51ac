package org.jzfof.centres;

/**
 * A place for each group, as a rule one of its members.
 *
 * @param place its fixed-point coordinates [3G]
 * @param id its ID [G]; null where it is no particle
 */
public record GroupCentres(int[] place, long[] id) {}
