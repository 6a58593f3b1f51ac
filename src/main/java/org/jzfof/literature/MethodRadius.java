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
 * @param <I> index of the method
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
    I methodIndex = type.cast(index);
    if (queries.centres() == null) {
      return count(methodIndex, methodQueries(methodIndex.points(), methodIndex.order(), queries));
    }
    try (DeviceArray order = curve.of(queries.centres(), methodIndex.box())) {
      return count(methodIndex, methodQueries(queries.centres(), order, queries));
    }
  }

  private DeviceArray count(I methodIndex, MethodQueries queries) {
    try (Scope scope = new Scope()) {
      DeviceArray counts = scope.add(memory.allocate(ElementType.I64, queries.to()));
      method.count(methodIndex, queries, counts);
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
    I methodIndex = type.cast(index);
    boolean rounds = distance == ElementType.F32;
    try (Scope lasting = new Scope();
        Scope temporary = new Scope()) {
      lasting.add(start);
      DeviceArray order = temporary.add(curve.of(queries.centres(), methodIndex.box()));
      DeviceArray row = lasting.add(memory.allocate(ElementType.I32, pairs));
      DeviceArray exact =
          (rounds ? temporary : lasting).add(memory.allocate(ElementType.F64, pairs));
      NeighbourLists lists = new NeighbourLists(start, row, exact);
      method.list(methodIndex, methodQueries(queries.centres(), order, queries), lists);
      return lasting.keep(
          rounds ? new NeighbourLists(start, row, lasting.add(rows.round(exact))) : lists);
    }
  }

  private static MethodQueries methodQueries(
      Coordinates centres, DeviceArray order, BallQueries queries) {
    return new MethodQueries(centres, order, 0, centres.count(), queries.radius(), false, null);
  }
}
