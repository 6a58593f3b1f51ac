package org.jzfof.subhalo.ranks;

import org.jzfof.groups.values.SubhaloTable;

/**
 * A subhalo of a group whose members are on several ranks.
 *
 * @param candidate index of the candidate in which its members are bound
 */
record DistributedSubhalo(int candidate, long smallestId, SubhaloTable properties) {}
