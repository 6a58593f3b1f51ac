/** Haloes of two catalogues of one time, matched by their common members ({@code jzfof match}). */
package org.jzfof.match;
