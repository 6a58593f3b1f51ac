// Links between the points of leaves; a warp works on one pair of leaves at a time.
#pragma once

#include "forest.cuh"
#include "nodes.cuh"

constexpr u32 MAX_LEAVES = 16;  // CudaFofKernels.MAX_CHILDREN: children of a node
constexpr u32 MAX_POINTS = 32;  // CudaFofKernels.MAX_POINTS: of a leaf whose points do not coincide, one per lane

// A point that lies near another leaf, and the point that stands for its group.
struct __align__(16) ShellPoint {
  Place place;
  u32 group;
};

struct WarpScratch {
  Node leaf[2 * MAX_LEAVES];
  ShellPoint shell_a[MAX_POINTS];
  ShellPoint shell_b[MAX_POINTS];
};

// Leaves and their points; `offset` is the place of the points among all pointers.
struct Leaves {
  Points points;
  u32 offset;

  // The point that stands for the group of a leaf that is one group.
  __device__ __forceinline__ u32 leader(const Node& leaf) const { return leaf.first + offset; }
};

// Links leaves of `own` with each other (`other` is the same), or with leaves of another set.
template <class Criterion>
struct LeafLinker {
  Leaves own;
  Leaves other;
  Forest forest;
  Criterion criterion;
  WarpScratch* scratch;

  // This lane's point of a leaf, if there is one. Coincident points share one pointer and one place:
  // the first stands for all.
  __device__ __forceinline__ bool load(const Leaves& leaves, const Node& leaf, Place& p) {
    bool inside = lane_index() < (leaf.is_point() ? 1 : leaf.size());
    if (inside) {
      p = place_of(leaves.points, leaf.first + lane_index());
    }
    return inside;
  }

  // Packs the points of leaf `a` that are `within` the linking length of the box of another leaf;
  // their number.
  __device__ __forceinline__ u32 pack(bool within, const Place& p, const Leaves& leaves,
                                      const Node& a, ShellPoint* shell) {
    u32 mask = __ballot_sync(FULL_WARP, within);
    if (within) {
      u32 group = leaves.leader(a) + (a.one_group() ? 0 : lane_index());
      shell[__popc(mask & lanes_below())] = {p, group};
    }
    return __popc(mask);
  }

  // Links the points of two leaves; whether one link has made one group of both.
  __device__ __forceinline__ bool link_points(const Node& a, const Node& b) {
    Place p, q;
    bool in_a = load(own, a, p);
    bool in_b = load(other, b, q);
    u32 count_a = pack(in_a && near(p, b, criterion), p, own, a, scratch->shell_a);
    if (count_a == 0) {
      return false;
    }
    u32 count_b = pack(in_b && near(q, a, criterion), q, other, b, scratch->shell_b);
    __syncwarp();
    bool one_link_does = a.one_group() && b.one_group();
    bool united = false;
    u32 pairs = count_a * count_b;
    float per_row = 1.0f / count_b;
    for (u32 start = 0; start < pairs; start += 32) {
      u32 t = start + lane_index();
      // Exact: t + 1/2 is at least 1/2 away from a multiple of count_b, and t < 2^10.
      u32 i = u32((t + 0.5f) * per_row);
      bool hit = false;
      if (t < pairs) {
        ShellPoint from = scratch->shell_a[i];
        ShellPoint to = scratch->shell_b[t - i * count_b];
        hit = linked(from.place, to.place, criterion);
        if (hit && !one_link_does) {
          forest.unite(from.group, to.group);
        }
      }
      if (one_link_does && __any_sync(FULL_WARP, hit)) {
        if (lane_index() == 0) {
          forest.unite(own.leader(a), other.leader(b));
        }
        united = true;
        break;
      }
    }
    __syncwarp();
    return united;
  }

  // Each lane offers a pair of leaves of the scratch (`offered`); links those that are near.
  // Returns early, with true, when one link is enough (`one_link_does`) and was found.
  __device__ __forceinline__ bool link_leaves(bool offered, u32 a, u32 b, bool one_link_does) {
    bool left = offered && near(scratch->leaf[a], scratch->leaf[b], criterion);
    bool done = false;
    if (left && scratch->leaf[a].one_group() && scratch->leaf[b].one_group()) {
      u32 root_a = forest.find(scratch->leaf[a].first);
      u32 root_b = forest.find(scratch->leaf[b].first);
      if (root_a == root_b) {
        left = false;
      } else if (all_near(scratch->leaf[a], scratch->leaf[b], criterion)) {
        forest.unite(root_a, root_b);
        left = false;
        done = true;
      }
    }
    if (one_link_does && __any_sync(FULL_WARP, done)) {
      return true;
    }
    u32 remaining = __ballot_sync(FULL_WARP, left);
    for (bool first = true; remaining != 0; first = false) {
      u32 source = __ffs(remaining) - 1;
      remaining &= remaining - 1;
      Node leaf_a = scratch->leaf[__shfl_sync(FULL_WARP, a, source)];
      Node leaf_b = scratch->leaf[__shfl_sync(FULL_WARP, b, source)];
      // The pairs before may have joined these two.
      if (!first && leaf_a.one_group() && leaf_b.one_group()) {
        u32 root = forest.find(lane_index() % 2 ? leaf_a.first : leaf_b.first);
        if (__shfl_sync(FULL_WARP, root, 0) == __shfl_sync(FULL_WARP, root, 1)) {
          continue;
        }
      }
      if (link_points(leaf_a, leaf_b) && one_link_does) {
        return true;
      }
    }
    return false;
  }

  // Sets the pointers of a leaf from the links inside it; whether it is one group.
  __device__ __forceinline__ bool link_inside(const Node& leaf) {
    u32 lane = lane_index(), size = leaf.size(), first = leaf.first;
    if (dense(leaf, criterion)) {
      unite_range(first, first + size);
      return true;
    }
    Place p = {0, 0, 0};
    if (lane < size) {
      p = place_of(own.points, first + lane);
      scratch->shell_a[lane].place = p;
    }
    __syncwarp();
    // All lanes read the same point: cheaper from shared memory than by three shuffles.
    u32 friends = 1u << lane;
#pragma unroll 4
    for (u32 j = 0; j < size; j++) {
      friends |= u32(linked(p, scratch->shell_a[j].place, criterion)) << j;
    }
    __syncwarp();
    u32 everyone = 0xffffffffu >> (32 - size);
    // Often one point is a friend of all others, or nobody has a friend.
    if (__any_sync(FULL_WARP, lane < size && (friends & everyone) == everyone)) {
      friends = everyone;
    } else if (__any_sync(FULL_WARP, lane < size && friends != 1u << lane)) {
      // Transitive closure (Warshall): whoever has j as a friend has all friends of j.
#pragma unroll 4
      for (u32 j = 0; j < size; j++) {
        u32 of_j = __shfl_sync(FULL_WARP, friends, j);
        friends |= (friends >> j & 1) ? of_j : 0;
      }
    }
    if (lane < size) {
      forest.pointer[first + lane] = first + __ffs(friends) - 1;
    }
    return __all_sync(FULL_WARP, lane >= size || (friends & everyone) == everyone);
  }

  // Makes one group of all points of a range.
  __device__ __forceinline__ void unite_range(u32 first, u32 end) {
    for (u64 i = u64(first) + lane_index(); i < end; i += 32) {
      forest.pointer[i] = first;
    }
  }
};
