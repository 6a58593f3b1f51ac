/** The b-tree for SPH, and its octree limit. */
package org.jzfof.literature.btree;
