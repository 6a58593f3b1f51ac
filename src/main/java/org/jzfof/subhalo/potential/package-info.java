/** Potentials of members, summed over pairs. */
package org.jzfof.subhalo.potential;
