/** Subhaloes of groups whose members are on several ranks. */
package org.jzfof.subhalo.ranks;
