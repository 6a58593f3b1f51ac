/** Values of groups besides their sums: properties, spheres, subhaloes. */
package org.jzfof.groups.values;
