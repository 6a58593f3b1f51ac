// Bit lists into index lists.
#include "common.cuh"

// Writes the indices of set bits in increasing order. offsets[w] is the number of bits set in the
// words before w. A warp handles 32 words and visits them one by one, so that it writes
// consecutive indices.
extern "C" __global__ void scatter_bits(const u32* bits, const u32* offsets, u64 words,
                                        u32* indices) {
  u64 first_word = thread_index() / 32 * 32;
  u32 lane = lane_index();
  bool inside = first_word + lane < words;
  u32 word = inside ? bits[first_word + lane] : 0;
  u32 offset = inside ? offsets[first_word + lane] : 0;
  u32 not_empty = __ballot_sync(FULL_WARP, word != 0);
  while (not_empty) {
    u32 w = __ffs(not_empty) - 1;
    not_empty &= not_empty - 1;
    u32 set = __shfl_sync(FULL_WARP, word, w);
    u32 start = __shfl_sync(FULL_WARP, offset, w);
    if (set >> lane & 1) {
      indices[start + __popc(set & lanes_below())] = u32((first_word + w) * 32 + lane);
    }
  }
}
