/** Local densities, links between members, and the search of subhaloes on a GPU. */
package org.jzfof.subhalo.cuda;
