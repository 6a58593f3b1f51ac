// A left-balanced k-d tree (org.jzfof.methods.KdTree) and the walk without a stack, in the same
// operations as KdWalk.java.
#pragma once

#include "knn_index.cuh"

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
};

struct KdQueries {
  const void* xyz;
  u64 doubles;          // whether they are
  const u32* order;     // rows, in the order in which they are answered
  const double* reach;  // by row, or null for no bound
};

// Above the errors of coordinates that were wrapped: those of the nodes, and of a query relative to
// its coordinate and the side.
struct Slack {
  double of_nodes[3];
  double rounding;
};

__device__ __forceinline__ Vector<double> place_of(const KdQueries& queries, u32 row, u64 flat) {
  if (queries.doubles) {
    return place_at(static_cast<const double*>(queries.xyz), row, u32(flat));
  }
  Vector<float> p = place_at(static_cast<const float*>(queries.xyz), row, u32(flat));
  return {double(p.x), double(p.y), double(p.z)};
}

__device__ __forceinline__ double reach_of(const KdQueries& queries, u32 row) {
  return queries.reach ? queries.reach[row] : infinity();
}

__device__ __forceinline__ bool comes_before(double distance_a, u32 row_a, double distance_b,
                                             u32 row_b) {
  return distance_a < distance_b || (distance_a == distance_b && row_a < row_b);
}

__device__ __forceinline__ double wrap_into(double x, double side) {
  return fmax(0.0, fmin(side, wrap(x, side)));
}

// The nearest points so far by (distance, row), the farthest on top; element i is at i * stride.
struct NearestHeap {
  double* distance;
  u32* row;
  u64 stride;
  u64 capacity;
  double reach;
  u64 count = 0;
  double top_distance = 0;  // of the top, which is looked at most
  u32 top_row = 0;

  __device__ __forceinline__ NearestHeap(double* distance, u32* row, u64 stride, u64 capacity,
                                         double reach)
      : distance(distance), row(row), stride(stride), capacity(capacity), reach(reach) {}

  // Points beyond this distance are not wanted.
  __device__ __forceinline__ double bound() const {
    return count < capacity ? reach : top_distance;
  }

  __device__ __forceinline__ void put(u64 i, double d, u32 r) {
    distance[i * stride] = d;
    row[i * stride] = r;
  }

  // Whether points at the same distance with larger rows may be wanted.
  __device__ __forceinline__ bool offer(double d, u32 r) {
    if (count < capacity) {
      if (!(d <= reach)) {
        return false;
      }
      u64 i = count++;
      while (i > 0) {
        u64 parent = (i - 1) / 2;
        double parent_distance = distance[parent * stride];
        u32 parent_row = row[parent * stride];
        if (!comes_before(parent_distance, parent_row, d, r)) {
          break;
        }
        put(i, parent_distance, parent_row);
        i = parent;
      }
      put(i, d, r);
    } else {
      if (count == 0 || !comes_before(d, r, top_distance, top_row)) {
        return false;
      }
      sink(d, r, count);
    }
    top_distance = distance[0];
    top_row = row[0];
    return true;
  }

  // Puts a point in the place of the top of the first n.
  __device__ __forceinline__ void sink(double d, u32 r, u64 n) {
    u64 i = 0;
    for (;;) {
      u64 child = 2 * i + 1;
      if (child >= n) {
        break;
      }
      double child_distance = distance[child * stride];
      u32 child_row = row[child * stride];
      if (child + 1 < n) {
        double right_distance = distance[(child + 1) * stride];
        u32 right_row = row[(child + 1) * stride];
        if (comes_before(child_distance, child_row, right_distance, right_row)) {
          child++;
          child_distance = right_distance;
          child_row = right_row;
        }
      }
      if (!comes_before(d, r, child_distance, child_row)) {
        break;
      }
      put(i, child_distance, child_row);
      i = child;
    }
    put(i, d, r);
  }

