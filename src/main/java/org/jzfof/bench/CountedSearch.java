package org.jzfof.bench;

import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.bench.NeighbourBenchmark.Request.NearestRequest;
import org.jzfof.comm.Communicator;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.SearchWork;
import org.jzfof.neighbours.search.NeighbourSearch;

/**
 * What a further search for nearest neighbours, on one rank, tells about a method besides its time.
 *
 * @param work work of the queries
 * @param digest digest of the neighbours
 * @param parts statistics of the parts of building an index; empty if the method has no parts
 */
record CountedSearch(WorkStatistics work, long digest, List<StageStatistics> parts) {
  /**
   * Builds the index {@code repeat} times and searches once.
   *
   * @param comm communicator of one rank
   */
  static CountedSearch of(
      Backend backend,
      SearchMethod method,
      ParticleSource source,
      NearestRequest request,
      Communicator comm,
      int repeat) {
    DeviceMemory memory = backend.memory();
    try (Coordinates points = source.loadCoordinates(backend, comm);
        Coordinates queries =
            request.queries() == null ? null : request.queries().loadCoordinates(backend, comm)) {
      memory.finish();
      List<StageStatistics> parts =
          RepeatedRuns.of(
                  memory,
                  comm,
                  0,
                  repeat,
                  (clock, last) -> {
                    backend.methods().knn(method, clock).index(points, source.box()).close();
                    return null;
                  })
              .parts(NeighbourBenchmark.BUILD);
      long rows = (queries == null ? points : queries).count();
      try (NeighbourIndex index = backend.methods().knn(method).index(points, source.box());
          SearchWork work = SearchWork.of(memory, rows);
          Neighbours found =
              backend
                  .methods()
                  .knn(method)
                  .searchCounted(index, queries, request.k(), points.xyz().type(), work)) {
        return new CountedSearch(
            WorkStatistics.of(work, memory),
            NeighbourDigest.of(new NeighbourSearch.DeviceRows(found, null), 0, memory, comm),
            parts);
      }
    }
  }
}
