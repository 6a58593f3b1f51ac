/** Searches for neighbours on a GPU, in points along a Hilbert curve. */
package org.jzfof.neighbours.cuda;
