// All points within the radii of queries, and links between points (CudaRadiusKernels), a warp for
// each 32 consecutive queries of the curve.
//
// The warp walks the tree once for its queries: a node is visited if any of them may have neighbours
// in it. A distance in float decides unless it is close to the radius; then the distance in double
// does (Neighbours).
#include "forest.cuh"
#include "knn_frame.cuh"
#include "point_ring.cuh"

constexpr u32 WARPS = 4;

// Of a scaled distance: squares of smaller ones are no normal floats.
constexpr float SMALLEST = 2e-18f;

// Radii of points by rows, and above the largest of each node, scaled; null where they have none.
struct PointRadii {
  const double* of_row;
  const float* of_node;
};

// The squares of float distances up to which a point is surely a neighbour, and beyond which it is
// none.
struct Bounds {
  float inner, outer;
};

// What a lane asks, scaled: radii are compared with twice the margin of the frame, which is above
// what rounding them changes as well.
struct Ball {
  double exact_radius;
  float radius;
  float slack;  // of float distances, whatever the radius
  float room;   // radii below this do not reach around the box
  Bounds own;

  template <class Real>
  __device__ __forceinline__ Ball(double reach, bool active, const Frame<Real>& frame)
      : exact_radius(reach), radius(__double2float_ru(reach * double(frame.space.scale))),
        slack(2 * frame.margin(0) + SMALLEST), room(frame.room()) {
    own = active ? bounds(radius) : Bounds{-1, -1};
  }

  __device__ __forceinline__ Bounds bounds(float r) const {
    float most = r * (1 + 2 * MARGIN) + slack;
    if (!(most < room)) {
      return {-1, INFINITY};  // the distance in double decides
    }
    float least = r * (1 - 2 * MARGIN) - slack;
    return {least > 0 ? least * least * (1 - MARGIN) : -1.0f, square_above(r, slack)};
  }

  // A square above those of float distances that may truly be r or less.
  static __device__ __forceinline__ float square_above(float r, float slack) {
    float most = r * (1 + 2 * MARGIN) + slack;
    return fminf(most * most * (1 + 2 * MARGIN), LARGEST);
  }
};

template <class Real, bool RADII>
struct WarpSpace {
  Visit stack[MAX_PENDING];
  float2 boxes[FANOUT][3];
  float radii[RADII ? FANOUT : 1];  // of the same nodes
  float4 points[RING];              // of places
  float point_radii[RADII ? RING : 1];
  Region<Real> region;
};

// Counts neighbours; all of a leaf at once need no places.
struct Counter {
  static constexpr bool BEHIND = true;
  u64 found = 0;

  __device__ __forceinline__ void add(u64) { found++; }
};

// Writes down the places of neighbours.
struct Lister {
  static constexpr bool BEHIND = true;
  u32* next;
  u64 found = 0;

  __device__ __forceinline__ void add(u64 place) { next[found++] = u32(place); }
};

// Unites the query, a point of the index itself, with its neighbours before it; the others find it.
struct Linker {
  static constexpr bool BEHIND = false;
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
  const PointRadii& radii;
  const Queries& queries;
  u64 query;  // place of this lane's
  WarpSpace<Real, RADII>& shared;
  const Frame<Real>& frame;
  const Ball& ball;
  Sink& sink;
  float bound = 0;    // square of the float distance from the box of all queries to look within
  float slack = 0;    // largest of the warp
  float widest = 0;   // largest outer square of the warp
  float room = 0;     // least of the warp
  PointRing ring{shared.points};

  __device__ __forceinline__ void run(bool active) {
    slack = warp_max(ball.slack);
    bound = warp_max(active ? Ball::square_above(ball.radius, ball.slack) : 0);
    widest = warp_max(fmaxf(ball.own.outer, 0));
    room = __uint_as_float(warp_min(__float_as_uint(fmaxf(ball.room, 0))));
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
    if (ring.waiting() > 0) {
      ring.fill();
      __syncwarp();
      test_batch();
    }
  }

  static __device__ __forceinline__ u64 first_place(u32 node, u32 level) {
    u64 place = u64(node) * LEAF;
    for (u32 below = 0; below < level; below++) {
      place *= FANOUT;
    }
    return place;
  }

