// Points of leaves on their way to be tested by all lanes of a warp, BATCH at a time. A leaf's points
// that matter to none are left out, and what is less than a batch waits for the next leaf.
#pragma once

#include "knn_index.cuh"

constexpr u32 BATCH = 8;
constexpr u32 RING = LEAF + BATCH;  // whole batches, with room for a leaf beside most of one

// A point within no distance.
__device__ constexpr float3 NOWHERE = {NAN, NAN, NAN};

struct PointRing {
  float4* points;  // shared [RING]: places in the frame, and 32 bits that tell which points they are
  u32 put_in = 0;
  u32 taken_out = 0;

  // Puts in the points of some lanes; where that of this lane is.
  __device__ __forceinline__ u32 put(const float3& at, u32 bits, bool wanted) {
    u32 all = __ballot_sync(FULL_WARP, wanted);
    u32 place = (put_in + __popc(all & lanes_below())) % RING;
    if (wanted) {
      points[place] = make_float4(at.x, at.y, at.z, __uint_as_float(bits));
    }
    put_in += __popc(all);
    return place;
  }

  __device__ __forceinline__ u32 waiting() const { return put_in - taken_out; }

  // Makes a whole batch of the points that wait.
  __device__ __forceinline__ void fill() { put(NOWHERE, 0, lane_index() < BATCH - waiting()); }

  // The place of the next batch, which stays until points are put in behind a barrier.
  __device__ __forceinline__ u32 take() {
    u32 place = taken_out % RING;
    taken_out += BATCH;
    return place;
  }
};
