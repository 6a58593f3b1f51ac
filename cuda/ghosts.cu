// What ranks send each other of their trees, and points of other ranks among those here
// (GhostKernels).
#include "forest.cuh"
#include "nodes.cuh"

// The range that element i is in; ranges may be empty.
__device__ __forceinline__ u64 range_of(const u64* start, u32 ranges, u64 i) {
  return count_below(start + 1, ranges, i + 1);
}

// For each pair the rank of its second node, above its first node.
extern "C" __global__ void name_receivers(const uint2* pairs, u64 count, const u64* start,
                                          u32 ranks, u32 node_bits, u64* names) {
  u64 k = thread_index();
  if (k < count) {
    uint2 pair = pairs[k];
    names[k] = range_of(start, ranks, pair.y) << node_bits | pair.x;
  }
}

// The nodes of the sorted names of which `firsts` are all different ones, and where the piece of
// each rank begins.
extern "C" __global__ void take_receivers(const u64* names, const u32* firsts, u64 count,
                                          u32 node_bits, u32* nodes, u32 ranks, u64* pieces) {
  u64 i = thread_index();
  if (i < count) {
    nodes[i] = u32(names[firsts[i]] & ((1ull << node_bits) - 1));
  }
  if (i <= ranks) {
    pieces[i] = count_below(count, [&](u64 at) { return names[firsts[at]] >> node_bits < i; });
  }
}

__device__ __forceinline__ u32 children(const Node& node, u32 once) {
  return once && node.is_point() ? 1 : node.size();
}

// First child and number of children of some nodes; with `once`, one child of a leaf whose points
// are all at one place.
extern "C" __global__ void child_ranges(const Node* nodes, const u32* which, u64 count, u32 once,
                                        uint2* ranges) {
  u64 i = thread_index();
  if (i < count) {
    Node node = read_node(nodes, which[i]);
    ranges[i] = make_uint2(node.first, children(node, once));
  }
}

extern "C" __global__ void range_lengths(const uint2* ranges, u64 count, u32* lengths) {
  u64 i = thread_index();
  if (i < count) {
    lengths[i] = ranges[i].y;
  }
}

// Rows of range i to rows[start[i]...]: a warp per range. Start also in 32 bits, start[count] last.
extern "C" __global__ void list_rows(const uint2* ranges, u64 count, const u64* start,
                                     u32* start_32, u32* rows) {
  u64 i = thread_index() / 32;
  u32 lane = lane_index();
  if (i > count) {
    return;
  }
  u64 at = start[i];
  if (lane == 0) {
    start_32[i] = u32(at);
  }
  if (i == count) {
    return;
  }
  uint2 range = ranges[i];
  for (u64 k = lane; k < range.y; k += 32) {
    rows[at + k] = range.x + u32(k);
  }
}

extern "C" __global__ void child_counts(const Node* nodes, u64 count, u32 once, u32* counts) {
  u64 i = thread_index();
  if (i < count) {
    counts[i] = children(read_node(nodes, u32(i)), once);
  }
}

extern "C" __global__ void set_first_children(Node* nodes, u64 count, const u64* first) {
  u64 i = thread_index();
  if (i < count) {
    nodes[i].first = u32(first[i]);
  }
}

// Keys by which equal values of a range come together, and their places.
extern "C" __global__ void keys_of_values(const u32* values, u64 count, const u64* start,
                                          u32 ranges, u64* keys, u32* places) {
  u64 i = thread_index();
  if (i < count) {
    keys[i] = range_of(start, ranges, i) << 32 | values[i];
    places[i] = u32(i);
  }
}

// The place that comes first among those with the same key.
extern "C" __global__ void first_equal(const u64* keys, const u32* places, u64 count, u32* first) {
  u64 k = thread_index();
  if (k < count) {
    first[places[k]] = places[count_below(keys, k, keys[k])];
  }
}

// --- points of other ranks ---------------------------------------------------------------------

extern "C" __global__ void take_points(const int* x, const int* y, const int* z, u32* pointers,
                                       const u32* which, u64 count, int4* packed) {
  u64 i = thread_index();
  if (i < count) {
    u32 point = which[i];
    packed[i] = make_int4(x[point], y[point], z[point], int(Forest{pointers}.find(point)));
  }
}

extern "C" __global__ void unpack_points(const int4* packed, u64 count, int* x, int* y, int* z,
                                         u32* root) {
  u64 i = thread_index();
  if (i < count) {
    int4 point = packed[i];
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
    root[i] = u32(point.w);
  }
}

// Pointers of the ghost points behind n points.
extern "C" __global__ void start_ghosts(const u32* first, u64 count, u64 n, u32* pointers) {
  u64 j = thread_index();
  if (j < count) {
    pointers[n + j] = u32(n) + first[j];
  }
}

// The first ghost points of groups that are part of a group of this rank.
extern "C" __global__ void find_crossings(u32* pointers, u64 n, const u32* first, u64 count,
                                          u32* bits) {
  u64 j = thread_index();
  bool found = j < count && first[j] == j && Forest{pointers}.find(u32(n + j)) < n;
  store_bits(bits, j, count, found);
}

extern "C" __global__ void take_crossings(const u32* found, u64 count, u32* pointers, u64 n,
                                          const u32* ghost_roots, u32* crossings) {
  u64 i = thread_index();
  if (i < count) {
    u32 j = found[i];
    crossings[3 * i] = j;
    crossings[3 * i + 1] = Forest{pointers}.find(u32(n + j));
    crossings[3 * i + 2] = ghost_roots[j];
  }
}

extern "C" __global__ void roots_of(u32* pointers, const u32* points, u64 count, u32* roots) {
  u64 i = thread_index();
  if (i < count) {
    roots[i] = Forest{pointers}.find(points[i]);
  }
}
