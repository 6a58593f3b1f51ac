// Bound members of candidates (CudaUnbinding). A block processes one candidate of any length until
// it is finished, or until it needs sums over too many pairs for one block.
#include "subhaloes.cuh"

struct Candidates {
  const u32* start;   // index in the chain of the first member
  const u32* length;
  const u32* around;  // smallest enclosing candidate, or itself
  const u32* group;
};

// Columns in the order of the chain, and two columns (owner, bound) in the order of the members.
struct Sets {
  const u32* chain;
  u32* row;        // [2 count]: remaining members, and from count on the removed ones
  i64* depth;
  double* energy;
  u32* owner;      // candidate in which each member is bound, or NONE
  double* bound;   // energy of each bound member
  u64 count;
};

// Potentials that a candidate waits for (CudaUnbinding.Pending).
struct Pending {
  u32 candidate, sources, targets, is_first;
};

struct Waiting {
  Pending* list;
  u32* count;
  u64 pairs;  // maximum number of pairs that a block sums up itself
};

constexpr u32 FEW = 5;    // Unbinding.REMOVAL_LIMIT
constexpr u32 PART = 50;  // Unbinding.REMOVED_FRACTION
constexpr u32 STALE = 5;  // Unbinding.STALE

// Adding it leaves the nearest integer, half to even, in the low bits (ExactSums.ROUNDING).
constexpr double ROUNDING = 0x1.8p52;

template <u32 THREADS>
struct Shared {
  static constexpr u32 LIST = 4 * THREADS;  // energies that are sorted by counting
  Frame<THREADS> frame;
  u32 of_warps[THREADS / 32];
  i64 depths[THREADS / 32];
  u64 ids[THREADS / 32];
  u32 rows[THREADS / 32];
  double limit;
  u32 kept;
  union {
    double energies[LIST];
    u32 histogram[256];
    struct {
      Place place[THREADS];
      double mass[THREADS];
    } sources;
  };
};

// The index of this thread among those of the block with the flag, and the number of these.
template <u32 THREADS>
__device__ __forceinline__ u32 place_among(Shared<THREADS>& shared, bool flag, u32& all) {
  u32 ballot = __ballot_sync(FULL_WARP, flag);
  if (lane_index() == 0) {
    shared.of_warps[threadIdx.x / 32] = __popc(ballot);
  }
  __syncthreads();
  u32 before = 0;
  all = 0;
  for (u32 w = 0; w < THREADS / 32; w++) {
    before += w < threadIdx.x / 32 ? shared.of_warps[w] : 0;
    all += shared.of_warps[w];
  }
  __syncthreads();
  return before + __popc(ballot & lanes_below());
}

// The member of lowest potential, of equally deep ones that of smallest ID, and the smallest ID.
template <u32 THREADS>
__device__ u32 deepest(Shared<THREADS>& shared, const Members& members, const u32* row,
                       const i64* depth, u32 count) {
  i64 best = INT64_MIN;
  u64 id = ~0ull;
  u32 found = NONE;
  auto offer = [&](i64 other, u64 other_id, u32 other_row) {
    if (other_row != NONE &&
        (found == NONE || other > best || (other == best && other_id < id))) {
      best = other;
      id = other_id;
      found = other_row;
    }
  };
  for (u32 i = threadIdx.x; i < count; i += THREADS) {
    offer(depth[i], __ldg(members.id + row[i]), row[i]);
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    i64 other = __shfl_xor_sync(FULL_WARP, best, distance);
    u64 other_id = __shfl_xor_sync(FULL_WARP, id, distance);
    u32 other_row = __shfl_xor_sync(FULL_WARP, found, distance);
    offer(other, other_id, other_row);
  }
  if (lane_index() == 0) {
    shared.depths[threadIdx.x / 32] = best;
    shared.ids[threadIdx.x / 32] = id;
    shared.rows[threadIdx.x / 32] = found;
  }
  __syncthreads();
  for (u32 w = 0; w < THREADS / 32; w++) {
    offer(shared.depths[w], shared.ids[w], shared.rows[w]);
  }
  __syncthreads();
  return found;
}

