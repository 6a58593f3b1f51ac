package org.jzfof.subhalo.shared;

import org.jzfof.subhalo.SubhaloProperties;

/**
 * A subhalo of a group whose members are on several ranks.
 *
 * @param candidate of the group of which its members are what is bound
 * @param smallestId of the members
 * @param properties of it
 */
record SharedFound(int candidate, long smallestId, SubhaloProperties properties) {}
