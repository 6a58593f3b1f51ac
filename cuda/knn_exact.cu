// Nearest neighbours of single queries, a warp each: distances in double decide everything, so that
// no query is beyond it. For k beyond those of knn_group.cu, for queries that it leaves undecided,
// and for queries that are few among many points.
#include "knn_index.cuh"
#include "work.cuh"

// A neighbour comes before another one if it is nearer, or at the same distance in a smaller row.
struct Neighbour {
  double distance;
  u32 row;

  __device__ __forceinline__ bool before(const Neighbour& other) const {
    return distance < other.distance || (distance == other.distance && row < other.row);
  }
};

template <u32 CAPACITY>
struct Workspace {
  double distance[CAPACITY];
  u32 row[CAPACITY];
  Pending stack[MAX_PENDING];
};

// The best neighbours seen so far, followed by unsorted ones that may be better. Between them is
// room for a warp's worth of new ones at any time.
template <u32 CAPACITY>
struct Candidates {
  Workspace<CAPACITY>& space;
  u32 wanted;    // neighbours to find, at most CAPACITY - 32
  double bound;  // no candidate beyond this distance is needed
  u32 count = 0;
  bool full = false;  // whether `wanted` are known, so that the bound is that of the last of them

  __device__ __forceinline__ Neighbour at(u32 i) const {
    return {space.distance[i], space.row[i]};
  }

  __device__ __forceinline__ void set(u32 i, const Neighbour& n) {
    space.distance[i] = n.distance;
    space.row[i] = n.row;
  }

  // Every lane offers a neighbour, if it has one.
  __device__ __forceinline__ void offer(const Neighbour& neighbour, bool has) {
    u32 offers = __ballot_sync(FULL_WARP, has);
    if (has) {
      set(count + __popc(offers & lanes_below()), neighbour);
    }
    count += __popc(offers);
    __syncwarp();
    if (count > CAPACITY - 32 || (count >= wanted && !full)) {
      select();
    }
  }

  // Keeps the best ones, in order.
  __device__ void select() {
    u32 size = 32;
    while (size < count) {
      size *= 2;
    }
    for (u32 i = count + lane_index(); i < size; i += 32) {
      set(i, {infinity(), NO_ROW});
    }
    __syncwarp();
    sort(size);
    count = min(count, wanted);
    full = count == wanted;
    if (full) {
      bound = space.distance[wanted - 1];
    }
  }

  // Bitonic sort of a power of two.
  __device__ void sort(u32 size) {
    for (u32 run = 2; run <= size; run *= 2) {
      for (u32 stride = run / 2; stride > 0; stride /= 2) {
        for (u32 pair = lane_index(); pair < size / 2; pair += 32) {
          u32 low = 2 * pair - (pair & (stride - 1)), high = low + stride;
          Neighbour a = at(low), b = at(high);
          bool ascending = (low & run) == 0;
          if (ascending ? b.before(a) : a.before(b)) {
            set(low, b);
            set(high, a);
          }
        }
        __syncwarp();
      }
    }
  }
};

template <class Real, u32 CAPACITY, class Base>
struct ExactSearch : Base {
  const Index<Real>& index;
  const Space<double>& space;
  u32 k;
  Vector<double> query;
  Box<double> around;  // its image inside the box of the simulation
  Neighbour last;      // neighbours up to this one have been answered

  __device__ ExactSearch(const Index<Real>& index, const Space<double>& space, u32 k,
                         const Vector<double>& query)
      : index(index),
        space(space),
        k(k),
        query(query),
        around(image_box(query, space, space)),
        last{-1, NO_ROW} {}

  // At most the distance to any point of the node; infinity for one that holds no neighbour.
  __device__ __forceinline__ float lower_distance(u32 level, u32 node) const {
    if (node >= index.size[level]) {
      return INFINITY;
    }
    Box<Real> b = load(index.nodes, index.first[level] + node);
    if (b.before >= k) {
      return INFINITY;
    }
    Box<double> box = {{double(b.lower.x), double(b.lower.y), double(b.lower.z)},
                       {double(b.upper.x), double(b.upper.y), double(b.upper.z)}, 0, 0};
    Vector<double> d = gap(around, box, space);
    double distance = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    // The largest finite float stands for all that is farther.
    return fminf(__double2float_rd(distance * (1 - 0x1p-48)), FLT_MAX);
  }

