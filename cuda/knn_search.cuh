// The walk of 32 queries, a lane each, through the index: it screens the points around their common
// box in float and keeps a few more than k for each.
//
// A leaf is visited if any query may need a point of it. A lane loads each of its points, and those
// too far from the box of the queries go no further; the others are tested by all queries.
#pragma once

#include "knn_frame.cuh"
#include "point_ring.cuh"
#include "work.cuh"

constexpr u32 GROUP = 32;  // CudaKnnKernels.GROUP: queries of a warp
constexpr u32 QUEUE = 2 * BATCH;  // candidates of a lane; a batch is taken into its list at once
static_assert(GROUP == LEAF, "a group of points has a leaf of its own");
constexpr u32 SPARE = 2;  // kept beyond k

// Nodes that a group may visit. Groups of neighbours need some dozens; one on both sides of a gap in
// the curve would visit all that lie between, and its queries are quicker one by one.
constexpr u32 MOST_VISITS = 256;

// A kept point is a word: its float distance squared, with the low bits replaced by a number: that
// of its leaf in the table of the warp, and that of the point in the leaf. Words are ordered as the
// distances are.
constexpr u32 NUMBER_BITS = 12;
constexpr u32 NUMBER = (1u << NUMBER_BITS) - 1;
constexpr u32 TABLE = (1u << NUMBER_BITS) / LEAF;
constexpr u32 EMPTY = 0x7f7ff000u;  // above all words of distances below LARGEST

template <class Real>
struct SearchSpace {
  Pending stack[MAX_PENDING + 1];
  float2 boxes[GROUP][3];
  float4 points[RING];
  u32 queue[QUEUE * GROUP];  // a column of candidates for each lane
  u32 leaves[TABLE];
  u32 visits[GROUP];  // every lane counts, so that they need not wait for each other
  Region<Real> region;

  static constexpr size_t ROOM_AFTER_SEARCH =
      sizeof(Pending[MAX_PENDING + 1]) + sizeof(float2[GROUP][3]) + sizeof(float4[RING]);
};

__device__ __forceinline__ void put_in_order(u32& a, u32& b) {
  u32 lesser = min(a, b);
  b = max(a, b);
  a = lesser;
}

// Batcher's odd-even merge sort.
template <u32 N>
__device__ __forceinline__ void sort(u32 (&word)[N]) {
#pragma unroll
  for (u32 run = 1; run < N; run *= 2) {
#pragma unroll
    for (u32 distance = run; distance > 0; distance /= 2) {
      u32 first = distance % run;
#pragma unroll
      for (u32 i = first; i + distance < N; i++) {
        if (((i - first) & distance) == 0 && i / (2 * run) == (i + distance) / (2 * run)) {
          put_in_order(word[i], word[i + distance]);
        }
      }
    }
  }
}

// The K + SPARE smallest words, in order. For k < K the first K - k are 0 from the beginning, so
// that word K - 1 is always the k-th.
template <u32 K>
struct NearestWords {
  static constexpr u32 SIZE = K + SPARE;
  static constexpr u32 POWER = SIZE <= 16 ? 16 : SIZE <= 32 ? 32 : SIZE <= 64 ? 64 : 128;
  static_assert(BATCH <= SIZE && SIZE <= POWER, "no power of two for the merge");
  u32 word[SIZE];

  __device__ __forceinline__ explicit NearestWords(u32 k) {
#pragma unroll
    for (u32 i = 0; i < SIZE; i++) {
      word[i] = i < K - k ? 0 : EMPTY;
    }
  }

  // The lesser ones of the list and of the reversed batch rise and then fall, as they do behind
  // POWER - SIZE words of 0. A bitonic merge puts such a sequence in order; where it would compare
  // with one of the 0, nothing is to be done.
  __device__ __forceinline__ void insert(u32 (&batch)[BATCH]) {
    sort(batch);
#pragma unroll
    for (u32 i = 0; i < BATCH; i++) {
      word[SIZE - 1 - i] = min(word[SIZE - 1 - i], batch[i]);
    }
#pragma unroll
    for (u32 distance = POWER / 2; distance > 0; distance /= 2) {
#pragma unroll
      for (u32 i = 0; i + distance < SIZE; i++) {
        if (((i + POWER - SIZE) & distance) == 0) {
          put_in_order(word[i], word[i + distance]);
        }
      }
    }
  }

