// A left-balanced k-d tree (org.jzfof.literature.KdTree) and its walks: without a stack as in
// KdWalk.java, and by closest corners as in KdCornerWalk.java.
#pragma once

#include "nearest.cuh"

// Level order: the children of node s are 2 s + 1 and 2 s + 2. Coordinates of nodes are wrapped into
// a periodic box.
template <class Real>
struct Tree {
  const Real* xyz;
  const u32* rows;
  const u32* next;    // next row at the place of each row, or null where no points coincide
  const Real* exact;  // coordinates by row where they are not always those of the nodes, else null
  u64 count;          // nodes
  u64 dimensions;     // how many are split in turn
  u64 dimension[3];   // which
  u64 flat;           // bits of those that do not count
  const u8* splits;   // dimension that each node splits, or null where they take turns

  __device__ __forceinline__ u32 row_of(u32 node) const { return __ldg(rows + node); }

  __device__ __forceinline__ double distance_to(u32 node, const Vector<double>& query,
                                                const Space<double>& space) const {
    Vector<Real> at = exact ? place_at(exact, row_of(node), u32(flat))
                            : place_at(xyz, node, u32(flat));
    return distance_of(query, at, space);
  }
};

constexpr u32 MAX_LEVELS_OF_TREE = 32;  // KdCornerWalk.LEVELS

// Counts points within a radius.
struct BallCount {
  double radius;
  u64 count = 0;

  __device__ __forceinline__ explicit BallCount(double radius) : radius(radius) {}

  __device__ __forceinline__ double bound() const { return radius; }

  __device__ __forceinline__ bool offer(double d, u32) {
    bool within = d <= radius;
    count += within;
    return within;
  }
};

// Shows the nodes within the bound of a sink to it, and maybe others. What comes near is found in the
// precision of the nodes, with a margin, and what is shown has its exact distance.
template <class Real, bool CLOSEST, class Sink>
struct Walk {
  const Tree<Real>& tree;
  const Space<double>& space;
  const Slack& slacks;
  Sink& sink;
  Vector<double> query;
  double home[3];     // the query, wrapped
  double image[3];    // the image from which the tree is walked
  int turn[3];        // sides by which it is below the query
  double gap[3];      // its least distance to the box
  double error[3];    // above that of distances from it
  Real x, y, z;       // the image
  double error_of_all;
  Real limit;         // square of distances from it that may be within the bound

  __device__ __forceinline__ Walk(const Tree<Real>& tree, const Space<double>& space,
                                  const Slack& slacks, Sink& sink, const Vector<double>& query)
      : tree(tree), space(space), slacks(slacks), sink(sink), query(query) {}

  __device__ __forceinline__ const Axis<double>& axis(u32 d) const {
    return d == 0 ? space.x : d == 1 ? space.y : space.z;
  }

  __device__ __forceinline__ double at(u32 d) const {
    return d == 0 ? query.x : d == 1 ? query.y : query.z;
  }

  __device__ __forceinline__ bool is_inside(u32 d) const {
    return isinf(axis(d).side) || (at(d) >= 0 && at(d) <= axis(d).side);
  }

