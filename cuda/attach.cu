// The nearest primary particle of secondary ones (AttachKernels). A warp works on 32 consecutive
// queries, which lie close together since they come in Morton order.
#include "levels.cuh"

constexpr u32 WARPS = 4;        // per block
constexpr u32 WINDOW = 4;       // points looked at on either side of a query's place in order

// Whether a point comes before another in Morton order (Morton.before).
__device__ __forceinline__ bool before(const Place& a, const Place& b) {
  u32 x = a.x ^ b.x, y = a.y ^ b.y, z = a.z ^ b.z;
  if (__clz(x) > __clz(y)) {
    return __clz(y) > __clz(z) ? a.z < b.z : a.y < b.y;
  }
  return __clz(x) > __clz(z) ? a.z < b.z : a.x < b.x;
}

template <class Criterion>
__device__ __forceinline__ u64 lower_square(const Node& a, const Node& b,
                                            const Criterion& criterion) {
  return criterion.square(gap(a.lower.x, a.upper.x, b.lower.x, b.upper.x),
                          gap(a.lower.y, a.upper.y, b.lower.y, b.upper.y),
                          gap(a.lower.z, a.upper.z, b.lower.z, b.upper.z));
}

// The queries of a warp: one per lane, and the box of all of them.
template <class Criterion>
struct Queries {
  Place own;
  Node box;
  const Criterion& criterion;

  __device__ Queries(const Points& places, u64 i, const Criterion& c)
      : own(place_of(places, u32(i))), criterion(c) {
    Place lower = own, upper = own;
    for (u32 distance = 16; distance > 0; distance /= 2) {
      lower.x = min(lower.x, __shfl_xor_sync(FULL_WARP, lower.x, distance));
      lower.y = min(lower.y, __shfl_xor_sync(FULL_WARP, lower.y, distance));
      lower.z = min(lower.z, __shfl_xor_sync(FULL_WARP, lower.z, distance));
      upper.x = max(upper.x, __shfl_xor_sync(FULL_WARP, upper.x, distance));
      upper.y = max(upper.y, __shfl_xor_sync(FULL_WARP, upper.y, distance));
      upper.z = max(upper.z, __shfl_xor_sync(FULL_WARP, upper.z, distance));
    }
    box = {lower, 0, upper, 0};
  }

  // Which of 32 nodes from `base` on the box of all queries reaches; the same in all lanes.
  __device__ u32 reached(const Node* nodes, u64 base, u64 end, u64 reach) const {
    for (u32 distance = 16; distance > 0; distance /= 2) {
      u64 other = __shfl_xor_sync(FULL_WARP, reach, distance);
      reach = other > reach ? other : reach;
    }
    u64 i = base + lane_index();
    bool hit = i < end && lower_square(box, read_node(nodes, u32(i)), criterion) <= reach;
    return __ballot_sync(FULL_WARP, hit);
  }

  // Whether this lane's query reaches a node.
  __device__ bool reaches(const Node& node, u64 reach) const {
    return lower_square(Node{own, 0, own, 0}, node, criterion) <= reach;
  }
};

// The nearest point of one query so far.
template <class Criterion>
struct NearestPoint {
  const Points& points;
  const Place& query;
  const Criterion& criterion;
  u32 none;
  u32 best;
  u64 square;
  Place place;

  __device__ __forceinline__ void offer(u32 i) {
    Place p = place_of(points, i);
    u64 s = criterion.square(int(u32(query.x) - u32(p.x)), int(u32(query.y) - u32(p.y)),
                             int(u32(query.z) - u32(p.z)));
    if (s < square || (s == square && (best == none || comes_first(p)))) {
      best = i;
      square = s;
      place = p;
    }
  }

  __device__ __forceinline__ bool comes_first(const Place& p) const {
    return p.x != place.x ? p.x < place.x : p.y != place.y ? p.y < place.y : p.z < place.z;
  }

  // Looks at the neighbours in Morton order, for a first bound.
  __device__ void offer_neighbours(u32 count) {
    u32 at = count_below(count, [&](u32 i) { return before(place_of(points, i), query); });
    u32 end = count - at < WINDOW ? count : at + WINDOW;
    for (u32 i = at < WINDOW ? 0 : at - WINDOW; i < end; i++) {
      offer(i);
    }
  }
};

