// Links between the points of leaves; a warp works on one pair of leaves at a time.
#pragma once

#include "approximation.cuh"
#include "forest.cuh"

constexpr u32 MAX_LEAVES = 16;  // CudaFofKernels.MAX_CHILDREN: children of a node
constexpr u32 MAX_POINTS = 32;  // CudaFofKernels.MAX_POINTS: of a leaf whose points do not coincide, one per lane

// A point with its place in single precision, and a point of its group.
struct __align__(16) ListedPoint {
  float4 place;  // the point of the group in w, as bits

  __device__ __forceinline__ u32 group() const { return __float_as_uint(place.w); }
};

struct WarpScratch {
  Node leaf[2 * MAX_LEAVES];
  ListedPoint listed[MAX_POINTS];
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

  // A point of the group of this lane's point of a leaf.
  __device__ __forceinline__ u32 group(const Leaves& leaves, const Node& leaf) const {
    u32 leader = leaves.leader(leaf);
    return leaf.one_group() ? leader : forest.parent(leader + lane_index());
  }

  __device__ __forceinline__ void list(u32 place, const float3& p, u32 group) {
    scratch->listed[place].place = {p.x, p.y, p.z, __uint_as_float(group)};
  }

  // Bit i is set where this lane's point, if it is there, is linked to the i-th point of the list.
  // The points of the list are those of the lanes in `lanes`.
  __device__ __forceinline__ u32 linked_to_list(const Approximation<Criterion>& approximation,
                                                bool there, const Place& p, const Place& of_list,
                                                u32 lanes) {
    u32 count = __popc(lanes);
    float3 place = approximation.place(p);
    LinkedBits linked_bits;
#pragma unroll 4
    for (u32 i = 0; i < count; i++) {
      linked_bits.add(approximation.excess(place, scratch->listed[i].place));
    }
    u32 found = linked_bits.in_order(count);
    if (__any_sync(FULL_WARP, there && !(linked_bits.least > approximation.margin))) {
      found = 0;
      for (u32 i = 0; i < count; i++, lanes &= lanes - 1) {
        u32 source = __ffs(lanes) - 1;
        Place other = {__shfl_sync(FULL_WARP, of_list.x, source),
                       __shfl_sync(FULL_WARP, of_list.y, source),
                       __shfl_sync(FULL_WARP, of_list.z, source)};
        found |= u32(linked(p, other, criterion)) << i;
      }
    }
    return there ? found : 0;
  }

  // Links the points of two leaves; whether one link has made one group of both.
  __device__ __forceinline__ bool link_points(const Node& a, const Node& b) {
    Place p = {0, 0, 0}, q = {0, 0, 0};
    bool near_b = load(own, a, p) && near(p, b, criterion);
    u32 lanes = __ballot_sync(FULL_WARP, near_b);
    if (lanes == 0) {
      return false;
    }
    Approximation<Criterion> approximation(b, criterion);
    if (near_b) {
      list(__popc(lanes & lanes_below()), approximation.place(p), group(own, a));
    }
    bool in_b = load(other, b, q);
    __syncwarp();
    u32 links = linked_to_list(approximation, in_b, q, p, lanes);
    bool united = false;
    if (a.one_group() && b.one_group()) {
      united = __any_sync(FULL_WARP, links != 0);
      if (united && lane_index() == 0) {
        forest.unite(own.leader(a), other.leader(b));
      }
    } else if (links != 0) {
      links = a.one_group() ? links & (0 - links) : links;
      for (u32 root = group(other, b); links != 0; links &= links - 1) {
        root = forest.unite(root, scratch->listed[__ffs(links) - 1].group());
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
    u32 everyone = 0xffffffffu >> (32 - size);
    Place p = {0, 0, 0};
    Approximation<Criterion> approximation(leaf, criterion);
    if (lane < size) {
      p = place_of(own.points, first + lane);
      list(lane, approximation.place(p), 0);
    }
    __syncwarp();
    u32 friends = linked_to_list(approximation, lane < size, p, p, everyone);
    __syncwarp();
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
