package org.jzfof.config;

/** How nearest neighbours are found; what is found is the same. */
public enum NeighbourMethod {
  /** A tree of nodes along a space-filling curve, searched for groups of queries. */
  TREE,
  /** A left-balanced k-d tree, walked without a stack. */
  KDTREE
}
