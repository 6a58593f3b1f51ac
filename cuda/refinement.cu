// Runs of more than max_run equal Morton keys are sorted by further bits (RunRefinement).
#include "morton.cuh"

constexpr u32 RUN_WORDS = 8;  // of 32 items that a warp handles (LongRuns)

// Marks the words that lie in a run of more than max_run words equal above the shift, and counts
// them; words are sorted, and max_run is 1 to 32. In such a run are those that are equal to the one
// max_run behind, and those between the two.
extern "C" __global__ void mark_long_runs(const u64* words, u64 n, u32 shift, u32 max_run,
                                          u32* bits, u32* count) {
  u64 first = item_index<RUN_WORDS>(0);
  auto key = [&](u64 i) { return __ldg(words + min(i, n - 1)) >> shift; };
  auto pairs = [&](u64 i) {
    return __ballot_sync(FULL_WARP, key(i) == key(i + max_run) && i + max_run < n);
  };
  u32 before = first >= 32 ? pairs(first - 32) : 0, found = 0;
#pragma unroll
  for (u32 word = 0; word < RUN_WORDS; word++) {
    u64 i = first + word * 32;
    u32 here = pairs(i);
    u64 both = u64(here) << 32 | before;
    bool in_long_run = both << (31 - lane_index()) >> (63 - max_run) != 0;
    store_bits(bits, i, n, in_long_run);
    found += __popc(__ballot_sync(FULL_WARP, in_long_run));
    before = here;
  }
  if (lane_index() == 0 && found > 0) {
    atomicAdd(count, found);
  }
}

// The sort keys and rows of the words that were selected.
extern "C" __global__ void take_words(const u64* words, const u32* selected, u64 count,
                                      u32 row_bits, u64* keys, u32* rows) {
  u64 k = thread_index();
  if (k < count) {
    u64 word = words[selected[k]];
    keys[k] = word >> row_bits;
    rows[k] = u32(word & ((1ull << row_bits) - 1));
  }
}

// Next sort key of each row: the number of its run, then `width` further bits per dimension.
// offsets[w] is the number of heads in the words of `heads` before w.
extern "C" __global__ void refine_keys(const u32* heads, const u32* offsets, const u32* rows,
                                       u64 count, const int* positions, u32 skip, u32 width,
                                       u64* keys) {
  u64 k = thread_index();
  if (k < count) {
    u32 word = heads[k / 32] & (0xffffffffu >> (31 - k % 32));
    u64 run = offsets[k / 32] + __popc(word) - 1;
    keys[k] = run << (3 * width) | morton_key(positions, rows[k], skip, width);
  }
}

// Puts refined rows back in their places; the keys above them do not change inside a run.
extern "C" __global__ void put_rows(const u32* rows, const u32* places, u64 count, u32 row_bits,
                                    u64* words) {
  u64 k = thread_index();
  if (k < count) {
    u64 row_mask = (1ull << row_bits) - 1;
    u64 place = places[k];
    words[place] = (words[place] & ~row_mask) | rows[k];
  }
}

// Keeps the selected entries of the list under refinement.
extern "C" __global__ void keep_entries(const u32* selected, u64 count, const u64* keys,
                                        const u32* rows, const u32* places, u64* kept_keys,
                                        u32* kept_rows, u32* kept_places) {
  u64 k = thread_index();
  if (k < count) {
    u32 from = selected[k];
    kept_keys[k] = keys[from];
    kept_rows[k] = rows[from];
    kept_places[k] = places[from];
  }
}
