// Tree levels (TreeKernels): where the order splits into nodes, and the boxes of the nodes.
#include "nodes.cuh"

// Words of 32 gaps that a warp handles: there are many points, and few nodes (CudaTreeKernels).
constexpr u32 POINT_WORDS = 16;
constexpr u32 NODE_WORDS = 2;
// Most children of a node that the compiler knows of (TreeShape of CudaBackend).
constexpr u32 USUAL_POINTS = 32;
constexpr u32 USUAL_CHILDREN = 16;
constexpr u32 NEVER = 127;  // above all levels

// Children of a level: points, or the nodes of the next finer level, which stand by the lower
// corner of their boxes (it lies in the same Morton cell as all their points).
struct PointChildren {
  static constexpr u32 ROUNDS = 4;  // of LANES_PER_NODE children at a time
  Points points;

  __device__ __forceinline__ Place place(u32 i) const { return place_of(points, i); }
  __device__ __forceinline__ void box(u32 i, Place& lower, Place& upper) const {
    lower = upper = place(i);
  }
};

struct NodeChildren {
  static constexpr u32 ROUNDS = 2;
  const Node* nodes;

  __device__ __forceinline__ Place place(u32 i) const {
    int4 low = __ldg(reinterpret_cast<const int4*>(nodes + i));
    return {low.x, low.y, low.z};
  }
  __device__ __forceinline__ void box(u32 i, Place& lower, Place& upper) const {
    Node node = read_node(nodes, i);
    lower = node.lower;
    upper = node.upper;
  }
};

// Item lane + distance of 64 consecutive ones: the lanes hold 32 of them and the 32 that follow.
__device__ __forceinline__ u32 shifted(u32 first, u32 second, u32 distance) {
  if (distance % 32 == 0) {
    return distance == 0 ? first : second;
  }
  u32 given = lane_index() >= distance ? first : second;
  return __shfl_sync(FULL_WARP, given, (lane_index() + distance) % 32);
}

__device__ __forceinline__ Place shifted(const Place& first, const Place& second, u32 distance) {
  return {int(shifted(u32(first.x), u32(second.x), distance)),
          int(shifted(u32(first.y), u32(second.y), distance)),
          int(shifted(u32(first.z), u32(second.z), distance))};
}

// Level of the window of max + 1 children that starts at child i, of those that lie in 64 places.
__device__ __forceinline__ u32 window_level(const Place& first, const Place& second, u64 i, u64 n,
                                            u32 max) {
  u32 level = morton_level(first, shifted(first, second, max));
  return i + max < n ? level : NEVER;
}

// Marks the children that begin a node. Gap i, before child i, is a split if the smallest Morton
// cell around it holds more than `max` children, which is so exactly if some window of max + 1
// consecutive children around the gap fits into a cell of the gap's level: if the smallest level
// of the windows that start at i - max ... i - 1 is not above the gap's. Coincident children (gap
// level 0) are never parted, except at multiples of MAX_SIZE.
//
// A warp handles 32 gaps at a time, WORDS times over. Minima over 2^p starts come from those over
// 2^(p-1) starts, and two of the largest that fit cover `max` starts.
template <u32 WORDS, class Children>
__device__ __forceinline__ void mark_splits(const Children& children, u64 n, u32 max, u32* bits) {
  u64 word = thread_index() / 32 * WORDS, words = (n + 31) / 32;
  if (word >= words) {
    return;
  }
  auto place = [&](u64 of_word) {
    return children.place(u32(min(of_word * 32 + lane_index(), n - 1)));
  };
  u64 i = word * 32 + lane_index();
  Place here = place(word), after = place(word + 1), before = here;
  u32 level_before = NEVER;
  if (word > 0) {
    before = place(word - 1);
    level_before = window_level(before, here, i - 32, n, max);
  }
  for (u64 end = min(word + WORDS, words); word < end; word++, i += 32) {
    Place coming = place(word + 2);
    u32 level = window_level(here, after, i, n, max);
    u32 low = level_before, high = level, width = 1;
#pragma unroll
    for (; 2 * width <= max; width *= 2) {
      low = min(low, shifted(low, high, width));
      high = min(high, shifted(high, NEVER, width));
    }
    u32 window = min(shifted(low, high, 32 - max), shifted(low, high, 32 - width));
    u32 gap = morton_level(shifted(before, here, 31), here);
    bool split = i % MAX_SIZE == 0 || (gap > 0 && window <= gap);
    store_bits(bits, i, n, split && i < n);
    before = here;
    here = after;
    after = coming;
    level_before = level;
  }
}