  // What lies behind all queries of the warp is left out if the sink takes none of it.
  __device__ __forceinline__ void visit(const Visit& node, u32& pending) {
    u32 level = node.level - 1;
    u32 child = node.node * FANOUT + lane_index();
    bool near = child < index.size[level];
    if (!Sink::BEHIND) {
      near = near && first_place(child, level) <= (query | 31);
    }
    if (near) {
      u64 i = index.first[level] + child;
      Box<Real> box = load(index.nodes, i);
      float within = bound;
      if (RADII) {
        float radius = radii.of_node[i];
        shared.radii[lane_index()] = radius;
        within = fmaxf(within, Ball::square_above(radius, slack));
      }
      near = frame.lower_square(box) <= within;
      frame.intervals(box, shared.boxes[lane_index()]);
    }
    u32 wanted = __ballot_sync(FULL_WARP, near);
    __syncwarp();
    for (; wanted != 0; wanted &= wanted - 1) {
      u32 owner = __ffs(wanted) - 1;
      float outer = ball.own.outer;
      if (RADII && outer >= 0) {
        outer = fmaxf(outer, ball.bounds(shared.radii[owner]).outer);
      }
      if (!__any_sync(FULL_WARP, frame.square_to(shared.boxes[owner]) <= outer)) {
        continue;
      }
      if (level == 0) {
        test_leaf(node.node * FANOUT + owner);
      } else {
        if (lane_index() == 0) {
          shared.stack[pending] = Visit{node.node * FANOUT + owner, level};
        }
        pending++;
      }
    }
    __syncwarp();
  }

  // Tests the points of a leaf against all queries. What is less than a batch waits for more.
  __device__ __forceinline__ void test_leaf(u32 leaf) {
    u64 place = u64(leaf) * LEAF + lane_index();
    float3 at = NOWHERE;
    float radius = 0;
    if (place < index.count) {
      Record<Real> record = load(index.points, place);
      at = frame.place(record.at);
      if (RADII) {
        radius = __double2float_ru(radii.of_row[record.row] * double(frame.space.scale));
      }
    }
    bool near = place < index.count && frame.lower_square(at) <= outer_of(radius);
    u32 in_ring = ring.put(at, u32(place), near);
    if (RADII && near) {
      shared.point_radii[in_ring] = radius;
    }
    __syncwarp();
    while (ring.waiting() >= BATCH) {
      test_batch();
    }
    __syncwarp();  // the next points may take the place of these
  }

  // The outer square of no query is above this for a point with a radius.
  __device__ __forceinline__ float outer_of(float of_point) const {
    if (!RADII) {
      return widest;
    }
    return fmaxf(widest, of_point * (1 + 2 * MARGIN) + slack < room
                             ? Ball::square_above(of_point, slack)
                             : INFINITY);
  }

  __device__ __forceinline__ void test_batch() {
    u32 first = ring.take(), unsure = 0;
#pragma unroll
    for (u32 i = 0; i < BATCH; i++) {
      float4 point = shared.points[first + i];
      Bounds bounds = ball.own;
      if (RADII && bounds.outer >= 0) {
        bounds = ball.bounds(fmaxf(ball.radius, shared.point_radii[first + i]));
      }
      float x = point.x - frame.at.x, y = point.y - frame.at.y, z = point.z - frame.at.z;
      float square = __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
      if (square <= bounds.inner) {
        sink.add(__float_as_uint(point.w));
      } else if (square <= bounds.outer) {
        unsure |= 1u << i;
      }
    }
    for (; unsure != 0; unsure &= unsure - 1) {
      u32 place = __float_as_uint(shared.points[first + __ffs(unsure) - 1].w);
      if (is_within(place)) {
        sink.add(place);
      }
    }
  }

  __device__ __forceinline__ bool is_within(u32 place) const {
    Record<Real> point = load(index.points, place);
    double radius = RADII ? fmax(ball.exact_radius, radii.of_row[point.row]) : ball.exact_radius;
    return distance_of(query_at(queries, query).at, point.at, frame.exact) <= radius;
  }
};

template <class Real, bool RADII, class Sink, class Begin, class End>
__device__ __forceinline__ void search_balls(const Index<Real>& index, const Space<Real>& space,
                                             const Space<double>& exact, const Queries& queries,
                                             const PointRadii& radii, Begin begin, End end) {
  __shared__ WarpSpace<Real, RADII> spaces[WARPS];
  WarpSpace<Real, RADII>& shared = spaces[threadIdx.x / 32];
  u64 place = queries.from + thread_index();
  if (place - lane_index() >= queries.to) {
    return;
  }
  bool active = place < queries.to;
  place = min(place, queries.to - 1);
  Record<double> query = query_at(queries, place);
  Frame<Real> frame(space, exact, shared.region, query.at);
  Ball ball(reach_of(queries, query.row), active, frame);
  Sink sink = begin(query.row, place);
  BallSearch<Real, RADII, Sink> search{index, radii, queries, place, shared, frame, ball, sink};
  search.run(active);
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