  // Above the float distance of the k-th.
  __device__ __forceinline__ float last_distance() const {
    return sqrtf(__uint_as_float(word[K - 1] | NUMBER));
  }

  // Below the float distances of all that were pushed out.
  __device__ __forceinline__ float dropped_distance() const {
    u32 spare = word[SIZE - 1];
    return spare == EMPTY ? INFINITY : sqrtf(__uint_as_float(spare & ~NUMBER));
  }
};

template <class Real, u32 K, class Base = NoCounts>
struct GroupSearch : Base {
  const Index<Real>& index;
  SearchSpace<Real>& space;
  const Frame<Real>& frame;
  u32 k;
  NearestWords<K> nearest;
  float threshold;         // square of the float distance up to which points are kept
  float bound;             // largest threshold of the warp
  u32 slot = lane_index(); // next of this lane in the queue
  u32 numbered = 0;        // leaves in the table
  PointRing ring;          // of numbers
  bool gave_up = false;

  __device__ __forceinline__ GroupSearch(const Index<Real>& index,
                                         SearchSpace<Real>& space,
                                         const Frame<Real>& frame, u32 k, bool active,
                                         double reach)
      : index(index), space(space), frame(frame), k(k), nearest(k), ring{space.points} {
    threshold = active ? frame.square_above(__double2float_ru(reach * double(frame.space.scale)))
                       : -1.0f;
    bound = warp_max(fmaxf(threshold, 0));
  }

  // Walks from the start up to the root, near nodes first.
  __device__ __forceinline__ void run(u32 start_leaf) {
    u32 pending = u32(index.top);
    if (lane_index() < pending) {
      u32 level = pending - lane_index();
      space.stack[lane_index()] = Pending{start_leaf >> (5 * level), level, 1, 0};
    }
    space.visits[lane_index()] = 0;
    __syncwarp();
    while (pending > 0 && !gave_up) {
      Pending next = space.stack[--pending];
      __syncwarp();
      if (next.lower <= bound) {
        visit(next, start_leaf, pending);
        gave_up = gave_up || ++space.visits[lane_index()] > MOST_VISITS;
      }
    }
    test_rest();
    flush();
  }

  __device__ __forceinline__ void visit(const Pending& node, u32 start_leaf, u32& pending) {
    u32 level = node.level - 1;
    u32 child = node.node * FANOUT + lane_index();
    Box<Real> box;
    float lower = INFINITY;
    if (child < index.size[level]) {
      box = load(index.nodes, index.first[level] + child);
      lower = box.before >= k ? INFINITY : frame.lower_square(box);
    }
    if (level > 0) {
      bool pending_itself = node.on_path && child == start_leaf >> (5 * level);
      push_children(space.stack, pending, level, child, pending_itself ? INFINITY : lower, bound);
      return;
    }
    if (node.on_path && lower < INFINITY) {
      lower = child == start_leaf ? 0 : fmaxf(lower, FLT_MIN);
    }
    if (lower <= bound) {
      frame.intervals(box, space.boxes[lane_index()]);
    }
    __syncwarp();
    visit_leaves(node.node * FANOUT, lower);
  }

  // Tests the leaves of a node, nearest first, as long as any query may need them. Each lane has
  // the lower square of one.
  __device__ __forceinline__ void visit_leaves(u32 first_leaf, float lower) {
    while (!gave_up) {
      u32 least = warp_min(__float_as_uint(lower));
      if (__uint_as_float(least) > bound) {
        return;
      }
      u32 owner = __ffs(__ballot_sync(FULL_WARP, __float_as_uint(lower) == least)) - 1;
      if (lane_index() == owner) {
        lower = INFINITY;
      }
      if (__any_sync(FULL_WARP, frame.square_to(space.boxes[owner]) <= threshold)) {
        test_leaf(first_leaf + owner);
      }
    }
  }

