/** Conversion to fixed point, sorting and partitioning of particles on a GPU. */
package org.jzfof.domain.cuda;
