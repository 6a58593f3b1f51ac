// Columns of the members of groups, and candidates for subhaloes (CudaSubhaloKernels,
// CudaCandidates): the order by density, basins of peaks, edges between them, and the branches of a
// tree that the host joins them to.
#include "subhaloes.cuh"

// --- columns -----------------------------------------------------------------------------------

struct MemberColumns {
  int* place;
  double* velocity;
  double* mass;
  double* thermal;  // or null
  u64* id;
  u8* types;  // or null
  double* density;
};

// Source columns of thermal energies and densities, and conversion factors of stored values.
struct Stored {
  const void* thermal;  // float or double, or null
  u64 wide_thermal;
  const double* density;  // of all members
};

struct Factors {
  double to_peculiar, to_physical;
};

// The members of group g are those of a list from first[g] on, and become members from start[g] on.
extern "C" __global__ void columns_of_members(Columns columns, Stored stored, Factors factors,
                                              const u32* first, const u32* start, u64 groups,
                                              u64 count, MemberColumns to) {
  u64 i = thread_index();
  if (i >= count) {
    return;
  }
  u64 group = count_below(groups - 1, [&](u64 g) { return start[g + 1] <= i; });
  u32 member = first[group] + u32(i - start[group]);
  u32 point = columns.point(member), row = columns.row(point);
  Place place = place_of(columns.points, point);
  to.place[3 * i] = place.x;
  to.place[3 * i + 1] = place.y;
  to.place[3 * i + 2] = place.z;
  double velocity[3];
  columns.velocity(row, velocity);
  for (u32 d = 0; d < 3; d++) {
    to.velocity[3 * i + d] = velocity[d] * factors.to_peculiar;
  }
  to.mass[i] = columns.mass(row);
  to.id[i] = columns.id(row);
  to.density[i] = stored.density[member];
  if (to.types) {
    to.types[i] = u8(columns.type(row));
  }
  if (to.thermal) {
    double thermal = stored.wide_thermal ? static_cast<const double*>(stored.thermal)[row]
                                         : static_cast<const float*>(stored.thermal)[row];
    to.thermal[i] = thermal * factors.to_physical;
  }
}

extern "C" __global__ void groups_of_members(const u32* start, u64 groups, u64 count, u32* group) {
  u64 i = thread_index();
  if (i < count) {
    group[i] = u32(count_below(groups - 1, [&](u64 g) { return start[g + 1] <= i; }));
  }
}

// Largest mass, and largest component of a velocity, of each group, as bits [2 groups].
extern "C" __global__ void largest_of_groups(Members members, u64* largest) {
  u64 i = thread_index();
  bool any = i < members.count;
  u64 at = any ? i : members.count - 1;
  const double* v = members.velocity + 3 * at;
  double fastest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
  u64 mass = __double_as_longlong(fabs(members.mass[at]));
  u64 speed = __double_as_longlong(fastest);
  u32 group = members.group[at];
  bool one = __match_any_sync(FULL_WARP, group) == FULL_WARP;
  if (one) {
    for (u32 distance = 16; distance > 0; distance /= 2) {
      mass = max(mass, __shfl_xor_sync(FULL_WARP, mass, distance));
      speed = max(speed, __shfl_xor_sync(FULL_WARP, speed, distance));
    }
  }
  if (any && (!one || lane_index() == 0)) {
    atomicMax(largest + 2 * u64(group), mass);
    atomicMax(largest + 2 * u64(group) + 1, speed);
  }
}

// GroupUnits.of.
extern "C" __global__ void units_of_groups(const u32* start, u64 groups, const u64* largest,
                                           const Physics* physics, Units* units) {
  constexpr int TERM_BITS = 44;  // PotentialSums.TERM_BITS
  constexpr int SUM_BITS = 62;   // GroupUnits.SUM_BITS
  u64 g = thread_index();
  if (g >= groups) {
    return;
  }
  double mass = __longlong_as_double(largest[2 * g]);
  double speed = __longlong_as_double(largest[2 * g + 1]);
  double term = mass * physics[g].itself;
  int of_term = TERM_BITS - exponent_above(term);
  int of_sum = SUM_BITS - exponent_above(term * double(start[g + 1] - start[g]));
  units[g] = {scalbn(1.0, exponent_above(mass)), scalbn(1.0, exponent_above(speed)),
              term > 0 ? scalbn(1.0, min(of_term, of_sum)) : 1};
}

// --- order by density ---------------------------------------------------------------------------