extern "C" __global__ void mark_point_splits(const int* x, const int* y, const int* z, u64 n,
                                             u32 max, u32* bits) {
  PointChildren children{{x, y, z}};
  if (max == USUAL_POINTS) {
    mark_splits<POINT_WORDS>(children, n, USUAL_POINTS, bits);
  } else {
    mark_splits<POINT_WORDS>(children, n, max, bits);
  }
}

extern "C" __global__ void mark_node_splits(const Node* nodes, u64 n, u32 max, u32* bits) {
  NodeChildren children{nodes};
  if (max == USUAL_CHILDREN) {
    mark_splits<NODE_WORDS>(children, n, USUAL_CHILDREN, bits);
  } else {
    mark_splits<NODE_WORDS>(children, n, max, bits);
  }
}

constexpr u32 LANES_PER_NODE = 8;  // CudaTreeKernels.LANES_PER_NODE

__device__ __forceinline__ Place lower_of(const Place& a, const Place& b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}

__device__ __forceinline__ Place upper_of(const Place& a, const Place& b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}

__device__ __forceinline__ Place from_lane(const Place& p, u32 distance) {
  return {__shfl_xor_sync(FULL_WARP, p.x, distance), __shfl_xor_sync(FULL_WARP, p.y, distance),
          __shfl_xor_sync(FULL_WARP, p.z, distance)};
}

// Nodes from the indices of their first children, of n in all.
// A node with more children than `max` can only hold coincident points: one of them will do.
template <class Children>
__device__ void make_nodes(const Children& children, u64 n, const u32* starts, u64 count, u32 max,
                           Node* nodes) {
  u64 node = thread_index() / LANES_PER_NODE;
  bool inside = node < count;
  u32 first = inside ? __ldg(starts + node) : 0;
  u32 end = node + 1 < count ? __ldg(starts + node + 1) : u32(n);
  u32 size = inside ? end - first : 1;
  u32 looked_at = size > max ? 1 : size;
  Place lower, upper;
  children.box(first, lower, upper);
  for (u32 start = 0; start < looked_at; start += Children::ROUNDS * LANES_PER_NODE) {
    // All loads at once; the last child stands in for those that are not there.
#pragma unroll
    for (u32 round = 0; round < Children::ROUNDS; round++) {
      u32 child = start + round * LANES_PER_NODE + lane_index() % LANES_PER_NODE;
      Place low, high;
      children.box(first + min(child, looked_at - 1), low, high);
      lower = lower_of(lower, low);
      upper = upper_of(upper, high);
    }
  }
  for (u32 distance = LANES_PER_NODE / 2; distance > 0; distance /= 2) {
    lower = lower_of(lower, from_lane(lower, distance));
    upper = upper_of(upper, from_lane(upper, distance));
  }
  if (inside && lane_index() % LANES_PER_NODE == 0) {
    store_node(nodes, u32(node), {lower, first, upper, size});
  }
}

extern "C" __global__ void make_leaves(const int* x, const int* y, const int* z, u64 n,
                                       const u32* starts, u64 count, u32 max, Node* nodes) {
  make_nodes(PointChildren{{x, y, z}}, n, starts, count, max, nodes);
}

extern "C" __global__ void make_parents(const Node* finer, u64 n, const u32* starts, u64 count,
                                        u32 max, Node* nodes) {
  make_nodes(NodeChildren{finer}, n, starts, count, max, nodes);
}
