/**
 * Subhaloes of groups whose members are on several ranks. Most groups move completely to one rank;
 * the members of very long groups stay on their ranks.
 */
package org.jzfof.subhalo.ranks;