// Adds the potential of sources at targets, or subtracts it.
template <u32 THREADS>
__device__ void add_pairs(Shared<THREADS>& shared, const Members& members, const Field& field,
                          double scale, const u32* source, u32 sources, const u32* target,
                          u32 targets, bool subtract, i64* depth) {
  for (u32 first = 0; first < targets; first += THREADS) {
    u32 i = first + threadIdx.x;
    Place own = members.at(target[min(i, targets - 1)]);
    u64 sum = 0;
    for (u32 from = 0; from < sources; from += THREADS) {
      u32 some = min(sources - from, THREADS);
      __syncthreads();
      if (threadIdx.x < some) {
        u32 at = source[from + threadIdx.x];
        shared.sources.place[threadIdx.x] = members.at(at);
        shared.sources.mass[threadIdx.x] = __ldg(members.mass + at);
      }
      __syncthreads();
      if (i < targets) {
        for (u32 k = 0; k < some; k++) {
          double potential = field.potential(field.distance(shared.sources.place[k], own));
          double term = shared.sources.mass[k] * potential * scale + ROUNDING;
          sum += u64(__double_as_longlong(term));
        }
      }
    }
    if (i < targets) {
      i64 total = i64(sum - u64(sources) * u64(__double_as_longlong(ROUNDING)));
      depth[i] += subtract ? -total : total;
    }
  }
  __syncthreads();
}

// The number with index others in decreasing order among the numbers above 0, of which there are
// more than others.
template <u32 THREADS>
__device__ double larger_than_all_but(Shared<THREADS>& shared, const double* energy, u32 count,
                                      u32 positive, u32 others) {
  if (positive <= Shared<THREADS>::LIST) {
    u32 listed = 0;
    for (u32 first = 0; first < count; first += THREADS) {
      u32 i = first + threadIdx.x, all;
      bool is_positive = i < count && energy[i] > 0;
      u32 place = place_among(shared, is_positive, all);
      if (is_positive) {
        shared.energies[listed + place] = energy[i];
      }
      listed += all;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < positive; i += THREADS) {
      double own = shared.energies[i];
      u32 larger = 0, equal = 0;
      for (u32 k = 0; k < positive; k++) {
        larger += shared.energies[k] > own;
        equal += shared.energies[k] == own;
      }
      if (larger <= others && larger + equal > others) {
        shared.limit = own;  // other threads may write the same value
      }
    }
    __syncthreads();
    return shared.limit;
  }
  // Radix selection from the highest digit: the bits of numbers above 0 have their order.
  u64 known = 0, mask = 0;
  u32 left = others;
  for (int shift = 56; shift >= 0; shift -= 8) {
    for (u32 k = threadIdx.x; k < 256; k += THREADS) {
      shared.histogram[k] = 0;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
      u64 bits = __double_as_longlong(energy[i]);
      if (energy[i] > 0 && (bits & mask) == known) {
        atomicAdd(shared.histogram + (bits >> shift & 255), 1);
      }
    }
    __syncthreads();
    u32 digit = 255;
    while (shared.histogram[digit] <= left) {
      left -= shared.histogram[digit--];
    }
    known |= u64(digit) << shift;
    mask |= 255ull << shift;
    __syncthreads();
  }
  return __longlong_as_double(known);
}

