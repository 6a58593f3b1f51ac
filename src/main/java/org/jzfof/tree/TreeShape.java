package org.jzfof.tree;

/**
 * Limits on the sizes of tree nodes.
 *
 * @param maxLeafPoints largest number of points of a leaf whose points do not coincide
 * @param maxChildren largest number of children of a coarser node
 * @param maxTopNodes number of nodes at which coarsening ends
 */
public record TreeShape(int maxLeafPoints, int maxChildren, int maxTopNodes) {}
