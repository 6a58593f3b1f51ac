package org.jzfof.config;

import static org.jzfof.config.NeighbourMethod.Search.NEAREST;
import static org.jzfof.config.NeighbourMethod.Search.RADIUS;
import static org.jzfof.config.NeighbourMethod.Search.SYMMETRIC;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/** Methods to find neighbours; the result is the same for all. */
public enum NeighbourMethod {
  /** A tree of nodes along a space-filling curve, searched for groups of queries. */
  TREE(Home.ANYWHERE, Integer.MAX_VALUE, NEAREST, RADIUS, SYMMETRIC),
  /** A left-balanced k-d tree, walked without a stack. */
  KDTREE(Home.ANYWHERE, Integer.MAX_VALUE, NEAREST, RADIUS),
  /** A tree whose nodes have as many children as their points ask for. */
  BTREE(Home.CPU, Integer.MAX_VALUE, RADIUS),
  /** Its limit, a tree of halves. */
  OCTREE(Home.CPU, Integer.MAX_VALUE, RADIUS),
  /** A graph of the Voronoi cells of random points, with the selection of FAISS. */
  CLOVER(Home.GPU, 256, NEAREST),
  /** The same with a truncated bitonic sort. */
  CLOVER_BITONIC(Home.GPU, 256, NEAREST),
  /** A grid of equal cells, searched ring by ring. */
  GRID(Home.GPU, Integer.MAX_VALUE, NEAREST),
  /** A scan of all points for each query, with the selection of FAISS. */
  SCAN(Home.GPU, 256, NEAREST);

  /** Where its paper places a method. */
  private enum Home {
    ANYWHERE,
    CPU,
    GPU
  }

  /** Kinds of searches of methods. */
  public enum Search {
    /** The k nearest points. */
    NEAREST("the k nearest neighbours"),
    /** All points within the radius of a query. */
    RADIUS("all neighbours within a radius"),
    /** Also those points within whose own radius the query lies. */
    SYMMETRIC("neighbours within whose own radius a query lies (--symmetric)");

    private final String found;

    Search(String found) {
      this.found = found;
    }
  }

  private final Home home;
  private final int mostNeighbours;
  private final Set<Search> searches;

  NeighbourMethod(Home home, int mostNeighbours, Search... searches) {
    this.home = home;
    this.mostNeighbours = mostNeighbours;
    this.searches = Set.of(searches);
  }

  /** Its name on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it is one of GPUs, where its paper places it. */
  public boolean onGpuOnly() {
    return home == Home.GPU;
  }

  /** Whether it is one of CPUs, where its paper places it. */
  public boolean onCpuOnly() {
    return home == Home.CPU;
  }

  /** The largest k, with the particle itself. */
  public int mostNeighbours() {
    return mostNeighbours;
  }

  /** Whether it can be asked for this. */
  public boolean finds(Search search) {
    return searches.contains(search);
  }

  /**
   * @throws UsageException naming the methods that can be asked for this, unless it is one
   */
  public void require(Search search) {
    if (!finds(search)) {
      throw refusal(search);
    }
  }

  /** Says that it cannot be asked for this, and which methods can. */
  public UsageException refusal(Search search) {
    return new UsageException(
        "--method %s does not find %s: use %s"
            .formatted(
                optionName(),
                search.found,
                Arrays.stream(values())
                    .filter(method -> method.finds(search))
                    .map(NeighbourMethod::optionName)
                    .collect(Collectors.joining(" or "))));
  }
}
