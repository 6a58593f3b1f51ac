// Operations on plain arrays: bit lists into index lists, rows of tables.
#include "common.cuh"

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

// Part p, the elements [start[p], start[p + 1]), goes to place[p].
extern "C" __global__ void move_parts(const u64* from, u64 count, const u64* start,
                                      const u64* place, u64 parts, u64* to) {
  u64 i = thread_index();
  if (i < count) {
    u32 part = count_below(u32(parts), [&](u32 p) { return start[p + 1] <= i; });
    to[place[part] + i - start[part]] = from[i];
  }
}

// taken[i] = numbers[i step].
extern "C" __global__ void take_every(const u64* numbers, u64 step, u64 count, u64* taken) {
  u64 i = thread_index();
  if (i < count) {
    taken[i] = numbers[i * step];
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
constexpr u32 GATHER_PARTS = 8;  // TableKernels.GATHER_PARTS

// Elements [first, first + count) of the rows of a column, and where they go.
struct GatherPart {
  u64 first, count, target;
};

struct GatherParts {
  GatherPart part[GATHER_PARTS];
};

// Rows of a column. Blocks of the parts take turns: rows for several ranks lie side by side, and so
// come from memory once. The one division of 64 bits is shared by the elements of a thread.
// WIDTH is that of the rows, or 0 where it is not known.
template <u32 WIDTH, class T>
__device__ void gather_parts(const T* column, u32 any_width, const u32* rows,
                             const GatherParts& parts, u32 count) {
  const u32 width = WIDTH == 0 ? any_width : WIDTH;
  const GatherPart& part = parts.part[blockIdx.x % count];
  T* gathered = reinterpret_cast<T*>(part.target);
  u64 begin = u64(blockIdx.x / count) * blockDim.x * GATHER_ITEMS;
  u64 row = (part.first + begin) / width;
  u32 skip = u32(part.first + begin - row * width);
#pragma unroll
  for (u32 k = 0; k < GATHER_ITEMS; k++) {
    u32 local = k * blockDim.x + threadIdx.x;
    if (begin + local < part.count) {
      u32 at = skip + local, down = at / width;
      u64 source = __ldg(rows + row + down);
      gathered[begin + local] = __ldg(column + source * width + (at - down * width));
    }
  }
}

// Divisions by a number that is known take a third of the instructions.
template <class T>
__device__ void gather_rows(const T* column, u32 width, const u32* rows, const GatherParts& parts,
                            u32 count) {
  if (width == 1) {
    gather_parts<1>(column, width, rows, parts, count);
  } else if (width == 3) {
    gather_parts<3>(column, width, rows, parts, count);
  } else {
    gather_parts<0>(column, width, rows, parts, count);
  }
}

// One entry point per size of an element.
extern "C" __global__ void gather_rows_1(const u8* column, u32 width, const u32* rows,
                                         const __grid_constant__ GatherParts parts, u32 count) {
  gather_rows(column, width, rows, parts, count);
}

extern "C" __global__ void gather_rows_4(const u32* column, u32 width, const u32* rows,
                                         const __grid_constant__ GatherParts parts, u32 count) {
  gather_rows(column, width, rows, parts, count);
}

extern "C" __global__ void gather_rows_8(const u64* column, u32 width, const u32* rows,
                                         const __grid_constant__ GatherParts parts, u32 count) {
  gather_rows(column, width, rows, parts, count);
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

extern "C" __global__ void set_same(u64 value, u64 count, u64* values) {
  u64 i = thread_index();
  if (i < count) {
    values[i] = value;
  }
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

// --- bits that are set ---------------------------------------------------------------------------

constexpr u32 CHUNK = 1024;  // DeviceAlgorithms.CHUNK: words of a block, one for each thread
constexpr u32 SUMS = 4;      // of chunks, that a thread adds up at a time

// Sum over the threads of a block before this one, and over all.
__device__ __forceinline__ u32 block_sum_below(u32 value, u32& all) {
  static_assert(CHUNK == 32 * 32, "a lane for each warp");
  __shared__ u32 of_warp[32];
  u32 below = warp_sum_below(value), warp = threadIdx.x / 32;
  __syncthreads();  // the last sums have been read
  if (lane_index() == 31) {
    of_warp[warp] = below + value;
  }
  __syncthreads();
  u32 sum = of_warp[lane_index()], below_warp = warp_sum_below(sum);
  all = __shfl_sync(FULL_WARP, below_warp + sum, 31);
  return below + __shfl_sync(FULL_WARP, below_warp, warp);
}

// before[c] = bits set in the chunks before chunk c, before[chunks] in all, which the host is told.
// The block that is done last adds up; before[chunks + 1], which is 0 at first, shows which it is.
extern "C" __global__ void __launch_bounds__(CHUNK)
    count_bits(const u32* words, u64 n, u32* before, u64 ticket, u64* host) {
  __shared__ bool last;
  u64 i = thread_index();
  u32 chunks = gridDim.x, all;
  block_sum_below(i < n ? __popc(words[i]) : 0, all);
  if (threadIdx.x == 0) {
    before[blockIdx.x] = all;
    __threadfence();
    last = atomicAdd(before + chunks + 1, 1) == chunks - 1;
  }
  __syncthreads();
  if (!last) {
    return;
  }
  __threadfence();
  u32 sum = 0;
  for (u32 start = 0; start < chunks; start += SUMS * CHUNK) {
    u32 first = start + SUMS * threadIdx.x, counts[SUMS], of_thread = 0;
#pragma unroll
    for (u32 k = 0; k < SUMS; k++) {
      counts[k] = first + k < chunks ? __ldcg(before + first + k) : 0;
      of_thread += counts[k];
    }
    u32 below = sum + block_sum_below(of_thread, all);
#pragma unroll
    for (u32 k = 0; k < SUMS; k++) {
      if (first + k < chunks) {
        before[first + k] = below;
      }
      below += counts[k];
    }
    sum += all;
  }
  if (threadIdx.x == 0) {
    before[chunks] = sum;
    tell_host(sum, ticket, host);
  }
}

// Bits set before each word.
extern "C" __global__ void __launch_bounds__(CHUNK)
    offsets_of_bits(const u32* words, u64 n, const u32* before, u32* offsets) {
  u64 i = thread_index();
  u32 all, below = block_sum_below(i < n ? __popc(words[i]) : 0, all);
  if (i < n) {
    offsets[i] = before[blockIdx.x] + below;
  }
}

// Indices of set bits in increasing order. A warp visits its words one by one, so that it writes
// consecutive indices.
extern "C" __global__ void __launch_bounds__(CHUNK)
    indices_of_bits(const u32* words, u64 n, const u32* before, u32* indices) {
  u64 i = thread_index();
  u32 word = i < n ? words[i] : 0, all;
  u32 offset = before[blockIdx.x] + block_sum_below(__popc(word), all);
  u64 first = i - lane_index();
  for (u32 left = __ballot_sync(FULL_WARP, word != 0); left != 0; left &= left - 1) {
    u32 owner = __ffs(left) - 1;
    u32 set = __shfl_sync(FULL_WARP, word, owner);
    u32 start = __shfl_sync(FULL_WARP, offset, owner);
    if (set >> lane_index() & 1) {
      indices[start + __popc(set & lanes_below())] = u32((first + owner) * 32 + lane_index());
    }
  }
}
