// Potentials of members of groups by sums over all pairs (PotentialSums), of many sets at once.
#include "potential.cuh"

// A request, as CudaPotentialSums writes it: where its rows begin among all rows, and its depths
// among all depths.
struct Request {
  u64 sources, source_count, targets, target_count, depth;
  double scale, softening;
};

constexpr u32 WARPS = 8;  // of a block

// Adding it leaves the nearest integer, half to even, in the low bits (ExactSums.ROUNDING).
constexpr double ROUNDING = 0x1.8p52;

struct Sources {
  Place place[32];
  double mass[32];
};

// A warp adds the potential of a piece of the sources of a request to 32 of its targets, a lane
// each; requests follow each other piece by piece, and tile by tile within a piece.
extern "C" __global__ void add_pairs(const int* place, const double* mass, Field of_any,
                                     const u32* rows, const Request* requests,
                                     const u64* first_warp, u64 count, u64 piece, i64* depth) {
  __shared__ Sources shared[WARPS];
  u64 w = thread_index() / 32;
  if (w >= first_warp[count]) {
    return;
  }
  u64 q = count_below(count - 1, [&](u64 at) { return first_warp[at + 1] <= w; });
  Request request = requests[q];
  Field field = of_any.with(request.softening);
  u64 tiles = (request.target_count + 31) / 32;
  u64 from = (w - first_warp[q]) / tiles * piece;
  u64 to = min(from + piece, request.source_count);
  u64 target = (w - first_warp[q]) % tiles * 32 + lane_index();
  auto place_at = [&](u64 i) {
    const int* at = place + 3 * u64(__ldg(rows + i));
    return Place{__ldg(at), __ldg(at + 1), __ldg(at + 2)};
  };
  Place own = place_at(request.targets + min(target, request.target_count - 1));
  Sources& sources = shared[threadIdx.x / 32];
  u64 sum = 0;
  for (u64 first = from; first < to; first += 32) {
    u64 source = min(first + lane_index(), to - 1);
    __syncwarp();
    sources.place[lane_index()] = place_at(request.sources + source);
    sources.mass[lane_index()] = __ldg(mass + __ldg(rows + request.sources + source));
    __syncwarp();
    u32 some = u32(min(to - first, 32ull));
    for (u32 k = 0; k < some; k++) {
      double potential = field.potential(field.distance(sources.place[k], own));
      sum += u64(__double_as_longlong(sources.mass[k] * potential * request.scale + ROUNDING));
    }
  }
  if (target < request.target_count) {
    sum -= (to - from) * u64(__double_as_longlong(ROUNDING));
    atomicAdd(reinterpret_cast<u64*>(depth + request.depth + target), sum);
  }
}
