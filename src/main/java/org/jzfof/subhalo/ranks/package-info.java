/**
 * Subhaloes of groups whose members are on several ranks: groups that move whole to one rank, and
 * groups whose members stay on the ranks that have them.
 */
package org.jzfof.subhalo.ranks;
