/** Values of groups besides their sums: properties, spheres and subhaloes. */
package org.jzfof.groups.values;