extern "C" __global__ void density_keys(const u32* order, const double* density, u64 count,
                                        u64* keys) {
  u64 p = thread_index();
  if (p < count) {
    keys[p] = ordered_bits(-density[order[p]]);
  }
}

extern "C" __global__ void ranks_of_members(const u32* order, u64 count, u32* rank) {
  u64 p = thread_index();
  if (p < count) {
    rank[order[p]] = u32(p);
  }
}

// The ranks of the denser members that each member is linked to. A member without links is its own
// root.
extern "C" __global__ void links_in_order(Members members, const u32* order, const u32* rank,
                                          const u32* denser, u32* root, u32* second) {
  u64 p = thread_index();
  if (p >= members.count) {
    return;
  }
  u32 member = order[p], from = members.start[members.group[member]];
  u32 one = denser[2 * u64(member)], two = denser[2 * u64(member) + 1];
  root[p] = one == NONE ? u32(p) : rank[from + one];
  second[p] = two == NONE ? NONE : rank[from + two];
}

// Follows roots to the peaks. Paths get shorter as other threads finish.
extern "C" __global__ void follow_roots(volatile u32* root, u64 count) {
  u64 p = thread_index();
  if (p >= count) {
    return;
  }
  u32 at = u32(p), next = root[at];
  while (next != at) {
    at = next;
    next = root[at];
  }
  root[p] = at;
}

extern "C" __global__ void mark_peaks(const u32* root, u64 count, u32* bits) {
  u64 p = thread_index();
  store_bits(bits, p, count, p < count && root[p] == p);
}

struct BitList {
  const u32* bits;
  const u32* before;  // bits set in earlier words
  u64 count;          // number of bits
  u64 all;            // number of bits set

  __device__ __forceinline__ u32 number(u64 i) const {
    return i >= count ? u32(all) : before[i / 32] + __popc(bits[i / 32] & ((1u << i % 32) - 1));
  }
};

// The basin of each member, and the first basin of each group.
extern "C" __global__ void basins_of_members(const u32* root, BitList peaks, u32* basin) {
  u64 p = thread_index();
  if (p < peaks.count) {
    basin[p] = peaks.number(root[p]);
  }
}

extern "C" __global__ void basins_of_groups(const u32* start, u64 groups, BitList peaks,
                                            u32* first_basin) {
  u64 g = thread_index();
  if (g <= groups) {
    first_basin[g] = peaks.number(start[g]);
  }
}

extern "C" __global__ void mark_edges(const u32* second, const u32* basin, u64 count, u32* bits) {
  u64 p = thread_index();
  store_bits(bits, p, count,
             p < count && second[p] != NONE && basin[second[p]] != basin[p]);
}

// Member and two basins of each edge [3 count].
extern "C" __global__ void write_edges(const u32* member, u64 count, const u32* second,
                                       const u32* basin, u32* edges) {
  u64 e = thread_index();
  if (e < count) {
    u32 p = member[e];
    edges[3 * e] = p;
    edges[3 * e + 1] = basin[p];
    edges[3 * e + 2] = basin[second[p]];
  }
}

// --- branches -----------------------------------------------------------------------------------

// The nodes of all trees; the first node of group g is twice its first basin. Parents, births and
// skips count from 0 in each group (SaddleTree).
struct Forest {
  const u32* first_basin;  // [groups + 1]
  const u32* parent;
  const u32* birth;
  const u32* skip;
};

// The branch of each member (SaddleTree.branches), and the number of members of each branch.
extern "C" __global__ void branches_of_members(const u32* start, const u32* group,
                                               const u32* order, const u32* basin, u64 count,
                                               Forest forest, u32* branch, u32* members) {
  u64 p = thread_index();
  if (p >= count) {
    return;
  }
  u32 g = group[order[p]], first = forest.first_basin[g], rank = u32(p) - start[g];
  u64 nodes = 2 * u64(first);
  const u32* parent = forest.parent + nodes;
  const u32* birth = forest.birth + nodes;
  const u32* skip = forest.skip + nodes;
  u32 at = basin[p] - first;
  while (parent[at] != NONE && birth[parent[at]] <= rank) {
    at = birth[skip[at]] <= rank ? skip[at] : parent[at];
  }
  branch[p] = u32(nodes) + at;
  atomicAdd(members + nodes + at, 1);
}

// Keys of members: index in the chain of the first member of their branch.
extern "C" __global__ void chain_keys(const u32* branch, const u32* first, u64 count, u32* keys) {
  u64 p = thread_index();
  if (p < count) {
    keys[p] = first[branch[p]];
  }
}
