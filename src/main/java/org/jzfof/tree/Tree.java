package org.jzfof.tree;

import java.util.List;
import org.jzfof.error.Cleanup;

/**
 * The tree planes over a set of points.
 *
 * @param planes finest first: plane 0 holds the leaves, plane 1 their parents, the last plane the
 *     nodes where the walk starts; at least two planes
 * @param shape limits to the sizes of the nodes
 */
public record Tree(List<TreePlane> planes, TreeShape shape) implements AutoCloseable {
  /** The leaves. */
  public TreePlane leaves() {
    return planes.get(0);
  }

  /** The parents of the leaves. */
  public TreePlane parents() {
    return planes.get(1);
  }

  /** The coarsest plane. */
  public TreePlane top() {
    return planes.get(planes.size() - 1);
  }

  @Override
  public void close() {
    Cleanup.close(planes.toArray(AutoCloseable[]::new));
  }
}
