// Partition of rows by the first bits of their Morton keys (PrefixPartition): points that are near
// come near each other in memory, whatever their order was. Stable.
#include "morton.cuh"

constexpr u32 PREFIXES = 1u << 3 * PREFIX_LEVELS;
constexpr u32 BLOCK = 512;  // PrefixPartition.BLOCK
constexpr u32 WARPS = BLOCK / 32;
constexpr u32 STRETCH = 16384;  // PrefixPartition.STRETCH: rows of a block
constexpr u32 TILE_ITEMS = 8;
constexpr u32 TILE = BLOCK * TILE_ITEMS;  // rows that a block orders at a time
constexpr u32 TILES = STRETCH / TILE;
constexpr u32 OWN = PREFIXES / BLOCK;  // prefixes of a thread
static_assert(STRETCH % TILE == 0 && OWN * BLOCK == PREFIXES, "whole tiles, and as many prefixes each");

// Rows of each prefix in each stretch: counts[prefix * stretches + stretch].
extern "C" __global__ void __launch_bounds__(BLOCK) count_prefixes(const int* positions, u64 n,
                                                                   u64 stretches, u32* counts) {
  __shared__ u32 count[PREFIXES];
  for (u32 p = threadIdx.x; p < PREFIXES; p += BLOCK) {
    count[p] = 0;
  }
  __syncthreads();
  u64 first = u64(blockIdx.x) * STRETCH + threadIdx.x;
#pragma unroll 8
  for (u32 item = 0; item < TILES * TILE_ITEMS; item++) {
    u64 row = first + item * BLOCK;
    if (row < n) {
      atomicAdd(count + prefix_of(place_of_row(positions, row)), 1);
    }
  }
  __syncthreads();
  for (u32 p = threadIdx.x; p < PREFIXES; p += BLOCK) {
    counts[p * stretches + blockIdx.x] = count[p];
  }
}

// Lanes with the same prefix among those that have a row.
__device__ __forceinline__ u32 lanes_alike(u32 prefix, bool has_row) {
  u32 alike = __ballot_sync(FULL_WARP, has_row);
#pragma unroll
  for (u32 bit = 0; bit < 3 * PREFIX_LEVELS; bit++) {
    bool set = prefix >> bit & 1;
    u32 lanes = __ballot_sync(FULL_WARP, set);
    alike &= set ? lanes : ~lanes;
  }
  return alike;
}

// Points and their rows by prefix. before[prefix * stretches + stretch] rows come before those of a
// stretch. The rows of a tile are ordered in shared memory, so that runs of one prefix are written.
extern "C" __global__ void __launch_bounds__(BLOCK, 2) place_by_prefix(
    const int* positions, u64 n, u64 stretches, const u64* before, int4* placed) {
  __shared__ u16 ordered[TILE];
  __shared__ u32 of_warp[WARPS][PREFIXES];  // rows of a prefix in a warp, then before it in the tile
  __shared__ u64 shift[PREFIXES];           // from places in the tile to those among all
  __shared__ u32 sums[WARPS];
  u32 warp = threadIdx.x / 32, lane = lane_index();
  u64 next[OWN];
#pragma unroll
  for (u32 k = 0; k < OWN; k++) {
    next[k] = before[(OWN * threadIdx.x + k) * stretches + blockIdx.x];
  }
  u64 end = min(n, u64(blockIdx.x + 1) * STRETCH);
  for (u64 tile = u64(blockIdx.x) * STRETCH; tile < end; tile += TILE) {
    for (u32 p = lane; p < PREFIXES; p += 32) {
      of_warp[warp][p] = 0;
    }
    __syncwarp();
    u32 in_tile = u32(min(u64(TILE), end - tile));
    u32 first = warp * (32 * TILE_ITEMS) + lane;
    u32 prefix_and_rank[TILE_ITEMS];
#pragma unroll
    for (u32 item = 0; item < TILE_ITEMS; item++) {
      u32 at = min(first + 32 * item, in_tile - 1);
      prefix_and_rank[item] = prefix_of(place_of_row(positions, tile + at)) << 16;
    }
#pragma unroll
    for (u32 item = 0; item < TILE_ITEMS; item++) {
      u32 prefix = prefix_and_rank[item] >> 16;
      bool has_row = first + 32 * item < in_tile;
      u32 alike = lanes_alike(prefix, has_row);
      u32 known = 0;
      if (has_row && !(alike & lanes_below())) {
        known = atomicAdd(&of_warp[warp][prefix], __popc(alike));
      }
      known = __shfl_sync(FULL_WARP, known, has_row ? __ffs(alike) - 1 : 0);
      prefix_and_rank[item] |= known + __popc(alike & lanes_below());
    }
    __syncthreads();
    u32 total = 0, rows[OWN];
#pragma unroll
    for (u32 k = 0; k < OWN; k++) {
      rows[k] = 0;
      for (u32 w = 0; w < WARPS; w++) {
        rows[k] += of_warp[w][OWN * threadIdx.x + k];
      }
      total += rows[k];
    }
    u32 place = warp_sum_below(total);
    if (lane == 31) {
      sums[warp] = place + total;
    }
    __syncthreads();
    for (u32 w = 0; w < warp; w++) {
      place += sums[w];
    }
#pragma unroll
    for (u32 k = 0; k < OWN; k++) {
      u32 prefix = OWN * threadIdx.x + k;
      shift[prefix] = next[k] - place;
      next[k] += rows[k];
      for (u32 w = 0; w < WARPS; w++) {
        u32 count = of_warp[w][prefix];
        of_warp[w][prefix] = place;
        place += count;
      }
    }
    __syncthreads();
#pragma unroll
    for (u32 item = 0; item < TILE_ITEMS; item++) {
      u32 at = first + 32 * item, prefix = prefix_and_rank[item] >> 16;
      if (at < in_tile) {
        ordered[of_warp[warp][prefix] + (prefix_and_rank[item] & 0xffff)] = u16(at);
      }
    }
    __syncthreads();
#pragma unroll 4
    for (u32 i = threadIdx.x; i < in_tile; i += BLOCK) {
      u64 row = tile + ordered[i];
      Place p = place_of_row(positions, row);
      placed[shift[prefix_of(p)] + i] = make_int4(p.x, p.y, p.z, int(u32(row)));
    }
    __syncthreads();
  }
}
