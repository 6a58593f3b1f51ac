/** Sums and properties of spheres on a CPU. */
package org.jzfof.spheres.cpu;
