// Operations on plain arrays: bit lists into index lists, rows of tables.
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

// Sets the named bits of a bit list.
extern "C" __global__ void set_bits(const u32* which, u64 count, u32* bits) {
  u64 i = thread_index();
  if (i < count) {
    atomicOr(bits + which[i] / 32, 1u << which[i] % 32);
  }
}

// Neighbouring columns of a table of 64-bit elements.
extern "C" __global__ void take_columns(const u64* table, u32 width, u32 first, u32 count,
                                        u64 items, u64* columns) {
  u64 i = thread_index();
  if (i < items) {
    columns[i] = table[i / count * width + first + i % count];
  }
}

// picked[i] = row rows[i] of a table of 32-bit elements.
extern "C" __global__ void pick_rows(const u32* table, u32 width, const u32* rows, u64 count,
                                     u32* picked) {
  u64 i = thread_index();
  if (i < count * width) {
    picked[i] = table[u64(rows[i / width]) * width + i % width];
  }
}

// array[places[i]] = values[i].
extern "C" __global__ void put_values(u32* array, const u32* places, const u32* values,
                                      u64 count) {
  u64 i = thread_index();
  if (i < count) {
    array[places[i]] = values[i];
  }
}

constexpr u32 FEW_VALUES = 16;  // CudaMemory.FEW_VALUES

struct FewValues {
  u64 value[FEW_VALUES];
};

// Values that come as arguments: a copy from the host would take longer.
extern "C" __global__ void set_few(FewValues values, u32 count, u64* array) {
  if (threadIdx.x < count) {
    array[threadIdx.x] = values.value[threadIdx.x];
  }
}

constexpr u32 GATHER_ITEMS = 4;  // TableKernels.GATHER_ITEMS: elements per thread

// Elements [first, first + count) of the rows of a column. The one division of 64 bits is shared by
// all elements of a thread.
template <class T>
__device__ void gather_rows(const T* column, u32 width, const u32* rows, u64 first, u64 count,
                            T* gathered) {
  u64 begin = u64(blockIdx.x) * blockDim.x * GATHER_ITEMS;
  u64 row = (first + begin) / width;
  u32 skip = u32(first + begin - row * width);
#pragma unroll
  for (u32 k = 0; k < GATHER_ITEMS; k++) {
    u32 local = k * blockDim.x + threadIdx.x;
    if (begin + local < count) {
      u32 at = skip + local, down = at / width;
      u64 source = __ldg(rows + row + down);
      gathered[begin + local] = __ldg(column + source * width + (at - down * width));
    }
  }
}

// One entry point per size of an element.
extern "C" __global__ void gather_rows_1(const u8* column, u32 width, const u32* rows, u64 first,
                                         u64 count, u8* gathered) {
  gather_rows(column, width, rows, first, count, gathered);
}

extern "C" __global__ void gather_rows_4(const u32* column, u32 width, const u32* rows, u64 first,
                                         u64 count, u32* gathered) {
  gather_rows(column, width, rows, first, count, gathered);
}

extern "C" __global__ void gather_rows_8(const u64* column, u32 width, const u32* rows, u64 first,
                                         u64 count, u64* gathered) {
  gather_rows(column, width, rows, first, count, gathered);
}

// places[rows[i]] = i.
extern "C" __global__ void invert_order(const u32* rows, u64 count, u32* places) {
  u64 i = thread_index();
  if (i < count) {
    places[rows[i]] = u32(i);
  }
}

// values[i] = first + i.
template <class T>
__device__ void make_range(u64 first, u64 count, T* values) {
  u64 i = thread_index();
  if (i < count) {
    values[i] = T(first + i);
  }
}

extern "C" __global__ void make_range_4(u64 first, u64 count, u32* values) {
  make_range(first, count, values);
}

extern "C" __global__ void make_range_8(u64 first, u64 count, u64* values) {
  make_range(first, count, values);
}

// places[i] = place of values[i] in an increasing array, or all bits where it is not there.
extern "C" __global__ void find_values(const u32* sorted, u64 length, const u32* values, u64 count,
                                       u32* places) {
  u64 i = thread_index();
  if (i >= count) {
    return;
  }
  u32 value = values[i];
  u64 place = count_below(length, [&](u64 at) { return sorted[at] < value; });
  places[i] = place < length && sorted[place] == value ? u32(place) : ~0u;
}

// Row which[k / width] of a table = row k / width of the values.
extern "C" __global__ void replace_rows(u64* table, u32 width, const u32* which, const u64* values,
                                        u64 count) {
  u64 k = thread_index();
  if (k < count) {
    table[u64(which[k / width]) * width + k % width] = values[k];
  }
}

