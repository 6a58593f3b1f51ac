// Packs lists of neighbours (CudaPackingKernels); PackedCode describes the bytes.
#include "common.cuh"

// Number of list ends at or before a pair: the list that has the pair, as empty lists have none.
__device__ __forceinline__ u64 list_of(const u64* start, u64 queries, u64 pair) {
  return count_below(queries, [&](u64 q) { return start[q + 1] <= pair; });
}

// A thread per pair: the list above the row. A query in its own list gets the largest word.
template <class Row>
__device__ __forceinline__ void pair_words(const u64* start, u64 queries, const Row* row, u64 pairs,
                                           u32 row_bits, i64 self, u64* words) {
  u64 i = thread_index();
  if (i >= pairs) {
    return;
  }
  u64 list = list_of(start, queries, i);
  u64 of = u64(row[i]);
  bool excluded = self >= 0 && of == u64(self) + list;
  words[i] = excluded ? ~u64(0) : list << row_bits | of;
}

extern "C" __global__ void pair_words_4(const u64* start, u64 queries, const u32* row, u64 pairs,
                                        u32 row_bits, i64 self, u64* words) {
  pair_words(start, queries, row, pairs, row_bits, self, words);
}

extern "C" __global__ void pair_words_8(const u64* start, u64 queries, const u64* row, u64 pairs,
                                        u32 row_bits, i64 self, u64* words) {
  pair_words(start, queries, row, pairs, row_bits, self, words);
}

// CudaPackingKernels.Packing
struct Packing {
  const u64* start;
  u64 queries;
  const u64* words;
  u64 pairs;
  u64 row_bits;
  u64 excludes_self;
  const u32* block_start;
  u64 blocks;

  // First packed pair of a query.
  __device__ __forceinline__ u64 first(u64 query) const {
    return start[query] - (excludes_self ? query : 0);
  }
  __device__ __forceinline__ u64 count(u64 query) const { return first(query + 1) - first(query); }
  __device__ __forceinline__ u64 block(u64 query) const {
    return count_below(blocks, [&](u64 b) { return block_start[b + 1] <= query; });
  }
  __device__ __forceinline__ u64 list(u64 pair) const { return words[pair] >> row_bits; }
  __device__ __forceinline__ u64 row(u64 pair) const { return words[pair] & ((u64(1) << row_bits) - 1); }

  // The number that stands for a pair.
  __device__ __forceinline__ u64 number(u64 pair) const {
    u64 of = list(pair);
    if (pair > first(of)) {
      return row(pair) - row(pair - 1);
    }
    i64 difference = i64(row(pair));
    if (pair > 0 && list(pair - 1) >= block_start[block(of)]) {
      difference -= i64(row(first(list(pair - 1))));
    }
    return u64(difference) << 1 ^ u64(difference >> 63);
  }
};

__device__ __forceinline__ u32 bytes_of(u64 number) {
  u32 significant = number == 0 ? 1 : 64 - __clzll(i64(number));
  return (significant + 6) / 7;
}

__device__ __forceinline__ void put(u64 number, u8* to) {
  for (; number >> 7 != 0; number >>= 7) {
    *to++ = u8(number | 0x80);
  }
  *to = u8(number);
}

extern "C" __global__ void count_lengths(Packing packing, u32* lengths) {
  u64 query = thread_index();
  if (query < packing.queries) {
    lengths[query] = bytes_of(packing.count(query));
  }
}

extern "C" __global__ void pair_lengths(Packing packing, u32* lengths) {
  u64 pair = thread_index();
  if (pair < packing.pairs) {
    lengths[pair] = bytes_of(packing.number(pair));
  }
}

// In front of a count are the pairs of all blocks before.
extern "C" __global__ void pack_counts(Packing packing, const u64* count_offset,
                                       const u64* pair_offset, u8* bytes) {
  u64 query = thread_index();
  if (query < packing.queries) {
    u64 block = packing.block_start[packing.block(query)];
    put(packing.count(query), bytes + count_offset[query] + pair_offset[packing.first(block)]);
  }
}

// In front of a pair are the counts of all blocks before and of its own.
extern "C" __global__ void pack_pairs(Packing packing, const u64* count_offset,
                                      const u64* pair_offset, u8* bytes) {
  u64 pair = thread_index();
  if (pair < packing.pairs) {
    u64 end = packing.block_start[packing.block(packing.list(pair)) + 1];
    put(packing.number(pair), bytes + count_offset[end] + pair_offset[pair]);
  }
}

extern "C" __global__ void block_lengths(Packing packing, const u64* count_offset,
                                         const u64* pair_offset, u64* lengths) {
  u64 block = thread_index();
  if (block < packing.blocks) {
    u64 from = packing.block_start[block], to = packing.block_start[block + 1];
    lengths[block] = count_offset[to] - count_offset[from] + pair_offset[packing.first(to)] -
                     pair_offset[packing.first(from)];
  }
}
