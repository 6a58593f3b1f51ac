// The forest of group pointers under concurrent unions (FofKernels).
//
// pointer[i] is i for a root, otherwise a lower point of the same group. Why this is right while
// other warps work on the same forest, and although reads may come from a stale first-level cache:
// - Only a root is ever compare-and-swapped, only to a lower point, and a point that is no root
//   never becomes one again. Once an ancestor, always an ancestor: a stale pointer still
//   names a point of the same group, and the shortcuts that find() writes to points that are no
//   roots name ancestors whatever happens in between.
// - Pointers only ever name lower points: there is no cycle, and every loop ends.
// - Equal results of two stale find() mean one group. Different ones are settled by the
//   compare-and-swap, which acts on the true value: if it fails, it returns a lower point of the
//   group, and the union goes on from there.
#pragma once

#include "common.cuh"

struct Forest {
  u32* pointer;

  __device__ __forceinline__ u32 parent(u32 i) const {
    u32 value;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(pointer + i));
    return value;
  }

  // Root of the group of point i, or a point on the way there.
  __device__ __forceinline__ u32 find(u32 i) const {
    u32 next = parent(i);
    while (next != i) {
      u32 after = parent(next);
      if (after == next) {
        return next;
      }
      pointer[i] = after;
      i = after;
      next = parent(i);
    }
    return i;
  }

  // Makes one group of two; returns a point that stands for it.
  __device__ __forceinline__ u32 unite(u32 a, u32 b) const {
    u32 low = find(a), high = find(b);
    while (low != high) {
      if (low > high) {
        u32 t = low;
        low = high;
        high = t;
      }
      u32 seen = atomicCAS(pointer + high, high, low);
      if (seen == high) {
        return low;
      }
      high = find(seen);
    }
    return low;
  }
};
