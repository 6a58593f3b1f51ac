package org.jzfof.neighbours.search;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.neighbours.Coordinates;

/** The share that a rank has of the places of a test, as points or as queries. */
public record SharedPlaces(Backend backend, Communicator comm, double[] xyz, ElementType type)
    implements QuerySupply {
  private EvenShares shares() {
    return new EvenShares(xyz.length / 3, comm.size());
  }

  @Override
  public long rows() {
    return shares().count(comm.rank());
  }

  @Override
  public long firstRow() {
    return shares().start(comm.rank());
  }

  @Override
  public Coordinates read(long from, long count) {
    int start = (int) (3 * (firstRow() + from));
    double[] part = Arrays.copyOfRange(xyz, start, start + (int) (3 * count));
    return new Coordinates(count, FloatArrays.upload(backend.memory(), type, part));
  }

  /** All of the share. */
  public Coordinates read() {
    return read(0, rows());
  }

  NeighbourSearch.Sources sources() {
    return new NeighbourSearch.Sources(read(), firstRow());
  }
}
