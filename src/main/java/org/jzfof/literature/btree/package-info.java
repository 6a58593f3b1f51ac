/** The b-tree for SPH, and the octree as its limit of two children per dimension. */
package org.jzfof.literature.btree;
