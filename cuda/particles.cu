// Fixed-point conversion, pieces of space, rows of pieces (ParticleKernels).
#include "morton.cuh"

// Thread per coordinate of a block that becomes the positions from row first_row on; same operations
// as FixedPoint.valid and FixedPoint.toFixed.
template <class Real>
__device__ void quantise(const Real* xyz, u64 values, const FixedPointMap& map, u64 first_row,
                         int* fixed, u64* first_fault) {
  u64 i = thread_index();
  if (i >= values) {
    return;
  }
  u32 d = i % 3;
  double x = double(xyz[i]);
  double cell = map.cell[d];
  double cells = x / cell;
  bool finite = fabs(x) < __longlong_as_double(0x7ff0000000000000ll);
  bool valid = cell > 0 ? fabs(cells) < 0x1p62 : finite;
  if (!valid) {
    atomicMin(first_fault, first_row + i / 3);
    return;
  }
  fixed[i] = cell > 0 ? int(u32(u64(i64(rint(cells))) - u64(map.offset[d]))) : 0;
}

extern "C" __global__ void quantise_floats(const float* xyz, u64 values, FixedPointMap map,
                                           u64 first_row, int* fixed, u64* first_fault) {
  quantise(xyz, values, map, first_row, fixed, first_fault);
}

extern "C" __global__ void quantise_doubles(const double* xyz, u64 values, FixedPointMap map,
                                            u64 first_row, int* fixed, u64* first_fault) {
  quantise(xyz, values, map, first_row, fixed, first_fault);
}

// Thread per row: largest absolute value of all rows, smallest that is not 0 (both as bits of
// doubles, which order them, NaN and infinity last), and first row with a fault (ColumnRange).
template <class Real>
__device__ void column_range(const Real* values, u64 rows, u32 width, bool is_signed, u64* found) {
  u64 i = thread_index();
  u64 largest = 0;
  bool fault = false;
  for (u32 k = 0; i < rows && k < width; k++) {
    double value = double(values[width * i + k]);
    u64 bits = __double_as_longlong(fabs(value));
    largest = max(largest, bits);
    fault = fault || bits >= 0x7ff0000000000000ull || (!is_signed && value < 0);
  }
  u64 smallest = largest == 0 ? ~0ull : largest;
  u32 faults = __ballot_sync(FULL_WARP, fault);
  for (u32 distance = 16; distance > 0; distance /= 2) {
    largest = max(largest, __shfl_xor_sync(FULL_WARP, largest, distance));
    smallest = min(smallest, __shfl_xor_sync(FULL_WARP, smallest, distance));
  }
  if (lane_index() != 0) {
    return;
  }
  volatile u64* known = found;  // most warps have nothing to add
  if (largest > known[0]) {
    atomicMax(found, largest);
  }
  if (smallest < known[1]) {
    atomicMin(found + 1, smallest);
  }
  if (faults != 0) {
    atomicMin(found + 2, i + __ffs(faults) - 1);
  }
}

extern "C" __global__ void column_range_4(const float* values, u64 rows, u64 width, u64 is_signed,
                                          u64* found) {
  column_range(values, rows, u32(width), is_signed != 0, found);
}

extern "C" __global__ void column_range_8(const double* values, u64 rows, u64 width, u64 is_signed,
                                          u64* found) {
  column_range(values, rows, u32(width), is_signed != 0, found);
}

// The way back, as CpuParticleKernels.coordinates.
extern "C" __global__ void coordinates_of(const int* fixed, u64 values, FixedPointMap map,
                                          float* xyz) {
  u64 i = thread_index();
  if (i < values) {
    u32 d = i % 3;
    xyz[i] = float(double(fixed[i] + map.offset[d]) * map.cell[d]);
  }
}

// Unsigned fractions of the box become signed fixed point in place.
extern "C" __global__ void flip_signs(u32* values, u64 count) {
  u64 i = thread_index();
  if (i < count) {
    values[i] ^= 0x80000000u;
  }
}

// --- pieces of space -------------------------------------------------------------------------

// Keys of points at regular rows.
extern "C" __global__ void sample_keys(const int* positions, u64 n, u64 samples, u64* keys) {
  u64 s = thread_index();
  if (s < samples) {
    keys[s] = morton_key(positions, (2 * s + 1) * n / (2 * samples), 0, 21);
  }
}

constexpr u32 COARSE_BITS = 10;
constexpr u32 COARSE_SHIFT = 3 * (21 - COARSE_BITS);

// Every third bit from the lowest 10 bits.
__device__ __forceinline__ u32 spread_coarse(u32 v) {
  v = (v | v << 16) & 0x30000ff;
  v = (v | v << 8) & 0x300f00f;
  v = (v | v << 4) & 0x30c30c3;
  return (v | v << 2) & 0x9249249;
}

__device__ __forceinline__ u32 coarse_key(const int* positions, u64 row) {
  const int* p = positions + 3 * row;
  return spread_coarse(u32(bit_field(__ldg(p), 0, COARSE_BITS))) << 2 |
         spread_coarse(u32(bit_field(__ldg(p + 1), 0, COARSE_BITS))) << 1 |
         spread_coarse(u32(bit_field(__ldg(p + 2), 0, COARSE_BITS)));
}