  // Tests the points of a leaf against all queries. What is less than a batch waits for more.
  __device__ __forceinline__ void test_leaf(u32 leaf) {
    if (numbered == TABLE) {
      drop_unused_numbers();
    }
    if (gave_up) {
      return;
    }
    if (lane_index() == 0) {
      space.leaves[numbered] = leaf;
    }
    u64 place = u64(leaf) * LEAF + lane_index();
    float3 at = NOWHERE;
    if (place < index.count) {
      at = frame.place(load(index.points, place).at);
    }
    bool wanted = place < index.count && frame.lower_square(at) < bound;
    u32 put_before = ring.put_in;
    ring.put(at, numbered * LEAF + lane_index(), wanted);
    count_cells(*this, 1);
    count_points(*this, ring.put_in - put_before);
    __syncwarp();
    numbered++;
    while (ring.waiting() >= BATCH) {
      test_batch();
    }
    __syncwarp();  // the next points may take the place of these
  }

  __device__ __forceinline__ void test_rest() {
    if (ring.waiting() > 0) {
      ring.fill();
      __syncwarp();
      test_batch();
      __syncwarp();
    }
  }

  // Two points at a time, since none is loaded before the candidates of the last are stored.
  __device__ __forceinline__ void test_batch() {
    const float4* points = ring.points + ring.take();
#pragma unroll
    for (u32 j = 0; j < BATCH; j += 2) {
      float4 a = points[j], b = points[j + 1];
      test_point(a);
      test_point(b);
    }
    if (bound == LARGEST || __any_sync(FULL_WARP, slot >= (QUEUE - BATCH + 1) * GROUP)) {
      take_batch();
    }
  }

  __device__ __forceinline__ void test_point(const float4& p) {
    float x = p.x - frame.at.x, y = p.y - frame.at.y, z = p.z - frame.at.z;
    float square = __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
    if (square < threshold) {
      space.queue[slot] = (__float_as_uint(square) & ~NUMBER) | __float_as_uint(p.w);
      slot += GROUP;
    }
  }

  // Takes the last candidates of the queues into the lists. What is left of a queue is at most a
  // batch, and waits for the next time.
  __device__ __forceinline__ void take_batch() {
    int queued = int(slot / GROUP), first = max(queued - int(BATCH), 0);
    const u32* next = space.queue + first * GROUP + lane_index();
    u32 batch[BATCH];
#pragma unroll
    for (int j = 0; j < int(BATCH); j++) {
      batch[j] = first + j < queued ? next[j * GROUP] : EMPTY;
    }
    nearest.insert(batch);
    slot = first * GROUP + lane_index();
    threshold = fminf(threshold, frame.square_above(nearest.last_distance()));
    bound = warp_max(fmaxf(threshold, 0));
    __syncwarp();
  }

  // Empties the queues.
  __device__ __forceinline__ void flush() {
    while (__any_sync(FULL_WARP, slot >= GROUP)) {
      take_batch();
    }
  }

  // Renumbers the leaves from which points are still kept, in the same order.
  __device__ __forceinline__ void drop_unused_numbers() {
    test_rest();
    flush();
    u32* used = space.queue;            // a bit per leaf of the table
    u32* before = space.queue + GROUP;  // used leaves before each word of bits
    used[lane_index()] = 0;
    __syncwarp();
#pragma unroll
    for (u32 i = 0; i < K + SPARE; i++) {
      if (nearest.word[i] < EMPTY) {
        u32 leaf = (nearest.word[i] & NUMBER) / LEAF;
        atomicOr(used + leaf / 32, 1u << leaf % 32);
      }
    }
    __syncwarp();
    u32 kept = 0;
    for (u32 w = 0; w < TABLE / 32; w++) {
      u32 bits = used[w];
      u32 leaf = space.leaves[w * 32 + lane_index()];
      if (lane_index() == 0) {
        before[w] = kept;
      }
      __syncwarp();
      if (bits >> lane_index() & 1) {
        space.leaves[kept + __popc(bits & lanes_below())] = leaf;
      }
      __syncwarp();
      kept += __popc(bits);
    }
#pragma unroll
    for (u32 i = 0; i < K + SPARE; i++) {
      if (nearest.word[i] < EMPTY) {
        u32 leaf = (nearest.word[i] & NUMBER) / LEAF;
        u32 now = before[leaf / 32] + __popc(used[leaf / 32] & ((1u << leaf % 32) - 1));
        nearest.word[i] = (nearest.word[i] & ~(NUMBER - (LEAF - 1))) | now * LEAF;
      }
    }
    numbered = kept;
    gave_up = kept == TABLE;
    __syncwarp();
  }
};
