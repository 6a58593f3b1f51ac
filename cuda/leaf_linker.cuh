// Links between the points of leaves; a warp works on one pair of leaves at a time.
#pragma once

#include "approximation.cuh"
#include "forest.cuh"

constexpr u32 MAX_LEAVES = 16;  // CudaFofKernels.MAX_CHILDREN: children of a node
constexpr u32 MAX_POINTS = 32;  // CudaFofKernels.MAX_POINTS: of a leaf whose points do not coincide, one per lane

// Leaves that a warp looks at, and a list of points: their places in single precision, and in w
// either a point of their group or the square of their distance from the origin.
struct WarpScratch {
  Node leaf[2 * MAX_LEAVES];
  Frame frame[2 * MAX_LEAVES];
  float4 listed[MAX_POINTS];
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

  // This lane's point of a leaf, if it has so many.
  __device__ __forceinline__ bool load(const Leaves& leaves, u32 first, u32 points, Place& p) {
    bool inside = lane_index() < points;
    if (inside) {
      p = place_of(leaves.points, first + lane_index());
    }
    return inside;
  }

  __device__ __forceinline__ void load(const Leaves& leaves, const Node& leaf, Place& p) {
    load(leaves, leaf.first, leaf.size(), p);
  }

  // A point of the group of this lane's point of a leaf.
  __device__ __forceinline__ u32 group(const Leaves& leaves, const Node& leaf) const {
    u32 leader = leaves.leader(leaf);
    return leaf.one_group() ? leader : forest.parent(leader + lane_index());
  }

  // Bit i is set where this lane's point, if it is there, is linked to the i-th point of the list,
  // which is that of the i-th of the lanes given. excess() of a listed point is negative if it is
  // linked, positive if not, and within the margin if it may be either.
  template <class Excess>
  __device__ __forceinline__ u32 linked_to_list(float margin, bool there, const Place& p,
                                                const Place& of_list, u32 lanes, Excess excess) {
    u32 count = __popc(lanes);
    LinkedBits linked_bits;
#pragma unroll 4
    for (u32 i = 0; i < count; i++) {
      linked_bits.add(excess(scratch->listed[i]));
    }
    u32 found = linked_bits.in_order(count);
    if (__any_sync(FULL_WARP, there && !(linked_bits.least > margin))) {
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
  __device__ __forceinline__ bool link_points(const Node& a, const Frame& frame_a, const Node& b,
                                              const Frame& frame_b) {
    Place p = {0, 0, 0}, q = {0, 0, 0};
    bool in_a = load(own, a.first, frame_a.points, p);
    float3 place = frame_b.place(p, criterion);
    u32 lanes = __ballot_sync(FULL_WARP, in_a && frame_b.may_be_near(place, criterion));
    if (lanes == 0) {
      return false;
    }
    if (lanes >> lane_index() & 1) {
      scratch->listed[__popc(lanes & lanes_below())] = {place.x, place.y, place.z,
                                                        __uint_as_float(group(own, a))};
    }
    bool in_b = load(other, b.first, frame_b.points, q);
    place = frame_b.place(q, criterion);
    __syncwarp();
    u32 links = linked_to_list(frame_b.margin, in_b, q, p, lanes, [&](const float4& listed) {
      float x = place.x - listed.x, y = place.y - listed.y, z = place.z - listed.z;
      return __fmaf_rn(
          x, x, __fmaf_rn(y, y, __fmaf_rn(z, z, -criterion.approximate_max_square())));
    });
    bool united = false;
    if (a.one_group() && b.one_group()) {
      united = __any_sync(FULL_WARP, links != 0);
      if (united && lane_index() == 0) {
        forest.unite(own.leader(a), other.leader(b));
      }
    } else if (links != 0) {
      links = a.one_group() ? links & (0 - links) : links;
      for (u32 root = group(other, b); links != 0; links &= links - 1) {
        root = forest.unite(root, __float_as_uint(scratch->listed[__ffs(links) - 1].w));
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
    u32 pair = a << 16 | b;
    for (u32 remaining = __ballot_sync(FULL_WARP, left); remaining != 0;
         remaining &= remaining - 1) {
      u32 next = __shfl_sync(FULL_WARP, pair, __ffs(remaining) - 1);
      Node leaf_a = scratch->leaf[next >> 16];
      Node leaf_b = scratch->leaf[next & 0xffff];
      // The pairs before may have joined these two.
      if (leaf_a.one_group() && leaf_b.one_group()) {
        u32 root = forest.find(lane_index() % 2 ? leaf_a.first : leaf_b.first);
        if (__shfl_sync(FULL_WARP, root, 0) == __shfl_sync(FULL_WARP, root, 1)) {
          continue;
        }
      }
      if (link_points(leaf_a, scratch->frame[next >> 16], leaf_b, scratch->frame[next & 0xffff]) &&
          one_link_does) {
        return true;
      }
    }
    return false;
  }

  // Sets the pointers of a leaf that is not dense from the links inside it, where this lane has its
  // point p; whether it is one group.
  __device__ __forceinline__ bool link_inside(const Node& leaf, const Frame& frame,
                                              const Place& p) {
    u32 lane = lane_index(), size = leaf.size(), first = leaf.first;
    u32 everyone = 0xffffffffu >> (32 - size);
    float3 place = frame.place(p, criterion);
    float square = square_length(place);
    if (lane < size) {
      scratch->listed[lane] = {place.x, place.y, place.z, square};
    }
    __syncwarp();
    // |p - q|^2 - L^2 by products: fewer operations per point than by differences.
    float3 factor = {-2 * place.x, -2 * place.y, -2 * place.z};
    float rest = square - criterion.approximate_max_square();
    u32 friends =
        linked_to_list(frame.margin, lane < size, p, p, everyone, [&](const float4& q) {
          return __fmaf_rn(factor.x, q.x, __fmaf_rn(factor.y, q.y, __fmaf_rn(factor.z, q.z, q.w))) +
                 rest;
        });
    __syncwarp();
    u32 of_lowest = __shfl_sync(FULL_WARP, friends, __ffs(friends) - 1);
    if (__any_sync(FULL_WARP, lane < size && (friends & everyone) == everyone)) {
      friends = everyone;
    } else if (__any_sync(FULL_WARP, lane < size && friends != of_lowest)) {
      // Unless each point has the same friends as its first one: transitive closure (Warshall);
      // whoever has j as a friend has all friends of j.
#pragma unroll
      for (u32 j = 0; j < MAX_POINTS; j++) {
        if (j % 4 == 0 && j >= size) {
          break;
        }
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
