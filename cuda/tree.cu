// Tree planes (TreeKernels): where the order splits into nodes, and the boxes of the nodes.
#include "nodes.cuh"

constexpr u32 SPLIT_BLOCK = 256;
constexpr u32 MAX_CHILDREN = 64;
constexpr u32 NEVER = 127;

// Children of a plane: points, or the nodes of the next finer plane, which stand by the lower
// corner of their boxes (it lies in the same Morton cell as all their points).
struct PointChildren {
  Points points;

  __device__ __forceinline__ Place place(u32 i) const { return place_of(points, i); }
  __device__ __forceinline__ void box(u32 i, Place& lower, Place& upper) const {
    lower = upper = place(i);
  }
};

struct NodeChildren {
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

// Marks the children that begin a node. Gap i, before child i, is a split if the smallest Morton
// cell around it holds more than `max` children, which is so exactly if some window of max + 1
// consecutive children around the gap fits into a cell of the gap's level: if the smallest level
// of the windows that start at i - max ... i - 1 is not above the gap's. Coincident children (gap
// level 0) are never parted, except at multiples of MAX_SIZE.
//
// A block handles 256 gaps. Minima over windows of 2^p starts come from those of 2^(p-1) starts,
// and two of the largest that fit cover `max` starts.
template <class Children>
__device__ void mark_splits(const Children& children, u64 n, u32 max, u32* bits) {
  __shared__ Place place[SPLIT_BLOCK + 2 * MAX_CHILDREN];
  __shared__ u8 lowest[2][SPLIT_BLOCK + MAX_CHILDREN];
  i64 first = i64(blockIdx.x) * SPLIT_BLOCK - max;
  for (u32 k = threadIdx.x; k < SPLIT_BLOCK + 2 * max; k += SPLIT_BLOCK) {
    i64 i = first + k;
    if (i >= 0 && i < i64(n)) {
      place[k] = children.place(u32(i));
    }
  }
  __syncthreads();
  u32 starts = SPLIT_BLOCK + max;
  for (u32 k = threadIdx.x; k < starts; k += SPLIT_BLOCK) {
    bool whole = first + k >= 0 && first + k + max < i64(n);
    lowest[0][k] = whole ? morton_level(place[k], place[k + max]) : NEVER;
  }
  __syncthreads();
  u32 current = 0, width = 1;
  for (; 2 * width <= max; width *= 2) {
    for (u32 k = threadIdx.x; k < starts; k += SPLIT_BLOCK) {
      u32 other = k + width < starts ? lowest[current][k + width] : NEVER;
      lowest[current ^ 1][k] = min(u32(lowest[current][k]), other);
    }
    current ^= 1;
    __syncthreads();
  }
  u64 i = thread_index();
  u32 t = threadIdx.x;
  bool split = i % MAX_SIZE == 0;
  if (!split && i < n) {
    u32 level = morton_level(place[t + max - 1], place[t + max]);
    u32 window = min(lowest[current][t], lowest[current][t + max - width]);
    split = level > 0 && window <= level;
  }
  store_bits(bits, i, n, split && i < n);
}

extern "C" __global__ void mark_point_splits(const int* x, const int* y, const int* z, u64 n,
                                             u32 max, u32* bits) {
  mark_splits(PointChildren{{x, y, z}}, n, max, bits);
}

extern "C" __global__ void mark_node_splits(const Node* nodes, u64 n, u32 max, u32* bits) {
  mark_splits(NodeChildren{nodes}, n, max, bits);
}

constexpr u32 LANES_PER_NODE = 8;

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

// Nodes from the indices of their first children, starts[count] being the number of children.
// A node with more children than `max` can only hold coincident points: one of them will do.
template <class Children>
__device__ void make_nodes(const Children& children, const u32* starts, u64 count, u32 max,
                           Node* nodes) {
  u64 node = thread_index() / LANES_PER_NODE;
  bool inside = node < count;
  u32 first = inside ? __ldg(starts + node) : 0;
  u32 size = inside ? __ldg(starts + node + 1) - first : 1;
  u32 looked_at = size > max ? 1 : size;
  Place lower, upper;
  children.box(first, lower, upper);
  for (u32 k = lane_index() % LANES_PER_NODE; k < looked_at; k += LANES_PER_NODE) {
    Place low, high;
    children.box(first + k, low, high);
    lower = lower_of(lower, low);
    upper = upper_of(upper, high);
  }
  for (u32 distance = LANES_PER_NODE / 2; distance > 0; distance /= 2) {
    lower = lower_of(lower, from_lane(lower, distance));
    upper = upper_of(upper, from_lane(upper, distance));
  }
  if (inside && lane_index() % LANES_PER_NODE == 0) {
    store_node(nodes, u32(node), {lower, first, upper, size});
  }
}

extern "C" __global__ void make_leaves(const int* x, const int* y, const int* z, const u32* starts,
                                       u64 count, u32 max, Node* nodes) {
  make_nodes(PointChildren{{x, y, z}}, starts, count, max, nodes);
}

extern "C" __global__ void make_parents(const Node* finer, const u32* starts, u64 count, u32 max,
                                        Node* nodes) {
  make_nodes(NodeChildren{finer}, starts, count, max, nodes);
}
