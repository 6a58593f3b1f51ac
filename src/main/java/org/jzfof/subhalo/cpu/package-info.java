/** Local densities and subhaloes on a CPU. */
package org.jzfof.subhalo.cpu;
