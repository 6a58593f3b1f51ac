// All points within the radii of queries, and links between points (CudaRadiusKernels), a warp for
// each 32 consecutive queries of the curve.
//
// The warp walks the tree once for its queries: a node is visited if any of them may have neighbours
// in it. Differences of coordinates are as good in float as in double where nothing wraps, so that a
// distance in float decides unless it is close to the radius; then, and around a periodic box, the
// distance in double does (Neighbours).
#include "forest.cuh"
#include "knn_index.cuh"

constexpr u32 WARPS = 4;

// Above the error of a distance in float, relative to it.
constexpr float ROUNDING = 1.0f / (1 << 20);

// Of a scaled distance: squares of smaller ones are no normal floats.
constexpr float SMALLEST = 2e-18f;

constexpr float HUGE_SQUARE = 3.4e38f;

// Radii of points by rows, and above the largest of each node, scaled; null where they have none.
struct PointRadii {
  const double* of_row;
  const float* of_node;
};

// What is asked of a lane: the place, how far, and the squares of float distances up to which a
// point is surely a neighbour, and beyond which it is none.
template <class Real>
struct Ball {
  Vector<double> at;
  double radius;
  Vector<Real> rounded;
  float offset;  // above what rounding the place may change of a scaled distance
  float inner, outer;

  __device__ __forceinline__ Ball(const Vector<double>& query, double reach, bool active,
                                  const Space<Real>& space)
      : at(query), radius(active ? reach : -1), rounded{Real(query.x), Real(query.y), Real(query.z)} {
    double sum = fabs(query.x) + fabs(query.y) + fabs(query.z);
    bool exact = double(rounded.x) == query.x && double(rounded.y) == query.y &&
                 double(rounded.z) == query.z;
    offset = (exact ? 0 : __double2float_ru(sum * double(space.scale)) * ROUNDING) + SMALLEST;
    float r = __double2float_ru(radius * double(space.scale));
    float least = r * (1 - ROUNDING) - offset;
    inner = active && least > 0 ? least * least * (1 - ROUNDING) : -1.0f;
    outer = active ? above(r) : -1.0f;
  }

  // A square above those of float distances that may truly be r or less.
  __device__ __forceinline__ float above(float r) const {
    float most = r * (1 + ROUNDING) + offset;
    return fminf(most * most * (1 + ROUNDING), HUGE_SQUARE);
  }
};

template <class Real>
__device__ __forceinline__ float square_of(const Vector<Real>& d, Real scale) {
  float x = float(d.x * scale), y = float(d.y * scale), z = float(d.z * scale);
  return __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
}

template <class Real>
struct WarpSpace {
  Visit stack[MAX_PENDING];
  Box<Real> boxes[FANOUT];
  float radii[FANOUT];  // of the same nodes
  Record<Real> points[LEAF];
  double point_radii[LEAF];
};

// Counts neighbours; all of a leaf at once need no places.
struct Counter {
  u64 found = 0;

  __device__ __forceinline__ void add(u64) { found++; }
};

// Writes down the places of neighbours.
struct Lister {
  u32* next;
  u64 found = 0;

  __device__ __forceinline__ void add(u64 place) { next[found++] = u32(place); }
};

// Unites the query, a point of the index itself, with its neighbours; each pair is found from both
// of its ends, and united from one.
struct Linker {
  Forest forest;
  u64 own;

  __device__ __forceinline__ void add(u64 place) {
    if (place < own) {
      forest.unite(u32(own), u32(place));
    }
  }
};

template <class Real, bool RADII, class Sink>
struct BallSearch {
  const Index<Real>& index;
  const Space<Real>& space;
  const Space<double>& exact;
  const PointRadii& radii;
  WarpSpace<Real>& shared;
  const Ball<Real>& ball;
  Box<Real> own;  // around this lane's place
  Box<Real> all;  // around those of the warp
  float bound;    // largest `outer` of the warp
  Sink& sink;