  // Puts the nearest first; it is a heap no longer.
  __device__ __forceinline__ void sort() {
    for (u64 last = count; last-- > 1;) {
      double d = distance[last * stride];
      u32 r = row[last * stride];
      put(last, distance[0], row[0]);
      sink(d, r, last);
    }
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

template <class Real, class Sink>
struct Walk {
  const Tree<Real>& tree;
  const Space<double>& space;
  const Slack& slacks;
  Sink& sink;
  Vector<double> query;
  double home[3];   // the query, wrapped
  double image[3];  // the image from which the tree is walked
  int turn[3];      // sides by which it is below the query
  double gap[3];    // its least distance to the box
  double slack[3];

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

  // Shows the points within the bound to the sink, and maybe others. Images are numbered by their
  // turns: 0 for none, 1 below, 2 above.
  __device__ void run() {
    for (u32 d = 0; d < 3; d++) {
      home[d] = is_inside(d) ? at(d) : wrap_into(at(d), axis(d).side);
    }
    u32 images_x = images(0), images_y = images(1), images_z = images(2);
    for (u32 x = 0; x < images_x; x++) {
      move_to(0, x);
      for (u32 y = 0; y < images_y; y++) {
        move_to(1, y);
        for (u32 z = 0; z < images_z; z++) {
          move_to(2, z);
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
    slack[d] = slacks.of_nodes[d];
    if (turns != 0 || !is_inside(d)) {
      slack[d] += slacks.rounding * (fabs(at(d)) + side);
    }
    double outside = turns == 0 ? 0 : turns < 0 ? home[d] : side - home[d];
    gap[d] = fmax(0.0, outside - slack[d]);
  }

  __device__ void walk() {
    i64 count = i64(tree.count), previous = -1;
    i64 node = count == 0 ? -1 : 0;
    while (node >= 0) {
      i64 parent = (node + 1) / 2 - 1, child = 2 * node + 1;
      i64 following = parent;
      if (node < count) {  // else it is a near child that is not there
        Vector<Real> place = place_at(tree.xyz, u64(node), u32(tree.flat));
        if (previous < child) {
          visit(node, place);
        }
        u32 level = 63 - __clzll(node + 1);
        u32 d = u32(tree.dimension[level % u32(tree.dimensions)]);
        double plane = d == 0 ? place.x : d == 1 ? place.y : place.z;
        double beyond = image[d] - plane;
        i64 near = beyond > 0 ? child + 1 : child, far = beyond > 0 ? child : child + 1;
        if (previous == near) {
          following = far < count && is_within(beyond, slack[d]) ? far : parent;
        } else if (previous != far && child < count) {
          following = near;
        }
      }
      previous = node;
      node = following;
    }
  }

  // Whether the bound reaches across a plane.
  __device__ __forceinline__ bool is_within(double beyond, double error) const {
    double least = fmax(0.0, fabs(beyond) - error);
    return sqrt(least * least) <= sink.bound();  // rounded as distances are
  }

  __device__ __forceinline__ void visit(i64 node, const Vector<Real>& place) {
    if (turn_to(home[0] - double(place.x), space.x) != turn[0] ||
        turn_to(home[1] - double(place.y), space.y) != turn[1] ||
        turn_to(home[2] - double(place.z), space.z) != turn[2]) {
      return;
    }
    u32 row = __ldg(tree.rows + node);
    Vector<Real> exact = tree.exact ? place_at(tree.exact, row, u32(tree.flat)) : place;
    double distance = distance_of(query, exact, space);
    while (row != NO_ROW && sink.offer(distance, row)) {
      row = tree.next ? __ldg(tree.next + row) : NO_ROW;
    }
  }

  // Turns to the image that is nearest to a point.
  static __device__ __forceinline__ int turn_to(double difference, const Axis<double>& axis) {
    return fabs(difference) < axis.half ? 0 : difference > 0 ? 1 : -1;
  }
};
