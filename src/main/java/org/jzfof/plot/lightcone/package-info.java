/** Pictures of the groups of a light cone: a wedge, and their numbers over redshift. */
package org.jzfof.plot.lightcone;
