// Properties of groups about centres (PropertyKernels): members by distance, and moments.
#include "moments.cuh"
#include "nodes.cuh"

// --- members by distance -----------------------------------------------------------------------

template <class Criterion>
__device__ u64 square_of_member(const Columns& columns, u64 member, const int* centre,
                                const Criterion& criterion) {
  Place p = place_of(columns.points, columns.point(member));
  return criterion.square(int(u32(p.x) - u32(centre[0])), int(u32(p.y) - u32(centre[1])),
                          int(u32(p.z) - u32(centre[2])));
}

// A warp takes a piece, so that its group is known.
template <class Criterion>
__device__ void squares(const Columns& columns, const Ranges& ranges, const int* centres, u64* keys,
                        u32* numbers, u32* groups, const Criterion& criterion) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    keys[m] = square_of_member(columns, m, centres + 3 * piece.group, criterion);
    numbers[m] = u32(m);
    groups[m] = u32(piece.group);
  }
}

// What stands at each place of the order: the square, and the mass if there is room for it.
template <class Criterion>
__device__ void put_in_order(const Columns& columns, const Ranges& ranges, const int* centres,
                             const u32* numbers, double per_mass, u64* squares, i64* masses,
                             const Criterion& criterion) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  for (u64 i = piece.from + lane_index(); i < piece.to; i += 32) {
    u32 m = numbers[i];
    squares[i] = square_of_member(columns, m, centres + 3 * piece.group, criterion);
    if (masses) {
      masses[i] = __double2ll_rn(columns.mass(columns.row(columns.point(m))) * per_mass);
    }
  }
}

#define PROPERTY_ENTRY_POINTS(suffix, Criterion)                                                  \
  extern "C" __global__ void squares_##suffix(Columns columns, Ranges ranges, const int* centres, \
                                              u64* keys, u32* numbers, u32* groups,               \
                                              Criterion criterion) {                              \
    squares(columns, ranges, centres, keys, numbers, groups, criterion);                          \
  }                                                                                               \
  extern "C" __global__ void put_in_order_##suffix(                                               \
      Columns columns, Ranges ranges, const int* centres, const u32* numbers, double per_mass,    \
      u64* squares, i64* masses, Criterion criterion) {                                           \
    put_in_order(columns, ranges, centres, numbers, per_mass, squares, masses, criterion);        \
  }

PROPERTY_ENTRY_POINTS(isotropic, IsotropicCriterion)
PROPERTY_ENTRY_POINTS(general, GeneralCriterion)

// Members in order of their distances, group by group.
struct Profiles {
  Ranges ranges;
  const u64* squares;
  const i64* before;  // mass before each and of all; null where members count 1
  u64 isotropic;

  // Mass of the members of a group from `from` to before `end`.
  __device__ __forceinline__ i64 mass(u64 from, u64 end) const {
    return before ? before[end] - before[from] : i64(end - from);
  }
  // First member from `from` on with at least a square.
  __device__ __forceinline__ u64 first_from(u64 from, u64 end, u64 square) const {
    return from + count_below(end - from, [&](u64 i) { return squares[from + i] < square; });
  }
  // MassProfiles.peak and number.
  __device__ __forceinline__ double peak(u64 from, u64 i) const {
    double m = double(mass(from, i + 1));
    u64 square = squares[i];
    return m * m / (isotropic ? __ull2double_rn(square) : __longlong_as_double(i64(square)));
  }
};

// A row of MassProfiles.extremes.
struct Extremes {
  u64 number, mass, largest, half, before_half, peak, peak_square;
};

constexpr u64 FIRST_OF_PEAK = 7;  // MassProfiles.FIRST_OF_PEAK

// HalfMass.threshold
__device__ __forceinline__ i64 half_of(i64 mass) {
  return mass - mass / 2 - mass / 10000000000;
}

