// The nearest points that a warp has found for one query, in registers: section 3.2 and figure 12 of
// Kamel, Yan, Chester 2025 (CLOVER).
#pragma once

#include "nearest.cuh"

// 32 E points; place r of their order is in register r / 32 of lane r % 32. Where there are fewer, they
// end with distances of infinity and no row.
template <u32 E>
struct WarpPoints {
  double distance[E];
  u32 row[E];

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (u32 i = 0; i < E; i++) {
      distance[i] = infinity();
      row[i] = NO_ROW;
    }
  }

  // One step of a bitonic sorting network: places r and r ^ stride are put in order, which is an
  // increasing one where r has not the bit `size`.
  __device__ __forceinline__ void step(u32 size, u32 stride) {
#pragma unroll
    for (u32 i = 0; i < E; i++) {
      u32 place = i * 32 + lane_index();
      bool increasing = (place & size) == 0;
      if (stride >= 32) {
        u32 j = i ^ stride / 32;
        if (j > i && comes_before(distance[j], row[j], distance[i], row[i]) == increasing) {
          double d = distance[i];
          u32 r = row[i];
          distance[i] = distance[j], row[i] = row[j];
          distance[j] = d, row[j] = r;
        }
      } else {
        double d = __shfl_xor_sync(FULL_WARP, distance[i], stride);
        u32 r = __shfl_xor_sync(FULL_WARP, row[i], stride);
        bool lower = (place & stride) == 0;
        if (comes_before(d, r, distance[i], row[i]) == (lower == increasing)) {
          distance[i] = d;
          row[i] = r;
        }
      }
    }
  }

  __device__ __forceinline__ void sort() {
#pragma unroll
    for (u32 size = 2; size <= 32 * E; size *= 2) {
#pragma unroll
      for (u32 stride = size / 2; stride > 0; stride /= 2) {
        step(size, stride);
      }
    }
  }

  // Keeps the nearest of these and others, both in order: opposite places are compared, which
  // leaves a sequence that rises and falls once.
  template <u32 F>
  __device__ __forceinline__ void merge(const WarpPoints<F>& others) {
#pragma unroll
    for (u32 i = 0; i < F && i < E; i++) {
      double d = __shfl_xor_sync(FULL_WARP, others.distance[i], 31);
      u32 r = __shfl_xor_sync(FULL_WARP, others.row[i], 31);
      u32 mine = E - 1 - i;
      if (comes_before(d, r, distance[mine], row[mine])) {
        distance[mine] = d;
        row[mine] = r;
      }
    }
#pragma unroll
    for (u32 stride = 16 * E; stride > 0; stride /= 2) {
      step(64 * E, stride);
    }
  }
};

// Keeps up to 32 E points. Each lane holds back up to WAITING of its own before all are merged:
// with 1 it is the truncated bitonic sort of the paper, with more the selection of FAISS.
template <u32 E, u32 WAITING>
struct WarpQueue {
  WarpPoints<E> nearest;
  WarpPoints<WAITING> waiting;
  u32 held = 0;  // by this lane
  u32 k;
  double reach;
  double last_distance = infinity();  // the k-th
  u32 last_row = NO_ROW;

  __device__ __forceinline__ WarpQueue(u64 k, double reach) : k(u32(k)), reach(reach) {
    nearest.clear();
    waiting.clear();
  }

  __device__ __forceinline__ double bound() const { return fmin(reach, last_distance); }

  __device__ __forceinline__ bool wants(double d, u32 row) const {
    return row != NO_ROW && d <= reach && comes_before(d, row, last_distance, last_row);
  }

  // All lanes call it, each with a point or none. Returns whether the bound may be another.
  __device__ __forceinline__ bool add(bool wanted, double d, u32 row) {
    if (wanted) {
#pragma unroll
      for (u32 i = WAITING - 1; i > 0; i--) {
        waiting.distance[i] = waiting.distance[i - 1];
        waiting.row[i] = waiting.row[i - 1];
      }
      waiting.distance[0] = d;
      waiting.row[0] = row;
      held++;
    }
    bool full = __any_sync(FULL_WARP, held == WAITING);
    if (full) {
      flush();
    }
    return full;
  }

  __device__ __forceinline__ void flush() {
    waiting.sort();
    nearest.merge(waiting);
    waiting.clear();
    held = 0;
    u32 lane = (k - 1) % 32;
#pragma unroll
    for (u32 i = 0; i < E; i++) {
      if (i == (k - 1) / 32) {
        last_distance = __shfl_sync(FULL_WARP, nearest.distance[i], lane);
        last_row = __shfl_sync(FULL_WARP, nearest.row[i], lane);
      }
    }
  }

  __device__ __forceinline__ void put(const Answers& answers, u64 start) {
    flush();
#pragma unroll
    for (u32 i = 0; i < E; i++) {
      u32 place = i * 32 + lane_index();
      if (place < k) {
        answers.put(start + place, nearest.row[i], nearest.distance[i]);
      }
    }
  }
};
