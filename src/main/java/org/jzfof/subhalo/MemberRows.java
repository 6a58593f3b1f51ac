package org.jzfof.subhalo;

/**
 * Some of the members. The column may be longer.
 *
 * @param count number of them
 * @param row of each among all members [count]
 */
public record MemberRows(int count, int[] row) {}
