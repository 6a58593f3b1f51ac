/** Local densities, links between members and potentials of subhaloes on a GPU. */
package org.jzfof.subhalo.cuda;
