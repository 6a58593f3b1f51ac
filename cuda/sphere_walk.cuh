// A warp walks a tree for the points inside one sphere.
#pragma once

#include "levels.cuh"

constexpr u32 WARPS = 8;  // per block

// Children of one node that are still to be visited: those in `mask` from `base` on, and those
// from base + 32 on.
struct Pending {
  u32 base, end, mask;
};

__device__ __forceinline__ u64 first_point(const Levels& levels, u32 level, Node node) {
  for (u32 l = level; l > 0; l--) {
    node = read_node(levels.nodes[l - 1], node.first);
  }
  return node.first;
}

__device__ __forceinline__ u64 end_of_points(const Levels& levels, u32 level, Node node) {
  for (u32 l = level; l > 0; l--) {
    node = read_node(levels.nodes[l - 1], node.first + node.size() - 1);
  }
  return u64(node.first) + node.size();
}

__device__ __forceinline__ Place centre_of(const int* centres, u64 s) {
  return {centres[3 * s], centres[3 * s + 1], centres[3 * s + 2]};
}

// What is inside goes to `Take`, of which every lane has one: whole nodes to take.nodes(from, to)
// where take.whole(level, inside) says so, otherwise single points to take.point(i, distances), of
// the leaves of which take.opens_leaf() says so, the same for all lanes.
template <class Criterion, class Take>
struct SphereWalk {
  const Levels& levels;
  const Points& points;
  Place centre;
  u64 square;
  const Criterion& criterion;
  Take& take;

  // Takes the nodes from `base` on that may be taken whole; returns which of 32 are to be opened.
  __device__ u32 visit(u32 level, u32 base, u32 end) {
    u32 i = base + lane_index();
    bool open = false;
    if (i < end) {
      Node node = read_node(levels.nodes[level], i);
      u64 nearest = criterion.square(gap(node.lower.x, node.upper.x, centre.x, centre.x),
                                     gap(node.lower.y, node.upper.y, centre.y, centre.y),
                                     gap(node.lower.z, node.upper.z, centre.z, centre.z));
      if (nearest <= square) {
        open = true;
        if (Take::NODES) {
          u64 farthest = criterion.square(reach(node.lower.x, node.upper.x, centre.x, centre.x),
                                          reach(node.lower.y, node.upper.y, centre.y, centre.y),
                                          reach(node.lower.z, node.upper.z, centre.z, centre.z));
          open = !take.whole(level, farthest <= square);
          if (!open) {
            take.nodes(first_point(levels, level, node), end_of_points(levels, level, node));
          }
        }
      }
    }
    return __ballot_sync(FULL_WARP, open);
  }

  __device__ void take_points(u32 first, u32 size) {
    for (u32 k = lane_index(); k < size; k += 32) {
      Place p = place_of(points, first + k);
      int dx = int(u32(p.x) - u32(centre.x)), dy = int(u32(p.y) - u32(centre.y)),
          dz = int(u32(p.z) - u32(centre.z));
      if (criterion.square(dx, dy, dz) <= square) {
        take.point(first + k, dx, dy, dz);
      }
    }
  }

  __device__ void walk(Pending* stack) {
    u32 top = u32(levels.count) - 1, level = top;
    Pending at = {0, u32(levels.top_nodes), 0};
    at.mask = visit(level, at.base, at.end);
    while (true) {
      if (at.mask != 0) {
        Node node = read_node(levels.nodes[level], at.base + __ffs(at.mask) - 1);
        at.mask &= at.mask - 1;
        if (level == 0) {
          if (take.opens_leaf()) {
            take_points(node.first, node.size());
          }
        } else {
          if (lane_index() == 0) {
            stack[level] = at;
          }
          __syncwarp();
          level--;
          at = {node.first, node.first + node.size(), 0};
          at.mask = visit(level, at.base, at.end);
        }
      } else if (at.end - at.base > 32) {
        at.base += 32;
        at.mask = visit(level, at.base, at.end);
      } else if (level == top) {
        return;
      } else {
        level++;
        at = stack[level];
        __syncwarp();  // before it is written again
      }
    }
  }
};
