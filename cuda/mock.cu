// Mock particles (MockParticles): the same operations in the same order as in Java.
#include "common.cuh"

constexpr u32 ROUNDS = 4;  // MockParticles.ROUNDS
constexpr u64 GOLDEN_GAMMA = 0x9e3779b97f4a7c15ull;  // MockParticles.GOLDEN_GAMMA

// The fields of MockParticles; all of 64 bits, as the launcher passes them.
struct Mock {
  u64 count, seed;
  const u64* first_slot;  // [haloes + 1]
  u64 haloes;
  const double* radius;
  const double* profile;
  u64 keys[ROUNDS];
  u64 half_bits;
};

// SplitMix64, as java.util.SplittableRandom with its standard increment.
struct SplitMix {
  u64 state;

  __device__ __forceinline__ u64 next() {
    state += GOLDEN_GAMMA;
    u64 z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }
};

__device__ __forceinline__ u64 mix(u64 state) { return SplitMix{state}.next(); }

__device__ __forceinline__ SplitMix stream(const Mock& mock, u64 number) {
  return {mix(mock.seed + number * GOLDEN_GAMMA)};
}

__device__ __forceinline__ u64 slot_of(const Mock& mock, u64 i) {
  u64 mask = (1ull << mock.half_bits) - 1, slot = i;
  do {
    u64 left = slot >> mock.half_bits, right = slot & mask;
    for (u32 round = 0; round < ROUNDS; round++) {
      u64 mixed = left ^ (mix(mock.keys[round] + right) & mask);
      left = right;
      right = mixed;
    }
    slot = left << mock.half_bits | right;
  } while (slot >= mock.count);
  return slot;
}

__device__ __forceinline__ Place anywhere(SplitMix& random) {
  u32 x = random.next() >> 32, y = random.next() >> 32, z = random.next() >> 32;
  return {int(x), int(y), int(z)};
}

__device__ __forceinline__ int moved(int origin, double cells) {
  return int(u32(origin) + u32(i64(rint(cells))));
}

__device__ Place in_halo(const Mock& mock, u64 slot, SplitMix& random) {
  u64 halo = 0, end = mock.haloes;
  while (end - halo > 1) {
    u64 middle = (halo + end) / 2;
    if (__ldg(mock.first_slot + middle) <= slot) {
      halo = middle;
    } else {
      end = middle;
    }
  }
  SplitMix of_halo = stream(mock, mock.count + halo);
  Place centre = anywhere(of_halo);
  double r = __ldg(mock.radius + halo) * __ldg(mock.profile + (random.next() >> 52));
  double u, v, square;
  do {
    u = double(i64(random.next()) >> 10) * 0x1p-53;
    v = double(i64(random.next()) >> 10) * 0x1p-53;
    square = u * u + v * v;
  } while (square >= 1);
  double scale = 2 * sqrt(1 - square);
  return {moved(centre.x, r * (u * scale)), moved(centre.y, r * (v * scale)),
          moved(centre.z, r * (1 - 2 * square))};
}

// Particles [first, first + count): their positions, IDs and velocities.
extern "C" __global__ void make_mock(Mock mock, u64 first, u64 count, int* positions, u64* ids,
                                     float* velocities) {
  u64 row = thread_index();
  if (row >= count) {
    return;
  }
  u64 i = first + row;
  u64 slot = slot_of(mock, i);
  SplitMix random = stream(mock, i);
  Place place = slot < __ldg(mock.first_slot + mock.haloes) ? in_halo(mock, slot, random)
                                                            : anywhere(random);
  positions[3 * row] = place.x;
  positions[3 * row + 1] = place.y;
  positions[3 * row + 2] = place.z;
  ids[row] = i + 1;
  for (u32 d = 0; d < 3; d++) {
    velocities[3 * row + d] = float(i64(random.next()) >> 40) * 0x1p-15f;
  }
}
