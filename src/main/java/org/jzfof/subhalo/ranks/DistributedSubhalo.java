package org.jzfof.subhalo.ranks;

import org.jzfof.groups.values.SubhaloTable;

/**
 * A subhalo of a group whose members are on several ranks.
 *
 * @param candidate of the group of which its members are what is bound
 * @param smallestId of the members
 * @param properties what was measured of it: one row
 */
record DistributedSubhalo(int candidate, long smallestId, SubhaloTable properties) {}
