/** Local densities of group members, and the interface of their kernels. */
package org.jzfof.subhalo.density;
