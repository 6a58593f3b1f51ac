// Searches of one query in a thread, for the methods of org.jzfof.methods. An Index has nodes, each a
// place with one point or more:
//   row_of(node)                        smallest row
//   distance_to(node, query, space)     exact
//   next, flat                          see Tree
// and Walk<Sink>(index, space, slack, sink, query).run() offers nodes to a sink.
#pragma once

#include "knn_index.cuh"
#include "work.cuh"

struct MethodQueries {
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

__device__ __forceinline__ Vector<double> place_of(const MethodQueries& queries, u32 row, u64 flat) {
  if (queries.doubles) {
    return place_at(static_cast<const double*>(queries.xyz), row, u32(flat));
  }
  Vector<float> p = place_at(static_cast<const float*>(queries.xyz), row, u32(flat));
  return {double(p.x), double(p.y), double(p.z)};
}

__device__ __forceinline__ double reach_of(const MethodQueries& queries, u32 row) {
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
    if (count < capacity) {
      return reach;
    }
    return double(__uint_as_float(u32(top >> 32))) * (1 + 0x1p-23) + 0x1p-149;  // as it was rounded
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

// Shows all points of a node to a sink of rows. Returns whether the bound may be another.
template <class Index, class Sink>
__device__ __forceinline__ bool offer(Sink& sink, const Index& index, u32 node,
                                      double distance) {
  u32 row = index.row_of(node);
  bool changed = false;
  while (row != NO_ROW && sink.offer(distance, row)) {
    changed = true;
    row = index.next ? __ldg(index.next + row) : NO_ROW;
  }
  return changed;
}

template <class Index, u32 CAPACITY>
__device__ __forceinline__ bool offer(NearestNodes<CAPACITY>& sink, const Index&, u32 node,
                                      double distance) {
  return sink.offer(distance, node);
}

__device__ __forceinline__ double margin(float) { return 1 + 0x1p-18; }
__device__ __forceinline__ double margin(double) { return 1 + 0x1p-44; }
__device__ __forceinline__ double least(float) { return 0x1p-120; }
__device__ __forceinline__ double least(double) { return 0x1p-1000; }

// Above the square of distances, computed with an error, that may be within a bound.
template <class Real>
__device__ __forceinline__ Real limit_of(double bound, double error) {
  double farthest = bound + error;
  return round_up(farthest * farthest * margin(Real()) + least(Real()), Real());
}

// --- answers -----------------------------------------------------------------------------------

// Where the answer to a place goes.
__device__ __forceinline__ u64 start_of(const MethodQueries& queries, u64 place, u64 first_place,
                                        const Answers& answers) {
  return (answers.by_place ? place - first_place : u64(queries.order[place])) * answers.k;
}

__device__ __forceinline__ void put_none(const Answers& answers, u64 start, u64 count) {
  for (u64 i = count; i < answers.k; i++) {
    answers.put(start + i, NO_ROW, infinity());
  }
}

// Answers queries whose heaps lie side by side: those of places [from, to), or of [from, to) in
// `chosen`, which counts places from `first_place`.
template <template <class> class Walk, class Heap = NearestHeap, class Index>
__device__ __forceinline__ void find_nearest(const Index& index, const Space<double>& space,
                                             const Slack& slack, const MethodQueries& queries, u64 from,
                                             u64 to, const u32* chosen, double* distances,
                                             u32* rows, u64 first_place, const Answers& answers,
                                             const Work& work = {}) {
  u64 thread = thread_index();
  if (from + thread >= to) {
    return;
  }
  u64 place = chosen ? first_place + chosen[from + thread] : from + thread;
  u32 row = queries.order[place];
  Heap nearest(distances + thread, rows + thread, to - from, answers.k, reach_of(queries, row));
  Walk<Heap>(index, space, slack, nearest, place_of(queries, row, index.flat)).run();
  work.add(row, nearest);
  nearest.sort();
  u64 start = start_of(queries, place, first_place, answers);
  for (u64 i = 0; i < nearest.count; i++) {
    answers.put(start + i, nearest.row[i * nearest.stride], nearest.distance[i * nearest.stride]);
  }
  put_none(answers, start, nearest.count);
}

// Nodes whose distances are equal as floats, and maybe not as doubles, are put in order.
template <class Index, u32 CAPACITY>
__device__ __forceinline__ void put_nodes(const Index& index, const Space<double>& space,
                                          const Vector<double>& query,
                                          const NearestNodes<CAPACITY>& nearest,
                                          const Answers& answers, u64 start) {
  for (u32 i = 0; i < nearest.count;) {
    u32 end = i + 1;
    while (end < nearest.count && nearest.entry[end] >> 32 == nearest.entry[i] >> 32) {
      end++;
    }
    double previous = -1;
    u32 previous_row = 0;
    for (u32 put = i; put < end; put++) {
      double least = infinity();
      u32 least_row = NO_ROW;
      for (u32 j = i; j < end; j++) {
        u32 node = u32(nearest.entry[j]), row = index.row_of(node);
        double d = index.distance_to(node, query, space);
        if (comes_before(previous, previous_row, d, row) && comes_before(d, row, least, least_row)) {
          least = d;
          least_row = row;
        }
      }
      answers.put(start + put, least_row, least);
      previous = least;
      previous_row = least_row;
    }
    i = end;
  }
  put_none(answers, start, nearest.count);
}

// Answers the queries of places [from, to) where no points coincide and k is at most CAPACITY. Bits of
// those that must be asked in another way are set in `undecided`, from the first.
template <template <class> class Walk, u32 CAPACITY, class Index>
__device__ __forceinline__ void find_nearest_nodes(const Index& index,
                                                   const Space<double>& space, const Slack& slack,
                                                   const MethodQueries& queries, u64 from, u64 to,
                                                   const Answers& answers, u32* undecided) {
  u64 place = from + thread_index();
  bool decided = true;
  if (place < to) {
    u32 row = queries.order[place];
    Vector<double> query = place_of(queries, row, index.flat);
    NearestNodes<CAPACITY> nearest(answers.k, reach_of(queries, row));
    Walk<NearestNodes<CAPACITY>>(index, space, slack, nearest, query).run();
    decided = nearest.is_decided();
    if (decided) {
      nearest.sort();
      put_nodes(index, space, query, nearest, answers, start_of(queries, place, from, answers));
    }
  }
  store_bits(undecided, place - from, to - from, !decided);
}