// `halves` may be null.
extern "C" __global__ void extremes_but_peaks(Profiles profiles, const i64* halves, Extremes* rows) {
  u64 g = thread_index();
  if (g >= profiles.ranges.groups) {
    return;
  }
  u64 from = profiles.ranges.first_member[g], end = profiles.ranges.first_member[g + 1];
  Extremes row = {end - from, 0, 0, 0, 0, 0, ~0ull};
  if (end > from) {
    i64 mass = profiles.mass(from, end);
    row.mass = u64(mass);
    row.largest = profiles.squares[end - 1];
    if (mass > 0) {
      i64 least = halves ? halves[g] : half_of(mass);
      u64 half = from + count_below(end - 1 - from, [&](u64 i) {
                   return profiles.mass(from, from + i + 1) < least;
                 });
      row.half = profiles.squares[half];
      u64 first = profiles.first_from(from, end, row.half);
      row.before_half = first == from ? row.half : profiles.squares[first - 1];
    }
  }
  rows[g] = row;
}

// Calls f(member, bits of its peak) for the members of a piece that have one.
template <class Function>
__device__ void for_peaks(const Profiles& profiles, const Piece& piece, Function f) {
  u64 from = profiles.ranges.first_member[piece.group];
  for (u64 i = piece.from + lane_index(); i < piece.to; i += 32) {
    if (i + 1 >= from + FIRST_OF_PEAK && profiles.squares[i] != 0) {
      f(i, u64(__double_as_longlong(profiles.peak(from, i))));
    }
  }
}

extern "C" __global__ void take_peaks(Profiles profiles, Extremes* rows) {
  u64 w = thread_index() / 32;
  if (w >= profiles.ranges.first_piece[profiles.ranges.groups]) {
    return;
  }
  Piece piece = find_piece(profiles.ranges, w);
  u64 largest = 0;
  for_peaks(profiles, piece, [&](u64, u64 bits) { largest = max(largest, bits); });
  for (u32 distance = 16; distance > 0; distance /= 2) {
    largest = max(largest, __shfl_xor_sync(FULL_WARP, largest, distance));
  }
  if (lane_index() == 0) {
    atomicMax(&rows[piece.group].peak, largest);
  }
}

extern "C" __global__ void take_peak_squares(Profiles profiles, Extremes* rows) {
  u64 w = thread_index() / 32;
  if (w >= profiles.ranges.first_piece[profiles.ranges.groups]) {
    return;
  }
  Piece piece = find_piece(profiles.ranges, w);
  Extremes* row = rows + piece.group;
  u64 peak = row->peak;
  for_peaks(profiles, piece, [&](u64 i, u64 bits) {
    if (bits == peak) {
      atomicMin(&row->peak_square, profiles.squares[i]);
    }
  });
}

// Number and mass within squares of distances, in turn.
extern "C" __global__ void within_squares(Profiles profiles, const u32* groups, const u64* squares,
                                          u64 count, u64* answers) {
  u64 q = thread_index();
  if (q >= count) {
    return;
  }
  u64 from = profiles.ranges.first_member[groups[q]], end = profiles.ranges.first_member[groups[q] + 1];
  u64 last = squares[q] == ~0ull ? end : profiles.first_from(from, end, squares[q] + 1);
  answers[2 * q] = last - from;
  answers[2 * q + 1] = u64(profiles.mass(from, last));
}

// --- moments -----------------------------------------------------------------------------------

// A warp adds up a piece.
extern "C" __global__ void add_moments_of_pieces(Columns columns, Ranges ranges, Frames frames,
                                                 i64* sums) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  u64 g = piece.group;
  Frame frame = frame_of(frames, g);
  MomentSums own = {};
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    u32 point = columns.point(m);
    Place p = place_of(columns.points, point);
    own.add(columns, columns.row(point), frame, int(u32(p.x) - u32(frame.centre.x)),
            int(u32(p.y) - u32(frame.centre.y)), int(u32(p.z) - u32(frame.centre.z)));
  }
  for (u32 c = 0; c < MOMENTS; c++) {
    i64 sum = warp_sum(own.sums[c]);
    if (lane_index() == c) {
      atomicAdd(reinterpret_cast<u64*>(sums + MOMENTS * g + c), u64(sum));
    }
  }
}