  // Finds the next neighbours after `last`.
  __device__ void find(Candidates<CAPACITY>& found) {
    Pending* stack = found.space.stack;
    u32 pending = 1;
    if (lane_index() == 0) {
      stack[0] = {0, u32(index.top), 0, 0};
    }
    __syncwarp();
    while (pending > 0) {
      Pending next = stack[--pending];
      __syncwarp();
      if (next.lower > found.bound) {
        continue;
      }
      u32 child = next.node * FANOUT + lane_index();
      float lower = lower_distance(next.level - 1, child);
      if (next.level > 1) {
        push_children(stack, pending, next.level - 1, child, lower,
                      fminf(__double2float_ru(found.bound), FLT_MAX));
      } else {
        visit_leaves(next.node * FANOUT, lower, found);
      }
    }
    found.select();
  }

  // Tests the points of leaves, nearest leaves first; each lane has the lower distance of one.
  __device__ void visit_leaves(u32 first_leaf, float lower, Candidates<CAPACITY>& found) {
    for (;;) {
      u32 nearest = warp_min(__float_as_uint(lower));
      if (nearest == __float_as_uint(INFINITY) || __uint_as_float(nearest) > found.bound) {
        return;
      }
      u32 owner = __ffs(__ballot_sync(FULL_WARP, __float_as_uint(lower) == nearest)) - 1;
      if (lane_index() == owner) {
        lower = INFINITY;
      }
      test(first_leaf + owner, found);
    }
  }

  __device__ __forceinline__ void test(u32 leaf, Candidates<CAPACITY>& found) {
    u64 place = u64(leaf) * LEAF + lane_index();
    Neighbour candidate = {infinity(), NO_ROW};
    bool wanted = place < index.count;
    if (wanted) {
      Record<Real> point = load(index.points, place);
      candidate = {distance_of(query, point.at, space), point.row};
      wanted = candidate.distance <= found.bound && last.before(candidate);
    }
    count_cells(*this, 1);
    count_points(*this, u32(min(u64(LEAF), index.count - u64(leaf) * LEAF)));
    found.offer(candidate, wanted);
  }
};

// `places`: which queries, or null for all of [from, to). Neighbours are found in rounds of at most
// `round`, each of which continues behind the last one.
template <class Real, u32 CAPACITY, u32 WARPS, class Base = NoCounts>
__device__ __forceinline__ void search_exactly(const Index<Real>& index, const Space<double>& space,
                               const Queries& queries, const Answers& answers, const u32* places,
                               u64 count, const Work& work = {}) {
  __shared__ Workspace<CAPACITY> workspaces[WARPS];
  u64 task = thread_index() / 32;
  if (task >= count) {
    return;
  }
  u64 place = places ? places[task] : queries.from + task;
  Record<double> query = query_at(queries, place);
  double reach = reach_of(queries, query.row);
  u64 start = answers.start(queries, place, query.row);
  ExactSearch<Real, CAPACITY, Base> search(index, space, u32(answers.k), query.at);
  u32 done = 0;
  bool more = true;
  while (more) {
    u32 wanted = min(u32(answers.k) - done, CAPACITY / 2);
    Candidates<CAPACITY> found{workspaces[threadIdx.x / 32], wanted, reach};
    search.find(found);
    for (u32 i = lane_index(); i < found.count; i += 32) {
      answers.put(start + done + i, found.at(i).row, found.at(i).distance);
    }
    done += found.count;
    more = found.count == wanted && done < answers.k;
    if (more) {
      search.last = found.at(wanted - 1);
    }
    __syncwarp();
  }
  for (u32 i = done + lane_index(); i < answers.k; i += 32) {
    answers.put(start + i, NO_ROW, infinity());
  }
  work.add_warp(query.row, search);
}

#define EXACT_KERNEL(NAME, REAL, CAPACITY, WARPS)                                            \
  extern "C" __global__ void __launch_bounds__(32 * WARPS)                                   \
      NAME(Index<REAL> index, Space<double> space, Queries queries, Answers answers,         \
           const u32* places, u64 count) {                                                   \
    search_exactly<REAL, CAPACITY, WARPS>(index, space, queries, answers, places, count);    \
  }                                                                                          \
  extern "C" __global__ void __launch_bounds__(32 * WARPS)                                   \
      NAME##_counted(Index<REAL> index, Space<double> space, Queries queries,                \
                     Answers answers, const u32* places, u64 count, Work work) {             \
    search_exactly<REAL, CAPACITY, WARPS, Counts>(index, space, queries, answers, places,    \
                                                  count, work);                              \
  }

EXACT_KERNEL(search_exactly_4_64, float, 64, 4)
EXACT_KERNEL(search_exactly_8_64, double, 64, 4)
EXACT_KERNEL(search_exactly_4_256, float, 256, 4)
EXACT_KERNEL(search_exactly_8_256, double, 256, 4)
EXACT_KERNEL(search_exactly_4_2048, float, 2048, 1)
EXACT_KERNEL(search_exactly_8_2048, double, 2048, 1)
