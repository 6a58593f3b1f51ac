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

// The nearest nodes so far by distance as a float, the farthest on top, in registers and local memory
// of a thread. Where floats are equal that decide which nodes are among the k, it is not decided.
template <u32 CAPACITY>
struct NearestNodes {
  u64 entry[CAPACITY];  // bits of the distance in the upper half, the node in the lower one
  u32 capacity;
  u32 count = 0;
  double reach;
  u64 top = 0;
  u32 nearest_left = 0x7f800000;  // least distance of those that were given up

  __device__ __forceinline__ NearestNodes(u64 capacity, double reach)
      : capacity(u32(capacity)), reach(reach) {}

  __device__ __forceinline__ double bound() const {
    return count < capacity ? reach : double(__uint_as_float(u32(top >> 32)));
  }

  __device__ __forceinline__ bool is_decided() const {
    return count < capacity || nearest_left > u32(top >> 32);
  }

  // Returns whether the bound may be another.
  __device__ __forceinline__ bool offer(double d, u32 node) {
    if (!(d <= reach)) {
      return false;
    }
    u64 offered = u64(__float_as_uint(float(d))) << 32 | node;
    if (count < capacity) {
      u32 i = count++;
      while (i > 0 && entry[(i - 1) / 2] < offered) {
        entry[i] = entry[(i - 1) / 2];
        i = (i - 1) / 2;
      }
      entry[i] = offered;
    } else {
      u64 left = max(offered, top);
      nearest_left = min(nearest_left, u32(left >> 32));
      if (offered >= top) {
        return false;
      }
      sink(offered, count);
    }
    top = entry[0];
    return count == capacity;
  }

  // Puts an entry in the place of the top of the first n.
  __device__ __forceinline__ void sink(u64 sunk, u32 n) {
    u32 i = 0;
    for (;;) {
      u32 child = 2 * i + 1;
      if (child >= n) {
        break;
      }
      u64 larger = entry[child];
      if (child + 1 < n && entry[child + 1] > larger) {
        larger = entry[++child];
      }
      if (larger < sunk) {
        break;
      }
      entry[i] = larger;
      i = child;
    }
    entry[i] = sunk;
  }

  // Puts the nearest first; it is a heap no longer.
  __device__ __forceinline__ void sort() {
    for (u32 last = count; last-- > 1;) {
      u64 sunk = entry[last];
      entry[last] = entry[0];
      sink(sunk, last);
    }
  }
};

template <class Real>
__device__ __forceinline__ double distance_at(const Tree<Real>& tree, u32 node,
                                              const Vector<Real>& place,
                                              const Vector<double>& query,
                                              const Space<double>& space) {
  return distance_of(
      query, tree.exact ? place_at(tree.exact, __ldg(tree.rows + node), u32(tree.flat)) : place,
      space);
}

// Shows all points of a node to a sink of rows. Returns whether the bound may be another.
template <class Real, class Sink>
__device__ __forceinline__ bool offer(Sink& sink, const Tree<Real>& tree, u32 node,
                                      double distance) {
  u32 row = __ldg(tree.rows + node);
  bool changed = false;
  while (row != NO_ROW && sink.offer(distance, row)) {
    changed = true;
    row = tree.next ? __ldg(tree.next + row) : NO_ROW;
  }
  return changed;
}

template <class Real, u32 CAPACITY>
__device__ __forceinline__ bool offer(NearestNodes<CAPACITY>& sink, const Tree<Real>&, u32 node,
                                      double distance) {
  return sink.offer(distance, node);
}

__device__ __forceinline__ double margin(float) { return 1 + 0x1p-18; }
__device__ __forceinline__ double margin(double) { return 1 + 0x1p-44; }
__device__ __forceinline__ double least(float) { return 0x1p-120; }
__device__ __forceinline__ double least(double) { return 0x1p-1000; }

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
    double farthest = sink.bound() + error_of_all;
    limit = round_up(farthest * farthest * margin(Real()) + least(Real()), Real());
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
    if (offer(sink, tree, node, distance_at(tree, node, place, query, space))) {
      set_limit();
    }
  }

  // Turns to the image that is nearest to a point.
  static __device__ __forceinline__ int turn_to(double difference, const Axis<double>& axis) {
    return fabs(difference) < axis.half ? 0 : difference > 0 ? 1 : -1;
  }
};