// A column of a table as keys, xored with `flip`, and the rows that they come from; rows may be null
// for the order of the table.
extern "C" __global__ void take_column(const u64* table, u32 width, u32 column, const u32* rows,
                                       u64 count, u64 flip, u64* keys, u32* values) {
  u64 i = thread_index();
  if (i < count) {
    u32 row = rows ? rows[i] : u32(i);
    keys[i] = table[u64(row) * width + column] ^ flip;
    values[i] = row;
  }
}

// Marks the first key of each run of equal keys.
extern "C" __global__ void mark_run_heads(const u64* keys, u64 count, u32* bits) {
  u64 k = thread_index();
  bool head = k < count && (k == 0 || keys[k] != keys[k - 1]);
  store_bits(bits, k, count, head);
}

// --- numbers that the host waits for -------------------------------------------------------------

// The host waits for `ticket`, behind which it finds the value.
__device__ __forceinline__ void tell_host(u64 value, u64 ticket, volatile u64* host) {
  host[0] = value;
  __threadfence_system();
  host[1] = ticket;
}

extern "C" __global__ void tell_host_4(const u32* value, u64 ticket, u64* host) {
  if (thread_index() == 0) {
    tell_host(*value, ticket, host);
  }
}

extern "C" __global__ void tell_host_8(const u64* value, u64 ticket, u64* host) {
  if (thread_index() == 0) {
    tell_host(*value, ticket, host);
  }
}

constexpr u32 FEW_THREADS = 1024;  // DeviceAlgorithms.FEW_THREADS
constexpr u32 FEW_ROUNDS = 20;     // DeviceAlgorithms.FEW_ROUNDS: of four words per thread

__device__ __forceinline__ u32 warp_sum_below(u32 value) {
  u32 sum = value;
  for (u32 distance = 1; distance < 32; distance *= 2) {
    u32 below = __shfl_up_sync(FULL_WARP, sum, distance);
    sum += lane_index() >= distance ? below : 0;
  }
  return sum - value;
}

// offsets[i] = bits set in the words before i, by one block; the last one is told the host, if it
// waits. The word in the last place counts nowhere.
extern "C" __global__ void __launch_bounds__(FEW_THREADS)
    scan_few_bits(const u32* words, u32 n, u32* offsets, u64 ticket, u64* host) {
  constexpr u32 WARPS = FEW_THREADS / 32;
  __shared__ u32 before[FEW_ROUNDS * WARPS];
  u32 lane = lane_index(), warp = threadIdx.x / 32;
  u32 rounds = (n + 4 * FEW_THREADS - 1) / (4 * FEW_THREADS);
  u32 counts[4];
  auto count_four = [&](u32 first) {
    uint4 four = {};
    if (first + 4 <= n) {
      four = *reinterpret_cast<const uint4*>(words + first);
    } else if (first < n) {
      four = {words[first], first + 1 < n ? words[first + 1] : 0,
              first + 2 < n ? words[first + 2] : 0, 0};
    }
    counts[0] = __popc(four.x), counts[1] = __popc(four.y);
    counts[2] = __popc(four.z), counts[3] = __popc(four.w);
    return counts[0] + counts[1] + counts[2] + counts[3];
  };
#pragma unroll 4
  for (u32 round = 0; round < rounds; round++) {
    u32 sum = count_four(4 * (round * FEW_THREADS + threadIdx.x));
    sum += warp_sum_below(sum);
    if (lane == 31) {
      before[round * WARPS + warp] = sum;
    }
  }
  __syncthreads();
  if (warp == 0) {
    u32 all = 0;
    for (u32 round = 0; round < rounds; round++) {
      u32 of_warp = before[round * WARPS + lane];
      u32 below = warp_sum_below(of_warp);
      before[round * WARPS + lane] = all + below;
      all += __shfl_sync(FULL_WARP, below + of_warp, 31);
    }
  }
  __syncthreads();
  for (u32 round = 0; round < rounds; round++) {
    u32 first = 4 * (round * FEW_THREADS + threadIdx.x);
    u32 sum = before[round * WARPS + warp] + warp_sum_below(count_four(first));
#pragma unroll
    for (u32 k = 0; k < 4; k++) {
      if (first + k < n) {
        offsets[first + k] = sum;
      }
      if (first + k == n - 1 && host) {
        tell_host(sum, ticket, host);
      }
      sum += counts[k];
    }
  }
}
