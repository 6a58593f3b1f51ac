package org.jzfof.tree;

import java.util.List;
import org.jzfof.error.Cleanup;

/**
 * The tree levels over a set of points.
 *
 * @param levels finest first: level 0 holds the leaves, level 1 their parents, the last level the
 *     nodes where the walk starts; at least two levels
 * @param shape limits on the sizes of the nodes
 */
public record Tree(List<TreeLevel> levels, TreeShape shape) implements AutoCloseable {
  /** The leaves. */
  public TreeLevel leaves() {
    return levels.get(0);
  }

  /** The parents of the leaves. */
  public TreeLevel parents() {
    return levels.get(1);
  }

  /** The coarsest level. */
  public TreeLevel top() {
    return levels.get(levels.size() - 1);
  }

  @Override
  public void close() {
    Cleanup.close(levels.toArray(AutoCloseable[]::new));
  }
}
