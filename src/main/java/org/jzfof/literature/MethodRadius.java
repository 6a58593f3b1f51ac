package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.RowKernels;

/**
 * Neighbours within radii by a method that answers queries one by one, in the order of {@link
 * MethodKnn}.
 *
 * @param <I> what the method makes of the points
 */
public final class MethodRadius<I extends MethodIndex> implements RadiusKernels {
  private final RadiusMethod<I> method;
  private final Class<I> type;
  private final DeviceMemory memory;
  private final RowKernels rows;
  private final QueryOrder curve;

  public MethodRadius(
      RadiusMethod<I> method,
      Class<I> type,
      ParticleKernels particles,
      DeviceMemory memory,
      RowKernels rows) {
    this.method = method;
    this.type = type;
    this.memory = memory;
    this.rows = rows;
    this.curve = new QueryOrder(particles, memory);
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    return method.build(points, box);
  }

  @Override
  public PointRadii radii(NeighbourIndex index, DeviceArray radius) {
    throw new UnsupportedOperationException("only queries have radii, and not points");
  }

  @Override
  public DeviceArray count(NeighbourIndex index, BallQueries queries) {
    I made = type.cast(index);
    if (queries.places() == null) {
      return count(made, queried(made.points(), made.order(), queries));
    }
    try (DeviceArray order = curve.of(queries.places(), made.box())) {
      return count(made, queried(queries.places(), order, queries));
    }
  }

  private DeviceArray count(I made, MethodQueries queries) {
    try (Scope scope = new Scope()) {
      DeviceArray counts = scope.add(memory.allocate(ElementType.I64, queries.to()));
      method.count(made, queries, counts);
      return scope.keep(counts);
    }
  }

  @Override
  public NeighbourLists find(
      NeighbourIndex index,
      BallQueries queries,
      DeviceArray start,
      long pairs,
      ElementType distance) {
    I made = type.cast(index);
    boolean rounds = distance == ElementType.F32;
    try (Scope kept = new Scope();
        Scope passing = new Scope()) {
      kept.add(start);
      DeviceArray order = passing.add(curve.of(queries.places(), made.box()));
      DeviceArray row = kept.add(memory.allocate(ElementType.I32, pairs));
      DeviceArray exact = (rounds ? passing : kept).add(memory.allocate(ElementType.F64, pairs));
      NeighbourLists lists = new NeighbourLists(start, row, exact);
      method.list(made, queried(queries.places(), order, queries), lists);
      return kept.keep(
          rounds ? new NeighbourLists(start, row, kept.add(rows.rounded(exact))) : lists);
    }
  }

  private static MethodQueries queried(Coordinates places, DeviceArray order, BallQueries queries) {
    return new MethodQueries(places, order, 0, places.count(), queries.radius(), false);
  }
}
