// What is measured of subhaloes (CudaMeasures).
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

// Where columns begin in the rows of a SubhaloTable (CudaMeasures.COLUMNS, in this order).
struct Layout {
  u64 integers, reals;  // per row
  u64 group, rank, parent, length, most_bound, deepest, length_type;
  u64 mass, mass_type, position, centre, velocity, dispersion, spin, vmax, vmax_radius, enclosing,
      half, half_type, within[3], within_type[3], apertures;
};

struct Table {
  i64* integers;
  double* reals;
  const i64* number;  // of each group in the catalogue
};

// The orders of members.
struct Orders {
  const u32* bound;     // group by group, as the IDs
  const u32* outwards;  // subhalo by subhalo
  const u64* square;    // of the same
};

struct Rules {
  u64 one_mass;           // whether all particles have one
  u64 aperture_count;
  const double* aperture;  // radii that are above those wanted
};

constexpr u32 TERMS = 4;      // Measurement.TERMS
constexpr u32 INNERMOST = 6;  // RadialProfile.INNERMOST
constexpr u32 STARS = 4;      // Measurement.STARS
constexpr u32 MOST_TYPES = 24;  // CudaMeasures.MOST_TYPES
constexpr double SPARE = 1e-10;  // HalfMass.SPARE

template <u32 THREADS>
struct Tile {
  Frame<THREADS> frame;
  double terms[TERMS][THREADS];
  double mass[THREADS];
  double radius[THREADS];
  double prefix[THREADS];
  u8 type[THREADS];
  double sums[TERMS + MOST_TYPES];
  u32 lengths[MOST_TYPES];
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
  if (threadIdx.x < some) {
    u64 at = from + threadIdx.x;
    u32 member = orders.outwards[at];
    tile.radius[threadIdx.x] = map.radius(orders.square[at]);
    tile.mass[threadIdx.x] = __ldg(members.mass + member);
    tile.type[threadIdx.x] = u8(members.type(member));
  }
  __syncthreads();
}

// Sums that are not exact go from member to member, each in a thread of its own: from the most bound
// to the least, or outwards.
template <u32 THREADS>
__device__ void measure(const Members& members, const Physics& physics, const Map& map,
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
  double a = physics.scale_factor;
  clear_frame(tile.frame, members.at(deepest));
  add_to_frame(tile.frame, members, units[group], row, count, false);
  double mass = tile.frame.mass;
  // From the most bound to the least.
  double sum = 0;
  u32 number = 0;
  for (u32 first = 0; first < count; first += THREADS) {
    u32 some = min(count - first, THREADS);
    __syncthreads();
    if (k < some) {
      u32 member = row[first + k];
      double x[3], v[3];
      in_frame(tile.frame, members, physics, map.cell, member, x, v);
      double m = __ldg(members.mass + member);
      tile.terms[0][k] = m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      tile.terms[1][k] = m * (x[1] * v[2] - x[2] * v[1]);
      tile.terms[2][k] = m * (x[2] * v[0] - x[0] * v[2]);
      tile.terms[3][k] = m * (x[0] * v[1] - x[1] * v[0]);
      tile.mass[k] = m;
      tile.type[k] = u8(members.type(member));
    }
    __syncthreads();
    if (k < TERMS) {
      for (u32 i = 0; i < some; i++) {
        sum += tile.terms[k][i];
      }
    } else if (k < TERMS + types) {
      for (u32 i = 0; i < some; i++) {
        if (tile.type[i] == k - TERMS) {
          sum += tile.mass[i];
          number++;
        }
      }
    }
  }
  if (k < TERMS + types) {
    tile.sums[k] = sum;
  }
  if (k >= TERMS && k < TERMS + types) {
    real[layout.mass_type + k - TERMS] = sum;
    whole[layout.length_type + k - TERMS] = number;
  }
  // Outwards: k is 0 for all members, and 1 more than the type of some.
  sum = 0;
  double peak = 0;
  u32 peak_place = NONE;
  for (u32 first = 0; first < count; first += THREADS) {
    u32 some = min(count - first, THREADS);
    load_outwards(tile, members, map, orders, before + first, some);
    if (k == 0) {
      for (u32 i = 0; i < some; i++) {
        sum += tile.mass[i];
        tile.prefix[i] = sum;
      }
      tile.farthest = tile.radius[some - 1];
    } else if (k < 1 + types) {
      for (u32 i = 0; i < some; i++) {
        if (tile.type[i] == k - 1) {
          sum += tile.mass[i];
        }
      }
    }
    __syncthreads();
    if (k < some && first + k >= INNERMOST && tile.radius[k] > 0) {
      double of_place = tile.prefix[k] / tile.radius[k];
      if (of_place >= peak) {
        peak = of_place;
        peak_place = first + k;
      }
    }
  }
  if (k < 1 + types) {
    tile.total[k] = sum;
  }
  // Of equal peaks the outer one; places without any are NONE, which is above all.
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
  sum = 0;
  for (u32 first = 0; first < count; first += THREADS) {
    u32 some = min(count - first, THREADS);
    load_outwards(tile, members, map, orders, before + first, some);
    for (u32 i = 0; k < 1 + types && half < 0 && i < some; i++) {
      if (k > 0 && tile.type[i] != k - 1) {
        continue;
      }
      double radius = tile.radius[i];
      if (radius > last) {
        inner = last;
        last = radius;
      }
      sum += tile.mass[i];
      if (sum >= least) {
        half = inner < 0 ? radius : (inner + radius) / 2;
      }
    }
    if (__syncthreads_and(k >= 1 + types || half >= 0)) {
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
    double limit = set >= sets ? -1 : r < 3 ? tile.radii[r] : rules.aperture[r - 3];
    bool is_done = set >= sets;
    sum = 0;
    for (u32 first = 0; first < count; first += THREADS) {
      u32 some = min(count - first, THREADS);
      load_outwards(tile, members, map, orders, before + first, some);
      for (u32 i = 0; !is_done && i < some; i++) {
        is_done = !(tile.radius[i] < limit);
        if (!is_done && (of == 0 || tile.type[i] == of - 1)) {
          sum += tile.mass[i];
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
      Members members, Physics physics, Map map, const Units* units, Subhaloes subhaloes,        \
      Orders orders, Rules rules, Layout layout, Table table, u64 shortest, u64 longest) {       \
    measure<THREADS>(members, physics, map, units, subhaloes, orders, rules, layout, table,      \
                     shortest, longest);                                                         \
  }

MEASURE(32)
MEASURE(256)
