package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Parts;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;

/** Neighbour lists on a single rank, with I32 rows. */
final class LocalLists implements RadiusSearch {
  private final RadiusKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final HostMemory host = new HostMemory();
  private final ElementType distance;
  private final Coordinates points;
  private final NeighbourIndex index;
  private final DeviceArray radii;
  private final PointRadii ofPoints;

  /**
   * @param method that finds points within radii
   * @param points kept open by the caller
   * @param radiusOfPoints of each point where these have radii of their own, or null
   * @param distance F32 or F64
   */
  LocalLists(
      Backend backend,
      NeighbourMethod method,
      Coordinates points,
      double[] radiusOfPoints,
      Box box,
      ElementType distance) {
    this.kernels = backend.radius(method);
    this.particles = backend.particles();
    this.points = points;
    this.memory = backend.memory();
    this.distance = distance;
    try (Scope made = new Scope()) {
      this.index = made.add(kernels.index(points, box));
      this.radii = radiusOfPoints == null ? null : made.add(memory.upload(radiusOfPoints));
      this.ofPoints = made.keep(radii == null ? null : kernels.radii(index, radii));
    }
  }

  @Override
  public long[] count(Coordinates queries, double[] radius) {
    try (queries) {
      return countAt(queries, radius);
    }
  }

  @Override
  public long[] countOwn(double[] radius) {
    return countAt(null, radius);
  }

  private long[] countAt(Coordinates places, double[] radius) {
    try (DeviceArray within = memory.upload(radius);
        DeviceArray counts = kernels.count(index, new BallQueries(places, within, ofPoints))) {
      return memory.toLongs(counts);
    }
  }

  @Override
  public long ordered() {
    return index.count();
  }

  @Override
  public DeviceArray order(long from, long count) {
    return memory.slice(index.order(), from, count);
  }

  @Override
  public Coordinates inOrder(long from, long count) {
    try (DeviceArray rows = order(from, count)) {
      return new Coordinates(count, particles.gather(points.xyz(), 3, rows));
    }
  }

  @Override
  public Lists find(Coordinates queries, double[] radius, long[] count) {
    long[] start = Parts.starts(count);
    try (queries;
        DeviceArray within = memory.upload(radius);
        NeighbourLists lists =
            kernels.find(
                index,
                new BallQueries(queries, within, ofPoints),
                memory.upload(start),
                start[count.length],
                distance)) {
      return new Lists(host.fetch(memory, lists.row()), host.fetch(memory, lists.distance()));
    }
  }

  @Override
  public void close() {
    Cleanup.close(ofPoints, radii, index);
  }
}
