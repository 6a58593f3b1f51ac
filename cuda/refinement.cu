// Runs of more than max_run equal Morton keys are sorted by further bits (RunRefinement).
#include "morton.cuh"

// How many of the `limit` words before word i are equal to it above the shift; words are sorted.
__device__ u64 equal_before(const u64* words, u64 i, u64 limit, u32 shift) {
  u64 seen = min(i, limit), word = words[i] >> shift;
  return seen - count_below(seen, [&](u64 at) { return words[i - seen + at] >> shift < word; });
}

// The same of those behind it.
__device__ u64 equal_after(const u64* words, u64 n, u64 i, u64 limit, u32 shift) {
  u64 word = words[i] >> shift;
  return count_below(min(n - 1 - i, limit),
                     [&](u64 at) { return words[i + 1 + at] >> shift <= word; });
}

// Marks the words that lie in a run of more than max_run words equal above the shift, and counts
// them. Such a run reaches from any word in it at least half of max_run to one side, which few
// words outside of such runs see.
extern "C" __global__ void mark_long_runs(const u64* words, u64 n, u32 shift, u32 max_run,
                                          u32* bits, u32* count) {
  u64 half = (max_run + 1) / 2;
  bool wide[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 i = item_index(item);
    u64 last = n - 1, key = __ldg(words + min(i, last)) >> shift;
    u64 before = __ldg(words + (i >= half ? min(i - half, last) : 0)) >> shift;
    u64 after = __ldg(words + min(i + half, last)) >> shift;
    wide[item] = i < n && ((i >= half && before == key) || (i + half < n && after == key));
  }
  u32 found = 0;
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 i = item_index(item);
    bool in_long_run = wide[item] && 1 + equal_before(words, i, max_run, shift) +
                                             equal_after(words, n, i, max_run, shift) >
                                         max_run;
    store_bits(bits, i, n, in_long_run);
    found += __syncthreads_count(in_long_run);
  }
  if (threadIdx.x == 0 && found > 0) {
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
                                       u64 count, PointRows points, u32 skip, u32 width,
                                       u64* keys) {
  u64 k = thread_index();
  if (k < count) {
    u32 word = heads[k / 32] & (0xffffffffu >> (31 - k % 32));
    u64 run = offsets[k / 32] + __popc(word) - 1;
    keys[k] = run << (3 * width) | points.key(rows[k], skip, width);
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
