/** Quantising, sorting and parting of particles on a CPU. */
package org.jzfof.domain.cpu;
