// Requests for nodes of other ranks (RemoteKernels), and points of other ranks among those here
// (FofKernels).
#include "nodes.cuh"

// Sets the bit of every source node that a list of pairs names.
extern "C" __global__ void mark_sources(const uint2* pairs, u64 count, u32* bits) {
  u64 k = thread_index();
  if (k >= count) {
    return;
  }
  u32 node = pairs[k].y, bit = 1u << node % 32;
  // Most pairs name a node that others have named before.
  if (!(bits[node / 32] & bit)) {
    atomicOr(bits + node / 32, bit);
  }
}

// below[b] = number of elements of an increasing array that are below bounds[b].
extern "C" __global__ void lower_bounds(const u32* sorted, u64 length, const u64* bounds,
                                        u64 count, u64* below) {
  u64 b = thread_index();
  if (b >= count) {
    return;
  }
  u64 low = 0, high = length;
  while (low < high) {
    u64 middle = (low + high) / 2;
    if (sorted[middle] < bounds[b]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  below[b] = low;
}

// First child and number of children of some nodes; with `once`, one child of a leaf whose points
// are all at one place.
extern "C" __global__ void child_ranges(const Node* nodes, const u32* which, u64 count, u32 once,
                                        uint2* ranges) {
  u64 i = thread_index();
  if (i < count) {
    Node node = read_node(nodes, which[i]);
    ranges[i] = make_uint2(node.first, once && node.is_point() ? 1 : node.size());
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

// nodes[which[i]].first = first[i].
extern "C" __global__ void set_first_children(Node* nodes, const u32* which, u64 count,
                                              const u32* first) {
  u64 i = thread_index();
  if (i < count) {
    nodes[which[i]].first = first[i];
  }
}

// Pointers of the remote points behind n points: a warp per remote leaf.
extern "C" __global__ void start_remote(const Node* leaves, const u32* which, const u32* first,
                                        u64 count, u64 n, u32* pointers) {
  u64 i = thread_index() / 32;
  if (i >= count) {
    return;
  }
  u64 begin = first[i], end = first[i + 1];
  bool one_group = read_node(leaves, which[i]).one_group();
  for (u64 j = begin + lane_index(); j < end; j += 32) {
    pointers[n + j] = u32(n + (one_group ? begin : j));
  }
}

// Remote points in a group of this rank, but of consecutive ones of one rank with the same group here
// and the same pointer there only the first.
extern "C" __global__ void find_crossings(const u32* pointers, u64 n, const u32* remote_pointers,
                                          u64 count, const u64* rank_start, u32 starts,
                                          u32* bits) {
  u64 j = thread_index();
  bool found = false;
  if (j < count) {
    u32 root = pointers[n + j];
    found = root < n;
    if (found && j > 0 && pointers[n + j - 1] == root && remote_pointers[j - 1] == remote_pointers[j]) {
      found = false;
      for (u32 r = 0; r < starts; r++) {
        found = found || rank_start[r] == j;
      }
    }
  }
  store_bits(bits, j, count, found);
}
