/** SPH sums over lists of neighbours on the CPU, and trials of smoothing lengths in them. */
package org.jzfof.neighbours.cpu.sph;
