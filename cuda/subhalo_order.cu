// The list of subhaloes, their ranks, and the order of their members (CudaSubhaloOrder).
#include "nodes.cuh"
#include "subhaloes.cuh"

// --- ranks of subhaloes --------------------------------------------------------------------------

extern "C" __global__ void mark_bound(const State* states, u64 count, u32* bits) {
  u64 c = thread_index();
  store_bits(bits, c, count, c < count && states[c].phase == BOUND);
}

// Keys of subhaloes: smallest ID.
extern "C" __global__ void id_keys(const u32* candidate, u64 count, const State* states,
                                   u64* keys) {
  u64 s = thread_index();
  if (s < count) {
    keys[s] = states[candidate[s]].smallest_id;
  }
}

// Keys of subhaloes: group, then decreasing length.
extern "C" __global__ void length_keys(const u32* candidate, u64 count, const State* states,
                                       const u32* group, u64* keys) {
  u64 s = thread_index();
  if (s < count) {
    u32 c = candidate[s];
    keys[s] = u64(group[c]) << 32 | u32(~states[c].count);
  }
}

// The subhalo of each candidate; others keep NONE.
extern "C" __global__ void subhaloes_of_candidates(const u32* candidate, u64 count, u32* subhalo) {
  u64 s = thread_index();
  if (s < count) {
    subhalo[candidate[s]] = u32(s);
  }
}

// The first subhalo of each group [groups + 1], and the number of members of each.
extern "C" __global__ void subhaloes_of_groups(const u32* candidate, u64 count, const u32* group,
                                               u64 groups, u32* first) {
  u64 g = thread_index();
  if (g <= groups) {
    first[g] = u32(count_below(count, [&](u64 s) { return group[candidate[s]] < g; }));
  }
}

extern "C" __global__ void lengths_of_subhaloes(const u32* candidate, u64 count,
                                                const State* states, u32* length) {
  u64 s = thread_index();
  if (s < count) {
    length[s] = states[candidate[s]].count;
  }
}

// --- order of members ----------------------------------------------------------------------------

// Keys of members: energy, or the type of members outside all subhaloes.
extern "C" __global__ void energy_keys(Members members, Subhaloes subhaloes, const u32* order,
                                       u64* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    u32 member = order[p];
    keys[p] = subhaloes.owner[member] == NONE ? u64(members.type(member))
                                              : ordered_bits(subhaloes.energy[member]);
  }
}

// Keys of members: group, subhalo, and then the members outside all subhaloes.
extern "C" __global__ void subhalo_keys(Members members, Subhaloes subhaloes, const u32* order,
                                        u32* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    u32 member = order[p], group = members.group[member], s = subhaloes.of_member(member);
    keys[p] = (s == NONE ? subhaloes.first[group + 1] : s) + group;
  }
}

// The same keys, and in each of them the type.
extern "C" __global__ void list_keys(Members members, Subhaloes subhaloes, const u32* order,
                                     u32* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    u32 member = order[p], group = members.group[member], s = subhaloes.of_member(member);
    u32 run = (s == NONE ? subhaloes.first[group + 1] : s) + group;
    keys[p] = run * u32(members.type_count) + members.type(member);
  }
}

extern "C" __global__ void type_keys(Members members, const u32* order, u32* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    u32 member = order[p];
    keys[p] = members.group[member] * u32(members.type_count) + members.type(member);
  }
}

// Rank of the subhalo of each member and its index among those of its group and type, 32 bits each;
// -1 outside all subhaloes. Keys and members are sorted by group and type, then as the IDs.
extern "C" __global__ void label_members(Members members, Subhaloes subhaloes, const u32* keys,
                                         const u32* order, i64* labels) {
  u64 p = thread_index();
  if (p >= members.count) {
    return;
  }
  u32 member = order[p], key = keys[p], s = subhaloes.of_member(member);
  u64 place = p - count_below(p, [&](u64 at) { return keys[at] < key; });
  u64 rank = s - subhaloes.first[members.group[member]];
  labels[member] = s == NONE ? -1 : i64(rank << 32 | place);
}

// Members that share their ID, group and type with the one before: their number, and the smallest
// of these IDs.
extern "C" __global__ void count_repeated(Members members, const u32* keys, const u32* order,
                                          u64* found) {
  u64 p = thread_index();
  if (p == 0 || p >= members.count || keys[p] != keys[p - 1]) {
    return;
  }
  u64 id = members.id[order[p]];
  if (id == members.id[order[p - 1]]) {
    atomicAdd(found, 1);
    atomicMin(found + 1, id);
  }
}

// Keys of members: distance from the deepest member of their subhalo.
template <class Criterion>
__device__ void square_keys(const Members& members, const Subhaloes& subhaloes, const u32* order,
                            u64* keys, const Criterion& criterion) {
  u64 p = thread_index();
  if (p >= members.count) {
    return;
  }
  u32 s = subhaloes.of_member(order[p]);
  if (s == NONE) {
    keys[p] = 0;
    return;
  }
  Place place = members.at(order[p]), centre = members.at(subhaloes.deepest(s));
  keys[p] = criterion.square(int(u32(place.x) - u32(centre.x)), int(u32(place.y) - u32(centre.y)),
                             int(u32(place.z) - u32(centre.z)));
}

extern "C" __global__ void square_keys_isotropic(Members members, Subhaloes subhaloes,
                                                 const u32* order, u64* keys,
                                                 IsotropicCriterion criterion) {
  square_keys(members, subhaloes, order, keys, criterion);
}
extern "C" __global__ void square_keys_general(Members members, Subhaloes subhaloes,
                                               const u32* order, u64* keys,
                                               GeneralCriterion criterion) {
  square_keys(members, subhaloes, order, keys, criterion);
}

// Keys of members: subhalo; members outside all subhaloes come last.
extern "C" __global__ void owner_keys(Members members, Subhaloes subhaloes, const u32* order,
                                      u32* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    u32 s = subhaloes.of_member(order[p]);
    keys[p] = s == NONE ? u32(subhaloes.count) : s;
  }
}
