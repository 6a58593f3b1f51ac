// A left-balanced k-d tree (org.jzfof.literature.KdTree) and the walk without a stack, in the same
// operations as KdWalk.java.
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

  __device__ __forceinline__ u32 row_of(u32 node) const { return __ldg(rows + node); }

  __device__ __forceinline__ double distance_to(u32 node, const Vector<double>& query,
                                                const Space<double>& space) const {
    Vector<Real> at = exact ? place_at(exact, row_of(node), u32(flat))
                            : place_at(xyz, node, u32(flat));
    return distance_of(query, at, space);
  }
};

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
template <class Real, class Sink>
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
            walk();
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

  __device__ void walk() {
    x = Real(image[0]), y = Real(image[1]), z = Real(image[2]);
    error_of_all = error[0] + error[1] + error[2];
    set_limit();
    u32 count = u32(tree.count), dimensions = u32(tree.dimensions);
    u32 order = u32(tree.dimension[0] | tree.dimension[1] << 2 | tree.dimension[2] << 4);
    u32 node = 0, previous = NO_ROW, turned = 0;  // dimension[turned] is split at the node
    while (node < count) {  // the parent of the root is NO_ROW
      u32 child = 2 * node + 1, parent = (node - 1) / 2;
      if (node == 0) {
        parent = NO_ROW;
      }
      u32 d = order >> 2 * turned & 3;
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