// Piece of each row: the number of splitters (key, fraction) not behind (its key, row / n). Nearly
// all rows have no splitter in their coarse cell, and need no whole key.
extern "C" __global__ void pieces_of_rows(const int* positions, u64 n, const u64* keys,
                                          const double* fractions, u32 splitters, u16* pieces) {
  u32 coarse[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 row = item_index(item);
    coarse[item] = row < n ? coarse_key(positions, row) : 0;
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 row = item_index(item);
    if (row >= n) {
      return;
    }
    auto cell = [&](u32 at) { return u32(__ldg(keys + at) >> COARSE_SHIFT); };
    u32 piece = count_below(splitters, [&](u32 at) { return cell(at) < coarse[item]; });
    if (piece < splitters && cell(piece) == coarse[item]) {
      u64 key = morton_key(positions, row, 0, 21);
      piece = count_below(splitters, [&](u32 at) {
        return keys[at] < key ||
               (keys[at] == key && fractions[at] <= double(row) / double(n));
      });
    }
    pieces[row] = u16(piece);
  }
}

// Piece of each number: the last of the ranges whose first number is not above it.
extern "C" __global__ void pieces_of_numbers(const i64* numbers, u64 n, const i64* starts,
                                             u32 ranges, u16* pieces) {
  u64 row = thread_index();
  if (row >= n) {
    return;
  }
  i64 number = numbers[row];
  pieces[row] = u16(count_below(ranges - 1, [&](u32 at) { return starts[at + 1] <= number; }));
}

constexpr u32 NO_PIECE = ~0u;

// Counters of a warp, one for each piece: that of piece p is counters[p * warps], which no other
// warp looks at. meet() counts a row per lane; it returns what the counter of its piece was before,
// and the lanes with rows of that piece.

// Any number of pieces.
template <class T>
struct ManyCounters {
  T* counters;
  u64 warps;

  __device__ __forceinline__ ManyCounters(T* counters, u64 warps, u32)
      : counters(counters), warps(warps) {}

  __device__ __forceinline__ u64 meet(u32 piece, u32& same) {
    __syncwarp();  // another lane may have added before
    same = __match_any_sync(FULL_WARP, piece);
    u64 before = 0;
    if (piece != NO_PIECE && !(same & lanes_below())) {
      before = atomicAdd(counters + piece * warps, T(__popc(same)));
    }
    return __shfl_sync(FULL_WARP, before, __ffs(same) - 1);
  }

  __device__ __forceinline__ void store() {}
};

// At most 32 pieces: each lane has the counter of one of them.
template <class T>
struct FewCounters {
  T* counter;  // null in lanes without a piece
  u32 pieces;
  T count = 0;

  __device__ __forceinline__ FewCounters(T* counters, u64 warps, u32 pieces)
      : counter(lane_index() < pieces ? counters + lane_index() * warps : nullptr), pieces(pieces) {
    if (counter) {
      count = *counter;
    }
  }

  __device__ __forceinline__ u64 meet(u32 piece, u32& same) {
    u64 before = 0;
    for (u32 p = 0; p < pieces; p++) {
      u32 lanes = __ballot_sync(FULL_WARP, piece == p);
      T known = __shfl_sync(FULL_WARP, count, p);
      if (piece == p) {
        same = lanes;
        before = known;
      }
      if (lane_index() == p) {
        count += __popc(lanes);
      }
    }
    return before;
  }

  __device__ __forceinline__ void store() {
    if (counter) {
      *counter = count;
    }
  }
};

// The rows of the stretch of each warp, and how many of the same piece come before: from what the
// counters of the warp say, which are counted on.
template <class Counters, class T, class Found>
__device__ __forceinline__ void count_rows(const u16* pieces, u64 n, u32 stretch, u64 warps,
                                           u32 piece_count, T* counters, Found found) {
  u64 w = thread_index() / 32;
  if (w >= warps) {
    return;
  }
  Counters counted(counters + w, warps, piece_count);
  for (u64 first = w * stretch; first < (w + 1) * stretch; first += 32 * ITEMS) {
    u32 piece[ITEMS];
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      u64 row = first + 32 * item + lane_index();
      piece[item] = row < n ? __ldg(pieces + row) : NO_PIECE;
    }
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      u32 same = 0;
      u64 before = counted.meet(piece[item], same);
      if (piece[item] != NO_PIECE) {
        found(first + 32 * item + lane_index(), before + __popc(same & lanes_below()));
      }
    }
  }
  counted.store();
}

// How many rows of each piece there are in the stretch of each warp: counts of piece p of warp w at
// p * warps + w, which are 0 before.
extern "C" __global__ void count_rows_of_few(const u16* pieces, u64 n, u32 stretch, u64 warps,
                                             u32 piece_count, u32* counts) {
  count_rows<FewCounters<u32>>(pieces, n, stretch, warps, piece_count, counts, [](u64, u64) {});
}

extern "C" __global__ void count_rows_of_many(const u16* pieces, u64 n, u32 stretch, u64 warps,
                                              u32 piece_count, u32* counts) {
  count_rows<ManyCounters<u32>>(pieces, n, stretch, warps, piece_count, counts, [](u64, u64) {});
}

// Rows to their places, with as many before the rows of piece p of warp w as places[p * warps + w]
// says, which is changed.
extern "C" __global__ void place_rows_of_few(const u16* pieces, u64 n, u32 stretch, u64 warps,
                                             u32 piece_count, u64* places, u32* rows) {
  count_rows<FewCounters<u64>>(pieces, n, stretch, warps, piece_count, places,
                               [=](u64 row, u64 place) { rows[place] = u32(row); });
}

extern "C" __global__ void place_rows_of_many(const u16* pieces, u64 n, u32 stretch, u64 warps,
                                              u32 piece_count, u64* places, u32* rows) {
  count_rows<ManyCounters<u64>>(pieces, n, stretch, warps, piece_count, places,
                                [=](u64 row, u64 place) { rows[place] = u32(row); });
}

// Rows of points whose particles come behind n others (ParticleKernels.joinRows).
extern "C" __global__ void append_rows(const u32* rows, u64 count, u32 n, u32* joined) {
  u64 i = thread_index();
  if (i < count) {
    joined[n + i] = n + rows[i];
  }
}
