// Properties of groups about centres (PropertyKernels): members by distance, and moments.
#include "moments.cuh"
#include "nodes.cuh"

// Groups as ranges of members (MemberList).
struct Groups {
  u64 count;
  const u64* start;

  __device__ __forceinline__ u64 of(u64 member) const {
    return count_below(count - 1, [&](u64 g) { return start[g + 1] <= member; });
  }
};

// --- members by distance -----------------------------------------------------------------------

template <class Criterion>
__device__ u64 square_of_member(const Columns& columns, u64 member, const int* centre,
                                const Criterion& criterion) {
  Place p = place_of(columns.points, columns.point(member));
  return criterion.square(int(u32(p.x) - u32(centre[0])), int(u32(p.y) - u32(centre[1])),
                          int(u32(p.z) - u32(centre[2])));
}

template <class Criterion>
__device__ void squares(const Columns& columns, const Groups& groups, u64 members,
                        const int* centres, u64* keys, u32* numbers, const Criterion& criterion) {
  u64 m = thread_index();
  if (m < members) {
    keys[m] = square_of_member(columns, m, centres + 3 * groups.of(m), criterion);
    numbers[m] = u32(m);
  }
}

extern "C" __global__ void groups_of_numbers(Groups groups, const u32* numbers, u64 members,
                                             u32* group) {
  u64 i = thread_index();
  if (i < members) {
    group[i] = u32(groups.of(numbers[i]));
  }
}

// What stands at each place of the order: the square, and the mass if there is room for it.
template <class Criterion>
__device__ void put_in_order(const Columns& columns, const Groups& groups, u64 members,
                             const int* centres, const u32* numbers, double per_mass,
                             u64* squares, i64* masses, const Criterion& criterion) {
  u64 i = thread_index();
  if (i >= members) {
    return;
  }
  u32 m = numbers[i];
  squares[i] = square_of_member(columns, m, centres + 3 * groups.of(i), criterion);
  if (masses) {
    masses[i] = __double2ll_rn(columns.mass(columns.row(columns.point(m))) * per_mass);
  }
}

#define PROPERTY_ENTRY_POINTS(suffix, Criterion)                                                  \
  extern "C" __global__ void squares_##suffix(Columns columns, Groups groups, u64 members,        \
                                              const int* centres, u64* keys, u32* numbers,        \
                                              Criterion criterion) {                              \
    squares(columns, groups, members, centres, keys, numbers, criterion);                         \
  }                                                                                               \
  extern "C" __global__ void put_in_order_##suffix(                                               \
      Columns columns, Groups groups, u64 members, const int* centres, const u32* numbers,        \
      double per_mass, u64* squares, i64* masses, Criterion criterion) {                          \
    put_in_order(columns, groups, members, centres, numbers, per_mass, squares, masses,           \
                 criterion);                                                                      \
  }

PROPERTY_ENTRY_POINTS(isotropic, IsotropicCriterion)
PROPERTY_ENTRY_POINTS(general, GeneralCriterion)

// Members in order of their distances, group by group.
struct Profiles {
  Groups groups;
  u64 members;
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

extern "C" __global__ void extremes_but_peaks(Profiles profiles, Extremes* rows) {
  u64 g = thread_index();
  if (g >= profiles.groups.count) {
    return;
  }
  u64 from = profiles.groups.start[g], end = profiles.groups.start[g + 1];
  Extremes row = {end - from, 0, 0, 0, 0, 0, ~0ull};
  if (end > from) {
    i64 mass = profiles.mass(from, end);
    row.mass = u64(mass);
    row.largest = profiles.squares[end - 1];
    if (mass > 0) {
      u64 half = from + count_below(end - 1 - from, [&](u64 i) {
                   return 2 * profiles.mass(from, from + i + 1) < mass;
                 });
      row.half = profiles.squares[half];
      u64 first = profiles.first_from(from, end, row.half);
      row.before_half = first == from ? row.half : profiles.squares[first - 1];
    }
  }
  rows[g] = row;
}

// The group of a member and its peak; 0 where it is none.
struct Peak {
  u64 group;
  u64 bits;
};

__device__ Peak peak_of(const Profiles& profiles, u64 i) {
  if (i >= profiles.members) {
    return {~0ull, 0};
  }
  u64 g = profiles.groups.of(i), from = profiles.groups.start[g];
  bool counts = i + 1 >= from + FIRST_OF_PEAK && profiles.squares[i] != 0;
  return {g, counts ? u64(__double_as_longlong(profiles.peak(from, i))) : 0};
}

extern "C" __global__ void take_peaks(Profiles profiles, Extremes* rows) {
  Peak own = peak_of(profiles, thread_index());
  u64 bits = own.bits;
  // Lanes of one group stand side by side: the first has the largest of all.
  for (u32 distance = 16; distance > 0; distance /= 2) {
    u64 group = __shfl_down_sync(FULL_WARP, own.group, distance);
    u64 other = __shfl_down_sync(FULL_WARP, bits, distance);
    bool inside = lane_index() + distance < 32;
    bits = inside && group == own.group ? max(bits, other) : bits;
  }
  u64 previous = __shfl_up_sync(FULL_WARP, own.group, 1);
  if (bits != 0 && (lane_index() == 0 || previous != own.group)) {
    atomicMax(&rows[own.group].peak, bits);
  }
}

extern "C" __global__ void take_peak_squares(Profiles profiles, Extremes* rows) {
  u64 i = thread_index();
  Peak own = peak_of(profiles, i);
  if (own.bits != 0 && own.bits == rows[own.group].peak) {
    atomicMin(&rows[own.group].peak_square, profiles.squares[i]);
  }
}

// Number and mass within squares of distances, in turn.
extern "C" __global__ void within_squares(Profiles profiles, const u32* groups, const u64* squares,
                                          u64 count, u64* answers) {
  u64 q = thread_index();
  if (q >= count) {
    return;
  }
  u64 from = profiles.groups.start[groups[q]], end = profiles.groups.start[groups[q] + 1];
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
