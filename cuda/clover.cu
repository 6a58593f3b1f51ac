// CLOVER (Kamel, Yan, Chester 2025, doi:10.1145/3721145.3730415): Voronoi cells of random points, the
// hubs, and for each of them the cells in the order of their distance. See CloverBuilder.
#include "warp_queue.cuh"

#include "cells.cuh"

constexpr u32 TILE = 256;  // CudaCellKernels.TILE: hubs that a block looks at together
constexpr u32 STEP = 4;

// The nearest hub of each place, with the place itself: section 3.1, first kernel.
template <class Real>
__device__ __forceinline__ void nearest_hubs(const Real* xyz, u64 n, const Real* hubs, u64 count,
                                             const Space<Real>& space, u64 flat, u64* words) {
  __shared__ Real tile[3 * TILE];
  u64 i = thread_index();
  Vector<Real> place = {};
  if (i < n) {
    place = place_at(xyz, i, u32(flat));
  }
  Real least = INFINITY;
  u32 nearest = 0;
  for (u64 first = 0; first < count; first += TILE) {
    u32 size = u32(min(u64(TILE), count - first));
    __syncthreads();
    for (u32 j = threadIdx.x; j < 3 * size; j += blockDim.x) {
      tile[j] = hubs[3 * first + j];
    }
    __syncthreads();
    for (u32 j = 0; j < size; j++) {
      Vector<Real> hub = {flat & 1 ? 0 : tile[3 * j], flat & 2 ? 0 : tile[3 * j + 1],
                          flat & 4 ? 0 : tile[3 * j + 2]};
      Real d = squared(place, hub, space);
      if (d < least) {
        least = d;
        nearest = u32(first) + j;
      }
    }
  }
  if (i < n) {
    words[i] = u64(nearest) << 32 | i;
  }
}

// The graph, section 3.1, fourth kernel: how far the nearest point of a cell is from a hub. A block
// has a cell, a thread a hub. An edge is a word of the hub, the distance as a float and the cell.
template <class Real>
__device__ __forceinline__ void measure_edges(const Cells<Real>& cells, const Real* hubs,
                                              u64 cell_bits, const Space<Real>& space,
                                              u64* edges) {
  u64 tiles = (cells.count + TILE - 1) / TILE, cell = blockIdx.x / tiles;
  u64 hub = blockIdx.x % tiles * TILE + threadIdx.x;
  if (hub >= cells.count) {
    return;
  }
  Vector<Real> from = place_at(hubs, hub, u32(cells.flat));
  Real least = INFINITY;
  for (u32 i = cells.start[cell]; i < cells.start[cell + 1]; i++) {
    least = min(least, squared(from, load(cells.points, i).at, space));
  }
  u64 distance = __float_as_uint(round_down(sqrt(double(least)), float()));
  edges[hub * cells.count + cell] = (hub << 32 | distance) << cell_bits | cell;
}

struct Graph {
  const void* hubs;
  const u64* edges;  // of hub after hub, each by distance
  u64 cell_bits;
};

// Algorithm 1, by a warp.
template <class Real, class Queue>
struct CloverSearch {
  const Cells<Real>& cells;
  const Graph& graph;
  const Space<double>& space;
  const Space<Real>& coarse;
  const Vector<double>& query;
  const Home<Real>& home;
  Queue& queue;
  Real limit;

  __device__ __forceinline__ void set_limit() {
    limit = limit_of<Real>(queue.bound(), home.error);
  }

  __device__ void run() {
    double own;
    u64 first = nearest_hub(own) * cells.count;
    set_limit();
    for (u64 e = first; e < first + cells.count; e++) {
      u64 edge = graph.edges[e];
      double distance = __uint_as_float(u32(edge >> graph.cell_bits));
      // The three distances of the triangle inequality have an error each.
      double least = distance * (2 - margin(float())) - own * margin(float()) - 3 * home.error;
      if (least > queue.bound()) {
        break;
      }
      count_cells(queue, 1);
      scan(u32(edge & ((u64(1) << graph.cell_bits) - 1)));
    }
  }

  __device__ __forceinline__ u64 nearest_hub(double& distance) const {
    const Real* hubs = static_cast<const Real*>(graph.hubs);
    Real least = INFINITY;
    u32 nearest = 0;
    for (u32 i = lane_index(); i < cells.count; i += 32) {
      Real d = squared(home.place, place_at(hubs, i, u32(cells.flat)), coarse);
      if (d < least) {
        least = d;
        nearest = i;
      }
    }
    for (u32 lane = 16; lane > 0; lane /= 2) {
      Real d = __shfl_xor_sync(FULL_WARP, least, lane);
      u32 i = __shfl_xor_sync(FULL_WARP, nearest, lane);
      if (d < least || (d == least && i < nearest)) {
        least = d;
        nearest = i;
      }
    }
    distance = sqrt(double(least));
    return nearest;
  }

