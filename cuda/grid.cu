// A grid of equal cells, searched ring by ring around the cell of a query by a thread each: the
// method that Kamel, Yan, Chester 2025 (doi:10.1145/3721145.3730415), section 2.2, compare with.
// See GridBuilder. Also what all methods with cells need to put points into them.
#include "cells.cuh"

// --- points into cells -------------------------------------------------------------------------

// Words are a cell and a place, sorted.
extern "C" __global__ void cell_starts(const u64* words, u64 n, u64 cells, u32* start) {
  u64 cell = thread_index();
  if (cell <= cells) {
    start[cell] = u32(count_below(n, [=](u64 i) { return words[i] >> 32 < cell; }));
  }
}

template <class Real>
__device__ __forceinline__ void fill_cells(const u64* words, u64 n, const Real* xyz,
                                           const u32* rows, u64 flat, Record<Real>* points) {
  u64 i = thread_index();
  if (i < n) {
    u32 place = u32(words[i]);
    points[i] = {place_at(xyz, place, u32(flat)), __ldg(rows + place)};
  }
}

// --- the grid ----------------------------------------------------------------------------------

// Cells are numbered with x running fastest.
struct Shape {
  double lower[3];
  double side[3];  // of a cell
  u64 number[3];

  __device__ __forceinline__ int number_of(u32 d) const { return int(number[d]); }

  __device__ __forceinline__ int cell(double x, u32 d) const {
    double cells = floor((x - lower[d]) / side[d]);
    return int(fmin(fmax(cells, 0.0), double(number[d] - 1)));
  }

  __device__ __forceinline__ u32 index(int x, int y, int z) const {
    return u32((u64(z) * number[1] + u64(y)) * number[0] + u64(x));
  }
};

template <class Real>
__device__ __forceinline__ void grid_cells(const Real* xyz, u64 n, const Shape& shape, u64 flat,
                                           u64* words) {
  u64 i = thread_index();
  if (i < n) {
    Vector<Real> p = place_at(xyz, i, u32(flat));
    u32 cell = shape.index(shape.cell(p.x, 0), shape.cell(p.y, 1), shape.cell(p.z, 2));
    words[i] = u64(cell) << 32 | i;
  }
}

template <class Real>
struct Grid {
  Cells<Real> cells;
  Shape shape;
  const u32* next;
  u64 flat;

  __device__ __forceinline__ u32 row_of(u32 node) const { return cells.row_of(node); }

  __device__ __forceinline__ double distance_to(u32 node, const Vector<double>& query,
                                                const Space<double>& space) const {
    return cells.distance_to(node, query, space);
  }
};

// Shows the points of all cells that come near enough to a sink, ring after ring.
template <class Real, class Sink>
struct RingWalk {
  const Grid<Real>& grid;
  const Space<double>& space;
  Sink& sink;
  Vector<double> query;
  Home<Real> home;
  Space<Real> coarse;
  int centre[3];
  int before[3], after[3];  // cells on either side of the centre
  Real limit;

  __device__ __forceinline__ RingWalk(const Grid<Real>& grid, const Space<double>& space,
                                      const Slack& slack, Sink& sink, const Vector<double>& query)
      : grid(grid),
        space(space),
        sink(sink),
        query(query),
        home(home_of<Real>(query, space, slack)) {
    coarse.x.side = Real(space.x.side);
    coarse.y.side = Real(space.y.side);
    coarse.z.side = Real(space.z.side);
#pragma unroll
    for (u32 d = 0; d < 3; d++) {
      int number = grid.shape.number_of(d);
      bool wraps = !isinf(axis_of(space, d).side);
      centre[d] = grid.shape.cell(home.at[d], d);
      before[d] = wraps ? (number - 1) / 2 : centre[d];
      after[d] = wraps ? number / 2 : number - 1 - centre[d];
    }
  }

  // Least distance to the cells at an offset from the centre, along one dimension.
  __device__ __forceinline__ double gap(u32 d, int offset) const {
    double side = grid.shape.side[d], low = grid.shape.lower[d] + (centre[d] + offset) * side;
    double beyond = fmax(low - home.at[d], home.at[d] - (low + side));
    double period = axis_of(space, d).side;
    if (!isinf(period)) {
      double turned = low + (offset > 0 ? -period : period);
      beyond = fmin(beyond, fmax(turned - home.at[d], home.at[d] - (turned + side)));
    }
    double rounding = 0x1p-40 * (fabs(low) + side * grid.shape.number_of(d));
    return fmax(0.0, beyond - rounding - home.error);
  }

  __device__ void run() {
    set_limit();
    int rings = max(max(max(before[0], after[0]), max(before[1], after[1])),
                    max(before[2], after[2]));
    for (int ring = 0; ring <= rings && least_of(ring) <= sink.bound(); ring++) {
      for (int z = max(-ring, -before[2]); z <= min(ring, after[2]); z++) {
        double gap_z = gap(2, z);
        for (int y = max(-ring, -before[1]); y <= min(ring, after[1]); y++) {
          double gap_y = gap(1, y);
          if (sqrt(gap_y * gap_y + gap_z * gap_z) <= sink.bound()) {
            row_of_cells(ring, y, z);
          }
        }
      }
    }
  }

