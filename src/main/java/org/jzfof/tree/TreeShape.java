package org.jzfof.tree;

/**
 * Sizes of tree nodes.
 *
 * @param maxLeafPoints most points in a leaf whose points do not coincide
 * @param maxChildren most children of a coarser node
 * @param maxTopNodes coarsening ends at this many nodes
 */
public record TreeShape(int maxLeafPoints, int maxChildren, int maxTopNodes) {}
