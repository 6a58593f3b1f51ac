package org.jzfof.subhalo;

import org.jzfof.groups.values.SubhaloTable;

/**
 * A subhalo.
 *
 * @param members places in its group, by increasing energy, equal ones by ID: the most bound first
 * @param deepest the member of lowest potential, of equal ones that with the smallest ID
 * @param candidate of its group of which they are what is bound
 * @param parent rank in the group of the subhalo around it, or 0
 * @param properties what was measured of it: one row
 */
public record Subhalo(
    int[] members, int deepest, int candidate, int parent, SubhaloTable properties) {}
