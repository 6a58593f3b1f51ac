// Measured properties of subhaloes (CudaMeasures).
#include "subhaloes.cuh"

// FixedPoint.
struct Map {
  double cell[3];
  double offset[3];
  double largest;
  double is_periodic;  // or 0
  double is_isotropic;

  // FixedPoint.toLength.
  __device__ double to_length(double fixed, u32 d) const {
    double cells = fixed + offset[d];
    if (is_periodic != 0) {
      cells -= 0x1p32 * floor(cells / 0x1p32);
      cells = cells < 0x1p32 ? cells : 0;
    }
    return cells * cell[d];
  }
  __device__ double radius(u64 square) const {
    return is_isotropic != 0 ? sqrt(double(square)) * largest
                             : sqrt(__longlong_as_double(square));
  }
};

// Offsets of columns in the rows of a SubhaloTable (in the order of CudaMeasures.layout).
struct Layout {
  u64 integers, reals;  // per row
  u64 group, rank, parent, length, most_bound, deepest, length_type;
  u64 mass, mass_type, position, centre, velocity, dispersion, spin, vmax, vmax_radius, enclosing,
      half, half_type, within[3], within_type[3], apertures;
};

struct Table {
  i64* integers;
  double* reals;
  const i64* number;  // catalogue row of each group
};

// The orders of members.
struct Orders {
  const u32* bound;     // group by group, in the order of the IDs
  const u32* outwards;  // subhalo by subhalo
  const u64* square;    // squared distances in the order of outwards
};

struct Rules {
  u64 one_mass;           // whether all particles have the same mass
  u64 aperture_count;
  const double* aperture;  // exclusive radii of each group, just above the requested ones
};

constexpr u32 TERMS = 4;      // Measurement.TERMS
constexpr u32 INNERMOST = 6;  // RadialProfile.INNERMOST
constexpr u32 STARS = 4;      // Measurement.STARS
constexpr u32 MOST_TYPES = 24;  // CudaMeasures.MAX_TYPES
constexpr double SPARE = 1e-10;  // HalfMass.SPARE

constexpr u32 AT_ONCE = 8;  // members whose terms are loaded before they are summed
constexpr u32 NO_TYPE = 255;

template <u32 THREADS>
struct Tile {
  static constexpr u32 SIZE = THREADS == 32 ? 64 : 2 * THREADS;  // members
  Frame<THREADS> frame;
  double terms[TERMS][SIZE];
  double mass[SIZE];
  double radius[SIZE];
  double prefix[SIZE];
  u8 type[SIZE];  // NO_TYPE behind the last member
  double sums[TERMS];
  u32 lengths[1 + MOST_TYPES];  // of all members, and of each type
  double total[1 + MOST_TYPES];
  double half[1 + MOST_TYPES];
  double peaks[THREADS / 32];
  u32 places[THREADS / 32];
  double peak, peak_radius, farthest;
  double radii[3];
};

template <u32 THREADS>
__device__ void load_outwards(Tile<THREADS>& tile, const Members& members, const Map& map,
                              const Orders& orders, u64 from, u32 some) {
  __syncthreads();
  for (u32 i = threadIdx.x; i < Tile<THREADS>::SIZE; i += THREADS) {
    u64 at = from + i;
    u32 member = i < some ? orders.outwards[at] : 0;
    tile.radius[i] = i < some ? map.radius(orders.square[at]) : 0;
    tile.mass[i] = i < some ? __ldg(members.mass + member) : 0;
    tile.type[i] = i < some ? u8(members.type(member)) : NO_TYPE;
  }
  __syncthreads();
}

// Adds the masses of the members of a tile, all or those of one type, one after the other; calls
// f(i, sum) after each.
template <u32 THREADS, class Function>
__device__ __forceinline__ double add_masses(const Tile<THREADS>& tile, u32 some, u32 which,
                                             double sum, Function f) {
  for (u32 first = 0; first < some; first += AT_ONCE) {
    double mass[AT_ONCE];
    u32 type[AT_ONCE];
#pragma unroll
    for (u32 k = 0; k < AT_ONCE; k++) {
      mass[k] = tile.mass[first + k];
      type[k] = tile.type[first + k];
    }
#pragma unroll
    for (u32 k = 0; k < AT_ONCE; k++) {
      double next = sum + mass[k];
      sum = (which == 0 ? type[k] != NO_TYPE : type[k] == which - 1) ? next : sum;
      f(first + k, sum);
    }
  }
  return sum;
}

