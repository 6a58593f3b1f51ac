/** Local densities of members, behind kernels. */
package org.jzfof.subhalo.density;
