/** Potentials of members, by sums over pairs or by trees. */
package org.jzfof.subhalo.potential;
