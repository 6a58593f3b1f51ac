/** Maps of the density of particles. */
package org.jzfof.plot.density;