  // Images are numbered by their turns: 0 for none, 1 below, 2 above.
  __device__ void run() {
#pragma unroll
    for (u32 d = 0; d < 3; d++) {
      home[d] = is_inside(d) ? at(d) : wrap_into(at(d), axis(d).side);
    }
    u32 images_x = images(0), images_y = images(1), images_z = images(2);
    for (u32 i = 0; i < images_x; i++) {
      move_to(0, i);
      for (u32 j = 0; gap[0] <= sink.bound() && j < images_y; j++) {
        move_to(1, j);
        for (u32 k = 0; gap[1] <= sink.bound() && k < images_z; k++) {
          move_to(2, k);
          if (sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]) <= sink.bound()) {
            if constexpr (CLOSEST) {
              walk_corners();
            } else {
              walk();
            }
          }
        }
      }
    }
  }

  __device__ __forceinline__ u32 images(u32 d) const { return isinf(axis(d).side) ? 1 : 3; }

  __device__ __forceinline__ void move_to(u32 d, u32 number) {
    double side = axis(d).side;
    int turns = number == 2 ? -1 : int(number);
    turn[d] = turns;
    image[d] = turns == 0 ? home[d] : home[d] - turns * side;
    double slack = slacks.of_nodes[d];
    if (turns != 0 || !is_inside(d)) {
      slack += slacks.rounding * (fabs(at(d)) + side);
    }
    double outside = turns == 0 ? 0 : turns < 0 ? home[d] : side - home[d];
    gap[d] = fmax(0.0, outside - slack);
    error[d] = slack + fabs(image[d] - double(Real(image[d])));
  }

  __device__ __forceinline__ void set_limit() {
    limit = limit_of<Real>(sink.bound(), error_of_all);
  }

  __device__ __forceinline__ void begin() {
    x = Real(image[0]), y = Real(image[1]), z = Real(image[2]);
    error_of_all = error[0] + error[1] + error[2];
    set_limit();
  }

  __device__ void walk() {
    begin();
    u32 count = u32(tree.count), dimensions = u32(tree.dimensions);
    u32 order = u32(tree.dimension[0] | tree.dimension[1] << 2 | tree.dimension[2] << 4);
    u32 node = 0, previous = NO_ROW, turned = 0;  // dimension[turned] is split at the node
    while (node < count) {  // the parent of the root is NO_ROW
      u32 child = 2 * node + 1, parent = (node - 1) / 2;
      if (node == 0) {
        parent = NO_ROW;
      }
      u32 d = tree.splits ? __ldg(tree.splits + node) : order >> 2 * turned & 3;
      Real plane = __ldg(tree.xyz + 3 * u64(node) + d);
      Real beyond = (d == 0 ? x : d == 1 ? y : z) - plane;
      u32 near = child + (beyond > 0), far = child + !(beyond > 0);
      bool from_above = previous == parent;
      if (from_above) {
        visit(node);
      }
      u32 following = parent;
      if (from_above && near < count) {
        following = near;
      } else if (previous != far && far < count && beyond * beyond <= limit) {
        following = far;
      }
      bool down = following != parent;
      turned = down ? (turned + 1 == dimensions ? 0 : turned + 1)
                    : (turned == 0 ? dimensions - 1 : turned - 1);
      previous = node;
      node = following;
    }
  }

  // A sub-tree that waits, with the offset from the image to the closest corner of its region. The
  // offset is never above that of a node in the region as visit() has it, as rounding keeps order.
  struct Waiting {
    u32 node;
    Vector<Real> corner;
  };

  __device__ __forceinline__ bool is_within(const Vector<Real>& corner) const {
    return corner.x * corner.x + corner.y * corner.y + corner.z * corner.z <= limit;
  }

  __device__ void walk_corners() {
    begin();
    u32 count = u32(tree.count), dimensions = u32(tree.dimensions);
    Waiting waiting[MAX_LEVELS_OF_TREE];
    u32 waiting_count = 0;
    u32 node = 0;
    Vector<Real> corner = {Real(gap[0]), Real(gap[1]), Real(gap[2])};
    for (;;) {
      while (node < count) {
        visit(node);
        u32 level = 31 - __clz(node + 1);
        u32 d = tree.splits ? __ldg(tree.splits + node) : u32(tree.dimension[level % dimensions]);
        Real plane = __ldg(tree.xyz + 3 * u64(node) + d);
        Real beyond = (d == 0 ? x : d == 1 ? y : z) - plane;
        u32 child = 2 * node + 1, far = child + !(beyond > 0);
        Real distance = beyond > 0 ? beyond : -beyond;
        Vector<Real> far_corner = {d == 0 ? distance : corner.x, d == 1 ? distance : corner.y,
                                   d == 2 ? distance : corner.z};
        if (far < count && is_within(far_corner)) {
          waiting[waiting_count++] = {far, far_corner};
        }
        node = child + (beyond > 0);
      }
      do {
        if (waiting_count == 0) {
          return;
        }
        waiting_count--;
        node = waiting[waiting_count].node;
        corner = waiting[waiting_count].corner;
      } while (!is_within(corner));  // the bound may have come nearer
    }
  }

  __device__ __forceinline__ void visit(u32 node) {
    count_cells(sink, 1);
    count_points(sink, 1);
    Vector<Real> place = place_at(tree.xyz, node, u32(tree.flat));
    Real to_x = x - place.x, to_y = y - place.y, to_z = z - place.z;
    if (!(to_x * to_x + to_y * to_y + to_z * to_z <= limit)) {
      return;
    }
    if (turn_to(home[0] - double(place.x), space.x) != turn[0] ||
        turn_to(home[1] - double(place.y), space.y) != turn[1] ||
        turn_to(home[2] - double(place.z), space.z) != turn[2]) {
      return;
    }
    if (offer(sink, tree, node, tree.distance_to(node, query, space))) {
      set_limit();
    }
  }

  // Turns to the image that is nearest to a point.
  static __device__ __forceinline__ int turn_to(double difference, const Axis<double>& axis) {
    return fabs(difference) < axis.half ? 0 : difference > 0 ? 1 : -1;
  }
};

