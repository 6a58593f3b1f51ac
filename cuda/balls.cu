// Coordinates on the device to fixed point, and balls that reach into a piece of the Morton order
// (ParticleKernels.quantise and findIntersecting).
#include "balls.cuh"

// Thread per coordinate.
template <class Real>
__device__ void quantise_nearest(const Real* xyz, u64 values, const FixedPointMap& map,
                                 u32 periodic, int* fixed) {
  u64 i = thread_index();
  if (i >= values) {
    return;
  }
  fixed[i] = nearest_fixed(double(xyz[i]), u32(i % 3), map, periodic);
}

extern "C" __global__ void quantise_nearest_4(const float* xyz, u64 values, FixedPointMap map,
                                              u32 periodic, int* fixed) {
  quantise_nearest(xyz, values, map, periodic, fixed);
}

extern "C" __global__ void quantise_nearest_8(const double* xyz, u64 values, FixedPointMap map,
                                              u32 periodic, int* fixed) {
  quantise_nearest(xyz, values, map, periodic, fixed);
}

// Whether a box has a key from first to last (KeyRange.meets).
__device__ bool box_meets(u32* low, u32* high, u64 first, u64 last) {
  while (true) {
    u64 lowest = key_of_cells(low), highest = key_of_cells(high);
    if (lowest > last || highest < first) {
      return false;
    }
    if (lowest >= first || highest <= last) {
      return true;
    }
    u32 bit = 63 - __clzll(lowest ^ highest);
    u32 d = 2 - bit % 3;
    u32 top = high[d];
    u32 middle = top >> bit / 3 << bit / 3;
    high[d] = middle - 1;
    if (key_of_cells(high) < first) {
      high[d] = top;
      low[d] = middle;
    }
  }
}

// Thread per ball: whether it reaches into the piece with the keys from first to last.
extern "C" __global__ void balls_reaching(const int* centre, const double* radius, u64 n,
                                          FixedPointMap map, u32 periodic, u64 first, u64 last,
                                          u32* bits) {
  u64 i = thread_index();
  bool reaches = i < n && any_box(centre + 3 * i, radius[i], map, periodic,
                                  [=](u32* low, u32* high) {
                                    return box_meets(low, high, first, last);
                                  });
  store_bits(bits, i, n, reaches);
}

// Thread per ball: whether it reaches out of the piece with the keys from first to last.
extern "C" __global__ void balls_leaving(const int* centre, const double* radius, u64 n,
                                         FixedPointMap map, u32 periodic, i64 first, i64 last,
                                         u32* bits) {
  u64 i = thread_index();
  store_bits(bits, i, n,
             i < n && leaves(centre + 3 * i, radius[i], map, periodic, first, last));
}