// Children of one node that are still to be visited: those in `mask` from `base` on, and those
// from base + 32 on.
struct Pending {
  u32 base, end, mask;
};

template <class Criterion>
__device__ void nearest(const Levels& levels, const Points& points, u64 count,
                        const Points& query_places, u64 query_count, const Criterion& criterion,
                        u32 none, u32* place, u64* square) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  Pending* pending = stack[threadIdx.x / 32];
  u64 i = thread_index();
  if (i - lane_index() >= query_count) {
    return;
  }
  Queries<Criterion> queries(query_places, min(i, query_count - 1), criterion);
  NearestPoint<Criterion> found{points, queries.own, criterion, none, none,
                                criterion.largest_square(), {}};
  found.offer_neighbours(u32(count));
  u32 top = u32(levels.count) - 1, p = top;
  Pending now = {0, u32(levels.top_nodes), 0};
  now.mask = queries.reached(levels.nodes[p], now.base, now.end, found.square);
  while (true) {
    if (now.mask == 0) {
      if (now.end - now.base > 32) {
        now.base += 32;
        now.mask = queries.reached(levels.nodes[p], now.base, now.end, found.square);
      } else if (p == top) {
        break;
      } else {
        now = pending[++p];
        __syncwarp();
      }
      continue;
    }
    u32 k = __ffs(now.mask) - 1;
    now.mask &= now.mask - 1;
    Node node = read_node(levels.nodes[p], now.base + k);
    if (!__any_sync(FULL_WARP, queries.reaches(node, found.square))) {
      continue;
    }
    if (p > 0) {
      if (lane_index() == 0) {
        pending[p] = now;
      }
      __syncwarp();
      p--;
      now = {node.first, node.first + node.size(), 0};
      now.mask = queries.reached(levels.nodes[p], now.base, now.end, found.square);
    } else {
      u32 end = node.first + (node.is_point() ? 1 : node.size());  // of coincident points one
      for (u32 j = node.first; j < end; j++) {
        found.offer(j);
      }
    }
  }
  if (i < query_count) {
    place[i] = found.best;
    square[i] = found.square;
  }
}

// Marks the queries to which any node is as near as what they have found.
template <class Criterion>
__device__ void reaching(const Node* nodes, u64 count, const Points& query_places, u64 query_count,
                         const u64* square, const Criterion& criterion, u32* bits) {
  u64 i = thread_index();
  if (i - lane_index() >= query_count) {
    return;
  }
  u64 own = min(i, query_count - 1);
  Queries<Criterion> queries(query_places, own, criterion);
  u64 reach = square[own];
  bool hit = false;
  for (u64 base = 0; base < count; base += 32) {
    u32 mask = queries.reached(nodes, base, count, reach);
    for (; mask != 0; mask &= mask - 1) {
      hit = hit || queries.reaches(read_node(nodes, u32(base) + __ffs(mask) - 1), reach);
    }
    if (__all_sync(FULL_WARP, hit)) {
      break;
    }
  }
  store_bits(bits, i, query_count, hit && i < query_count);
}

// --- entry points: one per criterion ----------------------------------------------------------

#define ATTACH_ENTRY_POINTS(suffix, Criterion)                                                     \
  extern "C" __global__ void __launch_bounds__(32 * WARPS) nearest_##suffix(                       \
      Levels levels, const int* x, const int* y, const int* z, u64 count, const int* query_x,      \
      const int* query_y, const int* query_z, u64 query_count, u32 none, u32* place, u64* square,  \
      Criterion criterion) {                                                                       \
    nearest(levels, {x, y, z}, count, {query_x, query_y, query_z}, query_count, criterion, none,   \
            place, square);                                                                        \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(32 * WARPS) reaching_##suffix(                      \
      const Node* nodes, u64 count, const int* query_x, const int* query_y, const int* query_z,    \
      u64 query_count, const u64* square, u32* bits, Criterion criterion) {                        \
    reaching(nodes, count, {query_x, query_y, query_z}, query_count, square, criterion, bits);     \
  }

ATTACH_ENTRY_POINTS(isotropic, IsotropicCriterion)
ATTACH_ENTRY_POINTS(general, GeneralCriterion)