template <u32 THREADS>
__device__ void unbind(const Members& members, const Physics* all_physics, const Field& of_any,
                       const Candidates& candidates, const Sets& sets, const Units* all_units,
                       const u32* list, State* states, const Waiting& waiting) {
  __shared__ Shared<THREADS> shared;
  u32 c = list[blockIdx.x];
  State state = states[c];
  Units units = all_units[candidates.group[c]];
  Physics physics = all_physics[candidates.group[c]];
  Field field = of_any.with(physics.softening);
  u64 base = candidates.start[c];
  u32* row = sets.row + base;
  u32* removed = sets.row + sets.count + base;
  i64* depth = sets.depth + base;
  double* energy = sets.energy + base;
  u32 count = state.count;
  auto wait_for = [&](u32 sources, bool is_first) {
    if (threadIdx.x == 0) {
      states[c].phase = WAITING;
      states[c].count = count;
      waiting.list[atomicAdd(waiting.count, 1)] = {c, sources, count, is_first};
    }
  };
  auto end = [&](u32 phase) {
    if (threadIdx.x == 0) {
      states[c].phase = phase;
      states[c].count = count;
    }
  };
  if (state.phase == NEW) {
    const u32* chain = sets.chain + base;
    u32 length = candidates.length[c];
    count = 0;
    for (u32 first = 0; first < length; first += THREADS) {
      u32 i = first + threadIdx.x, all;
      bool is_free = i < length && sets.owner[chain[i]] == NONE;
      u32 place = place_among(shared, is_free, all);
      if (is_free) {
        row[count + place] = chain[i];
      }
      count += all;
    }
    __syncthreads();
    if (count < LEAST) {
      end(UNBOUND);
      return;
    }
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
      depth[i] = -__double2ll_rn(__ldg(members.mass + row[i]) * physics.itself * units.depth);
    }
    if (u64(count) * count > waiting.pairs) {
      wait_for(count, true);
      return;
    }
    add_pairs(shared, members, field, units.depth, row, count, row, count, false, depth);
  }
  double unit = physics.gravity / units.depth;
  while (count >= LEAST) {
    u32 start = count, gone = 0, before;
    u32 deepest_row = deepest(shared, members, row, depth, count);
    clear_frame(shared.frame, members.at(deepest_row));
    add_to_frame(shared.frame, members, units, row, count, false);
    do {
      before = count;
      u32 positive = 0;
      for (u32 first = 0; first < count; first += THREADS) {
        u32 i = first + threadIdx.x;
        bool is_positive = false;
        if (i < count) {
          double x[3], v[3];
          in_frame(shared.frame, members, physics, field.cell, row[i], x, v);
          double thermal = members.thermal ? __ldg(members.thermal + row[i]) : 0;
          double warm = 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + thermal;
          energy[i] = warm - unit * double(depth[i]);
          is_positive = energy[i] > 0;
        }
        positive += u32(__syncthreads_count(is_positive));
      }
      u32 few = max(FEW, count / PART);
      double limit =
          positive <= few ? 0 : larger_than_all_but(shared, energy, count, positive, few);
      // Remaining members move up block by block; each block is read before it is overwritten.
      u32 kept = 0, dropped = 0;
      for (u32 first = 0; first < count; first += THREADS) {
        u32 i = first + threadIdx.x, stay, go;
        u32 own = i < count ? row[i] : 0;
        i64 own_depth = i < count ? depth[i] : 0;
        bool goes = i < count && energy[i] > limit;
        u32 to_stay = place_among(shared, i < count && !goes, stay);
        u32 to_go = place_among(shared, goes, go);
        if (goes) {
          removed[gone + dropped + to_go] = own;
        } else if (i < count) {
          row[kept + to_stay] = own;
          depth[kept + to_stay] = own_depth;
        }
        kept += stay;
        dropped += go;
      }
      __syncthreads();
      count = kept;
      if (dropped > 0) {
        add_to_frame(shared.frame, members, units, removed + gone, dropped, true);
      }
      gone += dropped;
    } while (count < before && count >= LEAST && STALE * u64(start - count) < count);
    if (count == start) {
      u64 smallest = ~0ull;
      for (u32 i = threadIdx.x; i < count; i += THREADS) {
        sets.owner[row[i]] = c;
        sets.bound[row[i]] = energy[i];
        smallest = min(smallest, __ldg(members.id + row[i]));
      }
      for (u32 distance = 16; distance > 0; distance /= 2) {
        smallest = min(smallest, __shfl_xor_sync(FULL_WARP, smallest, distance));
      }
      if (lane_index() == 0) {
        shared.ids[threadIdx.x / 32] = smallest;
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        for (u32 w = 0; w < THREADS / 32; w++) {
          smallest = min(smallest, shared.ids[w]);
        }
        states[c].deepest = deepest_row;
        states[c].smallest_id = smallest;
      }
      end(BOUND);
      return;
    }
    if (count < LEAST) {
      break;
    }
    if (u64(gone) * count > waiting.pairs) {
      wait_for(gone, false);
      return;
    }
    add_pairs(shared, members, field, units.depth, removed, gone, row, count, true, depth);
  }
  end(UNBOUND);
}

#define UNBIND(THREADS)                                                                         \
  extern "C" __global__ void __launch_bounds__(THREADS) unbind_##THREADS(                        \
      Members members, const Physics* physics, Field field, Candidates candidates, Sets sets,   \
      const Units* units, const u32* list, State* states, Waiting waiting) {                    \
    unbind<THREADS>(members, physics, field, candidates, sets, units, list, states, waiting);   \
  }

UNBIND(64)
UNBIND(256)
UNBIND(1024)