  __device__ __forceinline__ BallSearch(const Index<Real>& index, const Space<Real>& space,
                                        const Space<double>& exact, const PointRadii& radii,
                                        WarpSpace<Real>& shared, const Ball<Real>& ball, Sink& sink)
      : index(index), space(space), exact(exact), radii(radii), shared(shared), ball(ball),
        own(image_box(ball.at, space, exact)), all(own), bound(warp_max(fmaxf(ball.outer, 0))),
        sink(sink) {
    merge_boxes(all, 32);
  }

  __device__ __forceinline__ void run() {
    u32 pending = 1;
    if (lane_index() == 0) {
      shared.stack[0] = Visit{0, u32(index.top)};
    }
    __syncwarp();
    while (pending > 0) {
      Visit next = shared.stack[--pending];
      __syncwarp();
      visit(next, pending);
    }
  }

  // Square up to which a node or point with a scaled radius matters.
  __device__ __forceinline__ float within(float outer, float radius) const {
    return RADII ? fmaxf(outer, ball.above(radius)) : outer;
  }

  __device__ __forceinline__ void visit(const Visit& node, u32& pending) {
    u32 level = node.level - 1;
    u32 child = node.node * FANOUT + lane_index();
    bool near = child < index.size[level];
    if (near) {
      u64 i = index.first[level] + child;
      Box<Real> box = load(index.nodes, i);
      float radius = RADII ? radii.of_node[i] : 0;
      near = square_of(gap(all, box, space), space.scale) <= within(bound, radius);
      shared.boxes[lane_index()] = box;
      shared.radii[lane_index()] = radius;
    }
    u32 wanted = __ballot_sync(FULL_WARP, near);
    __syncwarp();
    for (; wanted != 0; wanted &= wanted - 1) {
      u32 owner = __ffs(wanted) - 1;
      float lower = square_of(gap(own, shared.boxes[owner], space), space.scale);
      bool mine = ball.radius >= 0 && lower <= within(ball.outer, shared.radii[owner]);
      if (!__any_sync(FULL_WARP, mine)) {
        continue;
      }
      if (level > 0) {
        if (lane_index() == 0) {
          shared.stack[pending] = Visit{node.node * FANOUT + owner, level};
        }
        pending++;
      } else {
        test(node.node * FANOUT + owner, mine);
      }
    }
    __syncwarp();
  }

  // Tests the points of a leaf against the queries of the lanes that may have neighbours there.
  __device__ __forceinline__ void test(u32 leaf, bool mine) {
    u64 first = u64(leaf) * LEAF;
    u32 points = u32(min(u64(LEAF), index.count - first));
    __syncwarp();
    if (lane_index() < points) {
      Record<Real> record = load(index.points, first + lane_index());
      shared.points[lane_index()] = record;
      if (RADII) {
        shared.point_radii[lane_index()] = radii.of_row[record.row];
      }
    }
    __syncwarp();
    for (u32 i = 0; mine && i < points; i++) {
      double radius = RADII ? fmax(ball.radius, shared.point_radii[i]) : ball.radius;
      if (is_within(shared.points[i].at, radius)) {
        sink.add(first + i);
      }
    }
  }

  __device__ __forceinline__ bool is_within(const Vector<Real>& point, double radius) const {
    Vector<Real> d = {ball.rounded.x - point.x, ball.rounded.y - point.y, ball.rounded.z - point.z};
    bool wraps = fabs(d.x) >= most(space.x) || fabs(d.y) >= most(space.y) ||
                 fabs(d.z) >= most(space.z);
    if (!wraps) {
      float square = square_of(d, space.scale);
      if (square <= ball.inner) {
        return true;
      }
      float outer = ball.outer;
      if (RADII) {
        outer = ball.above(__double2float_ru(radius * double(space.scale)));
      }
      if (square > outer) {
        return false;
      }
    }
    return distance_of(ball.at, point, exact) <= radius;
  }

  // Differences below this do not wrap, whatever they were rounded by.
  static __device__ __forceinline__ Real most(const Axis<Real>& axis) {
    return isinf(axis.half) ? axis.half : axis.half * (1 - 2 * ROUNDING) - axis.slack;
  }
};

