/** Conversion to fixed point, sorting and partitioning of particles on a CPU. */
package org.jzfof.domain.cpu;
