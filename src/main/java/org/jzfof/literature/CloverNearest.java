package org.jzfof.literature;

import java.util.SplittableRandom;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * CLOVER: Kamel, Yan, Chester 2025 (doi:10.1145/3721145.3730415). Random points are hubs, and every
 * point is in the Voronoi cell of its nearest hub. A query looks through the cells in the order of
 * their distance from its own hub, until the triangle inequality leaves nothing nearer. With one
 * hub that is a scan of all points.
 *
 * <p>The triangle inequality holds for the distances of a periodic box, too, so that no images are
 * needed. Queries come in the order of a curve instead of that of the cells, and the matrix of the
 * distances between points and hubs is computed twice instead of kept.
 */
public final class CloverNearest implements NearestMethod<Clover> {
  /** Most hubs H. The paper has 1024 for up to ten million points. */
  public static final int HUBS = 4096;

  private final CellKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final CellKernels.Queue queue;
  private final int mostHubs;
  private final PlaceFinder places;
  private final QueryOrder curve;

  /**
   * @param mostHubs H, but for few places
   */
  public CloverNearest(
      CellKernels kernels,
      PlaceKernels placeKernels,
      ParticleKernels particles,
      DeviceMemory memory,
      CellKernels.Queue queue,
      int mostHubs) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
    this.queue = queue;
    this.mostHubs = mostHubs;
    this.places = new PlaceFinder(placeKernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /** Device bytes per point that an index takes besides the coordinates, while it is made. */
  public static long bytesToBuild(ElementType coordinates) {
    return bytesHeld(coordinates) + 2L * Integer.BYTES + Long.BYTES; // rows of places, edges twice
  }

  /** Device bytes per point that an index takes: records, order and at most a square of edges. */
  public static long bytesHeld(ElementType coordinates) {
    return 4L * coordinates.bytes() + Integer.BYTES + Long.BYTES;
  }

  @Override
  public Clover build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(curve.of(points, box));
      return made.keep(places.find(points, box, found -> build(found, order)));
    }
  }

  private Clover build(DistinctPoints found, DeviceArray order) {
    try (Scope made = new Scope();
        DeviceArray chosen = memory.upload(hubs(found.count()))) {
      DeviceArray hubs = made.add(particles.gather(found.xyz(), 3, chosen));
      DeviceArray words = kernels.nearestHubs(found, hubs);
      Cells cells = made.add(kernels.fill(found, words, chosen.length(), places.next(found)));
      int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, chosen.length() - 1));
      DeviceArray edges = made.add(kernels.edges(cells, hubs, bits));
      return made.keep(new Clover(cells, hubs, edges, bits, order));
    }
  }

  /**
   * One random place from each of as many equal parts, which are so few that there are no more
   * edges than places.
   */
  private int[] hubs(long count) {
    int hubs = (int) Math.max(1, Math.min(mostHubs, Math.sqrt(count)));
    SplittableRandom random = new SplittableRandom(1);
    int[] chosen = new int[count == 0 ? 0 : hubs];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = (int) random.nextLong(i * count / hubs, (i + 1) * count / hubs);
    }
    return chosen;
  }

  @Override
  public void nearest(Clover clover, MethodQueries queries, Neighbours found) {
    kernels.nearest(clover, queries, queue, found);
  }
}