  // STEP points of each lane at a time, so that their loads overlap: most of the time none is near.
  __device__ __forceinline__ void scan(u32 cell) {
    u32 end = cells.start[cell + 1], begin = cells.start[cell];
    count_points(queue, end - begin);
    for (u32 base = begin; base < end; base += 32 * STEP) {
      u32 near = 0;
#pragma unroll
      for (u32 j = 0; j < STEP; j++) {
        u32 i = base + 32 * j + lane_index();
        Vector<Real> at = load(cells.points, min(i, end - 1)).at;
        near |= u32(i < end && squared(home.place, at, coarse) <= limit) << j;
      }
      if (!__any_sync(FULL_WARP, near)) {
        count_idle_steps(queue, min(STEP, (end - base + 31) / 32));
        continue;
      }
#pragma unroll 1
      for (u32 j = 0; j < STEP; j++) {
        double d = infinity();
        u32 row = NO_ROW;
        if (near >> j & 1) {
          Record<Real> point = load(cells.points, base + 32 * j + lane_index());
          d = cells.distance_of_record(point, query, space);
          row = point.row;
        }
        if (base + 32 * j < end) {
          count_step(queue, queue.wants(d, row));
        }
        offer(d, row);
      }
    }
  }

  // Offers the points of a place of each lane, or none.
  __device__ __forceinline__ void offer(double d, u32 row) {
    bool changed = false;
    for (;;) {
      bool wanted = queue.wants(d, row);
      if (!__any_sync(FULL_WARP, wanted)) {
        break;
      }
      changed |= queue.add(wanted, d, row);
      row = wanted && cells.next ? __ldg(cells.next + row) : NO_ROW;
    }
    if (changed) {
      set_limit();
    }
  }
};

template <class Real, class Queue>
__device__ __forceinline__ void find_nearest(const Cells<Real>& cells, const Graph& graph,
                                             const Space<double>& space, const Space<Real>& coarse,
                                             const Slack& slack, const MethodQueries& queries,
                                             u64 from, u64 to, const Answers& answers,
                                             const Work& work = {}) {
  u64 place = from + thread_index() / 32;
  if (place >= to) {
    return;
  }
  u32 row = queries.order[place];
  Vector<double> query = place_of(queries, row, cells.flat);
  Home<Real> home = home_of<Real>(query, space, slack);
  Queue queue(answers.k, reach_of(queries, row));
  CloverSearch<Real, Queue>{cells, graph, space, coarse, query, home, queue, 0}.run();
  work.add_warp(row, queue);
  queue.put(answers, start_of(queries, place, from, answers));
}

#define QUEUE(suffix, Real, name, E, WAITING)                                                     \
  extern "C" __global__ void name##_##suffix(                                                     \
      Cells<Real> cells, Graph graph, Space<double> space, Space<Real> coarse, Slack slack,       \
      MethodQueries queries, u64 from, u64 to, Answers answers) {                                 \
    find_nearest<Real, WarpQueue<E, WAITING>>(cells, graph, space, coarse, slack, queries, from,  \
                                              to, answers);                                       \
  }                                                                                               \
  extern "C" __global__ void name##_counted_##suffix(                                             \
      Cells<Real> cells, Graph graph, Space<double> space, Space<Real> coarse, Slack slack,       \
      MethodQueries queries, u64 from, u64 to, Answers answers, Work work) {                      \
    find_nearest<Real, Counting<WarpQueue<E, WAITING>, WarpCounts>>(                              \
        cells, graph, space, coarse, slack, queries, from, to, answers, work);                    \
  }

#define CLOVER(suffix, Real)                                                                      \
  extern "C" __global__ void nearest_hubs_##suffix(const Real* xyz, u64 n, const Real* hubs,      \
                                                   u64 count, Space<Real> space, u64 flat,        \
                                                   u64* words) {                                  \
    nearest_hubs(xyz, n, hubs, count, space, flat, words);                                        \
  }                                                                                               \
  extern "C" __global__ void measure_edges_##suffix(Cells<Real> cells, const Real* hubs,          \
                                                    u64 cell_bits, Space<Real> space,             \
                                                    u64* edges) {                                 \
    measure_edges(cells, hubs, cell_bits, space, edges);                                          \
  }                                                                                               \
  QUEUE(suffix, Real, bitonic_32, 1, 1)                                                           \
  QUEUE(suffix, Real, bitonic_64, 2, 1)                                                           \
  QUEUE(suffix, Real, bitonic_128, 4, 1)                                                          \
  QUEUE(suffix, Real, bitonic_256, 8, 1)                                                          \
  QUEUE(suffix, Real, select_32, 1, 2)                                                            \
  QUEUE(suffix, Real, select_64, 2, 2)                                                            \
  QUEUE(suffix, Real, select_128, 4, 4)                                                           \
  QUEUE(suffix, Real, select_256, 8, 4)

CLOVER(4, float)
CLOVER(8, double)
