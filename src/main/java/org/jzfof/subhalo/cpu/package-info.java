/** Local densities on a CPU. */
package org.jzfof.subhalo.cpu;