// Sums that are not exact run from member to member, one thread per sum: from the most bound member
// to the least bound one, or outwards.
template <u32 THREADS>
__device__ void measure(const Members& members, const Physics* all_physics, const Map& map,
                        const Units* units, const Subhaloes& subhaloes, const Orders& orders,
                        const Rules& rules, const Layout& layout, const Table& table,
                        u64 shortest, u64 longest) {
  __shared__ Tile<THREADS> tile;
  u32 s = blockIdx.x, k = threadIdx.x;
  u64 before = subhaloes.before[s];
  u32 count = u32(subhaloes.before[s + 1] - before);
  if (count < shortest || count >= longest) {
    return;
  }
  u32 types = u32(members.type_count);
  u32 deepest = subhaloes.deepest(s), group = members.group[deepest];
  const u32* row =
      orders.bound + members.start[group] + (before - subhaloes.before[subhaloes.first[group]]);
  i64* whole = table.integers + s * layout.integers;
  double* real = table.reals + s * layout.reals;
  const Physics& physics = all_physics[group];
  double a = physics.scale_factor;
  clear_frame(tile.frame, members.at(deepest));
  add_to_frame(tile.frame, members, units[group], row, count, false);
  double mass = tile.frame.mass;
  // From the most bound to the least bound member: threads sum the terms, others the type masses.
  constexpr u32 SIZE = Tile<THREADS>::SIZE;
  double sum = 0;
  u32 number = 0;
  for (u32 first = 0; first < count; first += SIZE) {
    u32 some = min(count - first, SIZE);
    __syncthreads();
    for (u32 i = k; i < SIZE; i += THREADS) {
      double m = 0, x[3] = {}, v[3] = {};
      u32 type = NO_TYPE;
      if (i < some) {
        u32 member = row[first + i];
        in_frame(tile.frame, members, physics, map.cell, member, x, v);
        m = __ldg(members.mass + member);
        type = members.type(member);
      }
      tile.terms[0][i] = m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      tile.terms[1][i] = m * (x[1] * v[2] - x[2] * v[1]);
      tile.terms[2][i] = m * (x[2] * v[0] - x[0] * v[2]);
      tile.terms[3][i] = m * (x[0] * v[1] - x[1] * v[0]);
      tile.mass[i] = m;
      tile.type[i] = u8(type);
    }
    __syncthreads();
    if (k < TERMS) {
      for (u32 i = 0; i < some; i += AT_ONCE) {
        double term[AT_ONCE];
#pragma unroll
        for (u32 j = 0; j < AT_ONCE; j++) {
          term[j] = tile.terms[k][i + j];  // 0 behind the last member
        }
#pragma unroll
        for (u32 j = 0; j < AT_ONCE; j++) {
          sum += term[j];
        }
      }
    } else if (k >= 32 || THREADS == 32) {
      // Another warp, if the block has several.
      u32 t = THREADS == 32 ? k - TERMS : k - 32;
      if (t < types) {
        sum = add_masses(tile, some, 1 + t, sum,
                         [&](u32 i, double) { number += tile.type[i] == t; });
      }
    }
  }
  u32 own_type = k < TERMS ? NONE : THREADS == 32 ? k - TERMS : k - 32;
  if (k < TERMS) {
    tile.sums[k] = sum;
  } else if (own_type < types) {
    real[layout.mass_type + own_type] = sum;
    whole[layout.length_type + own_type] = number;
    tile.lengths[1 + own_type] = number;
  }
  if (k == 0) {
    tile.lengths[0] = count;
  }
  // Outwards: k is 0 for all members, and 1 + type for the members of a type.
  sum = 0;
  double peak = 0;
  u32 peak_place = NONE;
  for (u32 first = 0; first < count; first += SIZE) {
    u32 some = min(count - first, SIZE);
    load_outwards(tile, members, map, orders, before + first, some);
    if (k == 0) {
      sum = add_masses(tile, some, 0, sum, [&](u32 i, double now) { tile.prefix[i] = now; });
      tile.farthest = tile.radius[some - 1];
    } else if (k < 1 + types) {
      sum = add_masses(tile, some, k, sum, [](u32, double) {});
    }
    __syncthreads();
    for (u32 i = k; i < some; i += THREADS) {
      if (first + i >= INNERMOST && tile.radius[i] > 0) {
        double of_place = tile.prefix[i] / tile.radius[i];
        if (of_place >= peak) {
          peak = of_place;
          peak_place = first + i;
        }
      }
    }
  }
  if (k < 1 + types) {
    tile.total[k] = sum;
  }
  // Of equal peaks the outer one; NONE stands for no peak, and is above all indices.
  auto offer = [&](double other, u32 other_place) {
    if (other_place != NONE &&
        (peak_place == NONE || other > peak || (other == peak && other_place > peak_place))) {
      peak = other;
      peak_place = other_place;
    }
  };
  for (u32 distance = 16; distance > 0; distance /= 2) {
    double other = __shfl_xor_sync(FULL_WARP, peak, distance);
    u32 other_place = __shfl_xor_sync(FULL_WARP, peak_place, distance);
    offer(other, other_place);
  }
  if (lane_index() == 0) {
    tile.peaks[k / 32] = peak;
    tile.places[k / 32] = peak_place;
  }
  __syncthreads();
  for (u32 w = 0; w < THREADS / 32; w++) {
    offer(tile.peaks[w], tile.places[w]);
  }
  double peak_radius =
      peak_place == NONE ? 0 : map.radius(orders.square[before + peak_place]);
  // Midway between the two distances at which the mass passes a half (RadialProfile).
  double least = k < 1 + types
                     ? (rules.one_mass ? tile.total[k] / 2 : tile.total[k] / 2 * (1 - 2 * SPARE))
                     : 0;
  double last = -1, inner = -1, half = -1;
  bool has_none = k >= 1 + types || tile.lengths[k] == 0;
  sum = 0;
  for (u32 first = 0; first < count; first += SIZE) {
    u32 some = min(count - first, SIZE);
    load_outwards(tile, members, map, orders, before + first, some);
    if (!has_none && half < 0) {
      for (u32 i = 0; half < 0 && i < some; i++) {
        bool counts = k == 0 || tile.type[i] == k - 1;
        double radius = tile.radius[i], next = sum + tile.mass[i];
        bool is_farther = counts && radius > last;
        inner = is_farther ? last : inner;
        last = is_farther ? radius : last;
        sum = counts ? next : sum;
        if (counts && sum >= least) {
          half = inner < 0 ? radius : (inner + radius) / 2;
        }
      }
    }
    if (__syncthreads_and(has_none || half >= 0)) {
      break;
    }
  }
  if (k < 1 + types) {
    tile.half[k] = fmax(0.0, half);
  }
  __syncthreads();
  if (k == 0) {
    double stars = types > STARS ? tile.half[1 + STARS] : 0;
    tile.radii[0] = stars;
    tile.radii[1] = 2 * stars;
    tile.radii[2] = peak_radius;
  }
  __syncthreads();
  // Masses closer than radii: of all members, and of those of each type.
  u32 sets = (3 + u32(rules.aperture_count)) * (1 + types);
  for (u32 from = 0; from < sets; from += THREADS) {
    u32 set = from + k;
    u32 r = set / (1 + types), of = set % (1 + types);
    double limit = set >= sets ? -1
                   : r < 3     ? tile.radii[r]
                               : rules.aperture[rules.aperture_count * group + r - 3];
    bool is_done = set >= sets;
    sum = 0;
    for (u32 first = 0; first < count; first += SIZE) {
      u32 some = min(count - first, SIZE);
      load_outwards(tile, members, map, orders, before + first, some);
      if (!is_done) {
        u32 closer = count_below(some, [&](u32 i) { return tile.radius[i] < limit; });
        is_done = closer < some;
        for (u32 i = 0; i < closer; i++) {
          double next = sum + tile.mass[i];
          sum = of == 0 || tile.type[i] == of - 1 ? next : sum;
        }
      }
      if (__syncthreads_and(is_done)) {
        break;
      }
    }
    if (set < sets) {
      u64 at = r >= 3 ? layout.apertures + set - 3 * (1 + types)
                      : of == 0 ? layout.within[r] : layout.within_type[r] + of - 1;
      real[at] = sum;
    }
  }
  if (k < 1 + types) {
    real[k == 0 ? layout.half : layout.half_type + k - 1] = tile.half[k] * a;
  }
  if (k < 3) {
    Place place = members.at(deepest);
    int cells = k == 0 ? place.x : k == 1 ? place.y : place.z;
    real[layout.position + k] = map.to_length(double(cells), k);
    real[layout.centre + k] = map.to_length(double(cells) + tile.frame.cells[k], k);
    real[layout.velocity + k] = tile.frame.velocity[k];
    real[layout.spin + k] = tile.sums[1 + k] * a / mass;
  }
  if (k == 0) {
    u32 first = subhaloes.first[group], c = subhaloes.candidate[s], parent = NONE;
    while (parent == NONE && subhaloes.around[c] != c) {
      c = subhaloes.around[c];
      parent = subhaloes.of_candidate[c];
    }
    whole[layout.group] = table.number[group];
    whole[layout.rank] = s - first;
    whole[layout.parent] = parent == NONE ? 0 : parent - first;
    whole[layout.length] = count;
    whole[layout.most_bound] = i64(members.id[row[0]]);
    whole[layout.deepest] = i64(members.id[deepest]);
    real[layout.mass] = mass;
    real[layout.dispersion] = sqrt(tile.sums[0] / (3 * mass));
    real[layout.vmax] = sqrt(physics.gravity * peak);
    real[layout.vmax_radius] = peak_radius * a;
    real[layout.enclosing] = tile.farthest * a;
  }
}

#define MEASURE(THREADS)                                                                         \
  extern "C" __global__ void __launch_bounds__(THREADS) measure_##THREADS(                        \
      Members members, const Physics* physics, Map map, const Units* units, Subhaloes subhaloes,  \
      Orders orders, Rules rules, Layout layout, Table table, u64 shortest, u64 longest) {       \
    measure<THREADS>(members, physics, map, units, subhaloes, orders, rules, layout, table,      \
                     shortest, longest);                                                         \
  }

MEASURE(32)
MEASURE(256)