template <class Real, bool RADII, class Sink, class Begin, class End>
__device__ __forceinline__ void search_balls(const Index<Real>& index, const Space<Real>& space,
                                             const Space<double>& exact, const Queries& queries,
                                             const PointRadii& radii, Begin begin, End end) {
  __shared__ WarpSpace<Real> spaces[WARPS];
  u64 place = queries.from + thread_index();
  if (place - lane_index() >= queries.to) {
    return;
  }
  bool active = place < queries.to;
  Record<double> query = query_at(queries, min(place, queries.to - 1));
  Ball<Real> ball(query.at, reach_of(queries, query.row), active, space);
  Sink sink = begin(query.row, place);
  BallSearch<Real, RADII, Sink> search(index, space, exact, radii, spaces[threadIdx.x / 32], ball,
                                       sink);
  search.run();
  if (active) {
    end(query.row, sink);
  }
}

#define BALL_KERNELS(SUFFIX, REAL, RADII)                                                          \
  extern "C" __global__ void __launch_bounds__(32 * WARPS) count_balls_##SUFFIX(                   \
      Index<REAL> index, Space<REAL> space, Space<double> exact, Queries queries,                  \
      PointRadii radii, u64* counts) {                                                             \
    search_balls<REAL, RADII, Counter>(                                                            \
        index, space, exact, queries, radii, [](u32, u64) { return Counter{}; },                        \
        [&](u32 row, const Counter& counter) { counts[row] = counter.found; });                    \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(32 * WARPS) list_balls_##SUFFIX(                    \
      Index<REAL> index, Space<REAL> space, Space<double> exact, Queries queries,                  \
      PointRadii radii, const u64* start, u32* places) {                                           \
    search_balls<REAL, RADII, Lister>(                                                             \
        index, space, exact, queries, radii,                                                       \
        [&](u32 row, u64) { return Lister{places + start[row]}; }, [](u32, const Lister&) {});          \
  }

BALL_KERNELS(4, float, false)
BALL_KERNELS(8, double, false)
BALL_KERNELS(4_radii, float, true)
BALL_KERNELS(8_radii, double, true)

#define LINK_KERNEL(SUFFIX, REAL)                                                                  \
  extern "C" __global__ void __launch_bounds__(32 * WARPS) link_balls_##SUFFIX(                    \
      Index<REAL> index, Space<REAL> space, Space<double> exact, Queries queries,                  \
      PointRadii radii, u32* pointers) {                                                           \
    search_balls<REAL, false, Linker>(                                                             \
        index, space, exact, queries, radii,                                                       \
        [&](u32, u64 place) { return Linker{Forest{pointers}, place}; }, [](u32, const Linker&) {}); \
  }

LINK_KERNEL(4, float)
LINK_KERNEL(8, double)

// Thread per node of a level: the largest radius in it, scaled. Leaves look at their points, other
// nodes at their children.
template <class Real>
__device__ void largest_radii(const Index<Real>& index, u32 level, const double* of_row,
                              double scale, float* of_node) {
  u64 node = thread_index();
  if (node >= index.size[level]) {
    return;
  }
  u64 fanout = level == 0 ? LEAF : FANOUT;
  u64 end = min((node + 1) * fanout, level == 0 ? index.count : index.size[level - 1]);
  float largest = 0;
  for (u64 i = node * fanout; i < end; i++) {
    float radius = level == 0 ? __double2float_ru(of_row[load(index.points, i).row] * scale)
                              : of_node[index.first[level - 1] + i];
    largest = fmaxf(largest, radius);
  }
  of_node[index.first[level] + node] = largest;
}

extern "C" __global__ void largest_radii_4(Index<float> index, u32 level, const double* of_row,
                                           double scale, float* of_node) {
  largest_radii(index, level, of_row, scale, of_node);
}

extern "C" __global__ void largest_radii_8(Index<double> index, u32 level, const double* of_row,
                                           double scale, float* of_node) {
  largest_radii(index, level, of_row, scale, of_node);
}
