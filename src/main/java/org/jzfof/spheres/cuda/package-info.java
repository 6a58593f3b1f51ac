/** Sums and properties of spheres on a GPU. */
package org.jzfof.spheres.cuda;
