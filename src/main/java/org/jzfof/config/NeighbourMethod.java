package org.jzfof.config;

import static org.jzfof.config.NeighbourMethod.Search.NEAREST;
import static org.jzfof.config.NeighbourMethod.Search.RADIUS;
import static org.jzfof.config.NeighbourMethod.Search.SYMMETRIC;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/** Methods of neighbour search; all give the same result. */
public enum NeighbourMethod {
  /** A tree of nodes along a space-filling curve, searched for groups of queries. */
  TREE(Hardware.ANY, Integer.MAX_VALUE, NEAREST, RADIUS, SYMMETRIC),
  /** A left-balanced k-d tree with a traversal that needs no stack. */
  KDTREE(Hardware.ANY, Integer.MAX_VALUE, NEAREST, RADIUS),
  /** A tree whose nodes have as many children as the distribution of their points requires. */
  BTREE(Hardware.CPU, Integer.MAX_VALUE, RADIUS),
  /** The limit of BTREE whose nodes are halved. */
  OCTREE(Hardware.CPU, Integer.MAX_VALUE, RADIUS),
  /** A graph of the Voronoi cells of random points, with the selection of FAISS. */
  CLOVER(Hardware.GPU, 256, NEAREST),
  /** The graph of CLOVER with a truncated bitonic sort. */
  CLOVER_BITONIC(Hardware.GPU, 256, NEAREST),
  /** A grid of equal cells, searched ring by ring. */
  GRID(Hardware.GPU, Integer.MAX_VALUE, NEAREST),
  /** A scan of all points for each query, with the selection of FAISS. */
  SCAN(Hardware.GPU, 256, NEAREST);

  /** The hardware for which a method was published. */
  private enum Hardware {
    ANY,
    CPU,
    GPU
  }

  /** Kinds of neighbour searches. */
  public enum Search {
    /** The k nearest points. */
    NEAREST("the k nearest neighbours"),
    /** All points within the radius of a query. */
    RADIUS("all neighbours within a radius"),
    /** All points within the radius of a query, and all points within whose radius it lies. */
    SYMMETRIC("neighbours within whose own radius a query lies (--symmetric)");

    private final String description;

    Search(String description) {
      this.description = description;
    }
  }

  private final Hardware hardware;
  private final int maximumNeighbours;
  private final Set<Search> searches;

  NeighbourMethod(Hardware hardware, int maximumNeighbours, Search... searches) {
    this.hardware = hardware;
    this.maximumNeighbours = maximumNeighbours;
    this.searches = Set.of(searches);
  }

  /** The name of the method on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the method was published for GPUs and runs only there. */
  public boolean isGpuOnly() {
    return hardware == Hardware.GPU;
  }

  /** Whether the method was published for CPUs and runs only there. */
  public boolean isCpuOnly() {
    return hardware == Hardware.CPU;
  }

  /** The maximum k, the particle itself included. */
  public int maximumNeighbours() {
    return maximumNeighbours;
  }

  /** Whether the method supports a kind of search. */
  public boolean supports(Search search) {
    return searches.contains(search);
  }

  /**
   * Requires that the method supports a kind of search.
   *
   * @throws UsageException naming the methods that support it
   */
  public void require(Search search) {
    if (!supports(search)) {
      throw refusal(search);
    }
  }

  /**
   * Returns the exception for an unsupported search, with the names of the methods that support it.
   */
  public UsageException refusal(Search search) {
    return new UsageException(
        "--method %s does not find %s: use %s"
            .formatted(
                optionName(),
                search.description,
                Arrays.stream(values())
                    .filter(method -> method.supports(search))
                    .map(NeighbourMethod::optionName)
                    .collect(Collectors.joining(" or "))));
  }
}
