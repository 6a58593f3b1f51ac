// Members of long candidates, whose potentials are summed up by trees (CudaLongCandidates).
#include "subhaloes.cuh"

// Adds potentials of other kernels, or subtracts them.
extern "C" __global__ void add_depths(const i64* potentials, u64 count, i64 sign, i64* depth) {
  u64 i = thread_index();
  if (i < count) {
    depth[i] += sign * potentials[i];
  }
}

// Parts of a Morton key (Morton.before): the lowest 21 bits of each coordinate, or the bits above.
extern "C" __global__ void morton_keys(Members members, const u32* order, u64 is_high, u64* keys) {
  u64 p = thread_index();
  if (p < members.count) {
    Place place = members.at(order[p]);
    u32 shift = is_high ? 21 : 0, mask = 0x1fffff, sign = 0x80000000u;
    u64 x = (u32(place.x) ^ sign) >> shift & mask, y = (u32(place.y) ^ sign) >> shift & mask,
        z = (u32(place.z) ^ sign) >> shift & mask;
    keys[p] = spread(x) << 2 | spread(y) << 1 | spread(z);
  }
}

extern "C" __global__ void mark_free(const u32* chain, const u32* owner, u64 count, u32* bits) {
  u64 i = thread_index();
  store_bits(bits, i, count, i < count && owner[chain[i]] == NONE);
}

// Initial depths of members in Morton order: minus the potential of each at its own position.
extern "C" __global__ void begin_depths(Members members, double itself, const Units* units,
                                        const u32* row, u64 count, i64* depth) {
  u64 i = thread_index();
  if (i < count) {
    double scale = units[members.group[row[0]]].depth;
    depth[i] = -__double2ll_rn(__ldg(members.mass + row[i]) * itself * scale);
  }
}

// Columns of the sources of a tree (PotentialTree).
extern "C" __global__ void columns_of_sources(Members members, const u32* row, u64 count, int* x,
                                              int* y, int* z, double* mass) {
  u64 i = thread_index();
  if (i < count) {
    Place place = members.at(row[i]);
    x[i] = place.x;
    y[i] = place.y;
    z[i] = place.z;
    mass[i] = members.mass[row[i]];
  }
}