// --- searches ----------------------------------------------------------------------------------

template <bool CLOSEST, class Real>
__device__ __forceinline__ void count_ball(const Tree<Real>& tree, const Space<double>& space,
                                           const Slack& slack, const MethodQueries& queries,
                                           u64 from, u64 to, u64* counts) {
  u64 place = from + thread_index();
  if (place >= to) {
    return;
  }
  u32 row = queries.order[place];
  BallCount ball(reach_of(queries, row));
  Walk<Real, CLOSEST, BallCount>(tree, space, slack, ball, place_of(queries, row, tree.flat)).run();
  counts[row] = ball.count;
}

// The points within the radius are the nearest ones, as many as were counted.
template <bool CLOSEST, class Real>
__device__ __forceinline__ void list_ball(const Tree<Real>& tree, const Space<double>& space,
                                          const Slack& slack, const MethodQueries& queries, u64 from,
                                          u64 to, const u64* starts, u32* rows,
                                          double* distances) {
  u64 place = from + thread_index();
  if (place >= to) {
    return;
  }
  u32 row = queries.order[place];
  u64 start = starts[row], count = starts[row + u64(1)] - start;
  NearestHeap nearest(distances + start, rows + start, 1, count, reach_of(queries, row));
  if (count > 0) {
    Vector<double> query = place_of(queries, row, tree.flat);
    Walk<Real, CLOSEST, NearestHeap>(tree, space, slack, nearest, query).run();
  }
  nearest.sort();
}

#define KD_NEAREST(suffix, Real, CAPACITY)                                                        \
  extern "C" __global__ void find_nearest_##CAPACITY##_##suffix(                                  \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      Answers answers, u32* undecided) {                                                          \
    find_nearest_nodes<Walk##suffix, CAPACITY>(tree, space, slack, queries, from, to, answers,    \
                                               undecided);                                        \
  }

// All kernels that search with one of the walks, for coordinates of one precision.
#define KD_SEARCHES(suffix, Real, CLOSEST)                                                        \
  template <class Sink>                                                                           \
  using Walk##suffix = Walk<Real, CLOSEST, Sink>;                                                 \
  extern "C" __global__ void find_nearest_##suffix(                                               \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers) {        \
    find_nearest<Walk##suffix>(tree, space, slack, queries, from, to, chosen, distances, rows,    \
                               first_place, answers);                                             \
  }                                                                                               \
  extern "C" __global__ void find_nearest_counted_##suffix(                                       \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers,          \
      Work work) {                                                                                \
    find_nearest<Walk##suffix, Counting<NearestHeap, Counts>>(                                    \
        tree, space, slack, queries, from, to, chosen, distances, rows, first_place, answers,     \
        work);                                                                                    \
  }                                                                                               \
  KD_NEAREST(suffix, Real, 8)                                                                     \
  KD_NEAREST(suffix, Real, 16)                                                                    \
  KD_NEAREST(suffix, Real, 32)                                                                    \
  KD_NEAREST(suffix, Real, 64)                                                                    \
  extern "C" __global__ void count_ball_##suffix(Tree<Real> tree, Space<double> space,            \
                                                 Slack slack, MethodQueries queries, u64 from,    \
                                                 u64 to, u64* counts) {                           \
    count_ball<CLOSEST>(tree, space, slack, queries, from, to, counts);                           \
  }                                                                                               \
  extern "C" __global__ void list_ball_##suffix(                                                  \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u64* starts, u32* rows, double* distances) {                                          \
    list_ball<CLOSEST>(tree, space, slack, queries, from, to, starts, rows, distances);           \
  }
