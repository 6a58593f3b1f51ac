/** Subhaloes of one group at a time, whose members stay on the ranks that have them. */
package org.jzfof.subhalo.shared;