  __device__ __forceinline__ double least_of(int ring) const {
    if (ring == 0) {
      return 0;
    }
    double nearest = infinity();
#pragma unroll
    for (u32 d = 0; d < 3; d++) {
      if (ring <= before[d]) {
        nearest = fmin(nearest, gap(d, -ring));
      }
      if (ring <= after[d]) {
        nearest = fmin(nearest, gap(d, ring));
      }
    }
    return nearest;
  }

  // The cells of a ring in a row along x.
  __device__ __forceinline__ void row_of_cells(int ring, int y, int z) {
    int first = max(-ring, -before[0]), last = min(ring, after[0]);
    if (abs(y) == ring || abs(z) == ring) {
      int number = grid.shape.number_of(0);
      int below = min(last, -centre[0] - 1), above = max(first, number - centre[0]);
      visit(first, below, number, y, z);
      visit(max(first, -centre[0]), min(last, number - 1 - centre[0]), 0, y, z);
      visit(above, last, -number, y, z);
    } else {
      if (ring <= before[0]) {
        visit(-ring, -ring, in_box(centre[0] - ring, 0) - (centre[0] - ring), y, z);
      }
      if (ring <= after[0]) {
        visit(ring, ring, in_box(centre[0] + ring, 0) - (centre[0] + ring), y, z);
      }
    }
  }

  __device__ __forceinline__ int in_box(int cell, u32 d) const {
    int number = grid.shape.number_of(d);
    return cell < 0 ? cell + number : cell >= number ? cell - number : cell;
  }

  // Cells [first, last] from the centre, which are turned by so many into the box.
  __device__ __forceinline__ void visit(int first, int last, int turned, int y, int z) {
    if (first > last) {
      return;
    }
    y = in_box(centre[1] + y, 1), z = in_box(centre[2] + z, 2);
    int x = centre[0] + turned;
    u32 end = __ldg(grid.cells.start + grid.shape.index(x + last, y, z) + 1);
    u32 begin = __ldg(grid.cells.start + grid.shape.index(x + first, y, z));
    count_cells(sink, u32(last - first) + 1);
    count_points(sink, end - begin);
    for (u32 i = begin; i < end; i++) {
      Record<Real> point = load(grid.cells.points, i);
      if (squared(home.place, point.at, coarse) <= limit &&
          offer(sink, grid, i, grid.cells.distance_of_record(point, query, space))) {
        set_limit();
      }
    }
  }

  __device__ __forceinline__ void set_limit() {
    limit = limit_of<Real>(sink.bound(), home.error);
  }
};

#define NEAREST_NODES(suffix, Real, CAPACITY)                                                     \
  extern "C" __global__ void find_nearest_##CAPACITY##_##suffix(                                  \
      Grid<Real> grid, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      Answers answers, u32* undecided) {                                                          \
    find_nearest_nodes<Walk##suffix, CAPACITY>(grid, space, slack, queries, from, to, answers,    \
                                               undecided);                                        \
  }

#define GRID(suffix, Real)                                                                        \
  template <class Sink>                                                                           \
  using Walk##suffix = RingWalk<Real, Sink>;                                                      \
  extern "C" __global__ void fill_cells_##suffix(const u64* words, u64 n, const Real* xyz,        \
                                                 const u32* rows, u64 flat,                       \
                                                 Record<Real>* points) {                          \
    fill_cells(words, n, xyz, rows, flat, points);                                                \
  }                                                                                               \
  extern "C" __global__ void grid_cells_##suffix(const Real* xyz, u64 n, Shape shape, u64 flat,   \
                                                 u64* words) {                                    \
    grid_cells(xyz, n, shape, flat, words);                                                       \
  }                                                                                               \
  extern "C" __global__ void find_nearest_##suffix(                                               \
      Grid<Real> grid, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers) {        \
    find_nearest<Walk##suffix>(grid, space, slack, queries, from, to, chosen, distances, rows,    \
                               first_place, answers);                                             \
  }                                                                                               \
  extern "C" __global__ void find_nearest_counted_##suffix(                                       \
      Grid<Real> grid, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers,          \
      Work work) {                                                                                \
    find_nearest<Walk##suffix, Counting<NearestHeap, Counts>>(                                    \
        grid, space, slack, queries, from, to, chosen, distances, rows, first_place, answers,     \
        work);                                                                                    \
  }                                                                                               \
  NEAREST_NODES(suffix, Real, 8)                                                                  \
  NEAREST_NODES(suffix, Real, 16)                                                                 \
  NEAREST_NODES(suffix, Real, 32)                                                                 \
  NEAREST_NODES(suffix, Real, 64)

GRID(4, float)
GRID(8, double)
