// The Hilbert curve (Skilling, AIP Conf. Proc. 707, 381, 2004). Going down from the coarsest bit,
// the curve is reflected and rotated inside each cell; a Gray code counts the cells. Both are one
// of a few states, and a table tells for each of them how two levels go on.
#pragma once

#include "common.cuh"

constexpr u32 KEY_BITS = 21;  // per dimension
constexpr u32 HILBERT_STATES = 24;
constexpr u32 HILBERT_ENTRIES = HILBERT_STATES * 64;

// How the finer bits of a place are to be read: from which of x, y and z each comes, whether it is
// flipped, and whether the cells are counted backwards.
struct HilbertState {
  u32 from[3] = {0, 1, 2};
  bool flipped[3] = {};
  bool backwards = false;

  constexpr void swap(u32 a, u32 b) {
    u32 source = from[a];
    from[a] = from[b];
    from[b] = source;
    bool flip = flipped[a];
    flipped[a] = flipped[b];
    flipped[b] = flip;
  }

  // Goes down one level to the cell with the given bits of x, y and z, the first of them above;
  // returns its number.
  constexpr u32 descend(u32 cell) {
    bool bit[3] = {};
    for (u32 d = 0; d < 3; d++) {
      bit[d] = (cell >> (2 - from[d]) & 1) != u32(flipped[d]);
    }
    for (u32 d = 0; d < 3; d++) {
      if (bit[d]) {
        flipped[0] = !flipped[0];
      } else {
        swap(0, d);
      }
    }
    bool y = bit[0] != bit[1], z = y != bit[2];
    u32 number = u32(bit[0] != backwards) << 2 | u32(y != backwards) << 1 | u32(z != backwards);
    backwards = backwards != z;
    return number;
  }

  // Whether they number all cells alike, as then they do on all levels below.
  constexpr bool equals(const HilbertState& other) const {
    for (u32 cell = 0; cell < 8; cell++) {
      HilbertState a = *this, b = other;
      if (a.descend(cell) != b.descend(cell)) {
        return false;
      }
    }
    return true;
  }
};

struct __align__(4) HilbertTable {
  u16 entry[HILBERT_ENTRIES] = {};  // by state and bits of x, y, z: state after it and bits of key
};

constexpr HilbertTable make_hilbert_table() {
  HilbertTable table;
  HilbertState states[HILBERT_STATES];
  u32 known = 1;
  for (u32 s = 0; s < known; s++) {
    for (u32 bits = 0; bits < 64; bits++) {
      HilbertState state = states[s];
      u32 number = 0;
      for (u32 level = 2; level-- > 0;) {
        u32 cell = (bits >> (4 + level) & 1) << 2 | (bits >> (2 + level) & 1) << 1 |
                   (bits >> level & 1);
        number = number << 3 | state.descend(cell);
      }
      u32 after = 0;
      while (after < known && !states[after].equals(state)) {
        after++;
      }
      if (after == known) {
        states[known++] = state;
      }
      table.entry[s * 64 + bits] = u16(after * 64 + number);
    }
  }
  return table;
}

// Whether consecutive cells of two levels touch, in every state.
constexpr bool is_connected(const HilbertTable& table) {
  u32 cell[64] = {};
  for (u32 s = 0; s < HILBERT_STATES; s++) {
    for (u32 bits = 0; bits < 64; bits++) {
      cell[table.entry[s * 64 + bits] % 64] = bits;
    }
    for (u32 k = 1; k < 64; k++) {
      u32 steps = 0;
      for (u32 shift = 0; shift < 6; shift += 2) {
        u32 here = cell[k] >> shift & 3, before = cell[k - 1] >> shift & 3;
        steps += here > before ? here - before : before - here;
      }
      if (steps != 1) {
        return false;
      }
    }
  }
  return true;
}

static_assert(is_connected(make_hilbert_table()), "the curve has gaps");

__device__ const HilbertTable HILBERT_TABLE = make_hilbert_table();

// The table in shared memory; all threads of the block call it.
__device__ __forceinline__ const u16* hilbert_table() {
  __shared__ u32 table[HILBERT_ENTRIES / 2];
  const u32* whole = reinterpret_cast<const u32*>(HILBERT_TABLE.entry);
  for (u32 i = threadIdx.x; i < HILBERT_ENTRIES / 2; i += blockDim.x) {
    table[i] = __ldg(whole + i);
  }
  __syncthreads();
  return reinterpret_cast<const u16*>(table);
}

// Position along the curve, 3 * KEY_BITS bits. Levels below `finest`, counted from the finest one
// of all, are not looked at, nor are their bits of the key good.
__device__ __forceinline__ u64 hilbert_key(const u16* table, u32 x, u32 y, u32 z, u32 finest) {
  u64 key = 0;
  u32 state = 0, level = KEY_BITS;
  while (level >= 2 && level > finest) {
    level -= 2;
    u32 entry = table[state | (x >> level & 3) << 4 | (y >> level & 3) << 2 | (z >> level & 3)];
    state = entry & ~63u;
    key = key << 6 | (entry & 63);
  }
  if (level > finest) {
    u32 entry = table[state | (x & 1) << 5 | (y & 1) << 3 | (z & 1) << 1];
    return key << 3 | (entry >> 3 & 7);
  }
  return key << 3 * level;
}
