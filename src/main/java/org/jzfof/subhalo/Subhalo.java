package org.jzfof.subhalo;

import org.jzfof.groups.values.SubhaloTable;

/**
 * A subhalo of a group.
 *
 * @param members indices in the group, by increasing energy, members of equal energy by ID: the
 *     most bound first
 * @param deepest index in the group of the member with the lowest potential; of equally deep ones
 *     the one with the smallest ID
 * @param candidate index of the candidate in whose bound part the members are
 * @param parent rank in the group of the enclosing subhalo, or 0
 */
public record Subhalo(
    int[] members, int deepest, int candidate, int parent, SubhaloTable properties) {}
