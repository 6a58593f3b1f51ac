package org.jzfof.literature.cpu;

/** A walk through a k-d tree that counts what it visits. */
interface KdTraversal extends TreeTraversal {
  /** Number of nodes that the last query has visited, from each of its images. */
  int visits();
}
