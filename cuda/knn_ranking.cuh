// What the queries of a warp kept, ranked by distances in double, and the writing of answers.
#pragma once

#include "knn_search.cuh"

constexpr u32 COLUMNS = 8;  // of answers written at a time

// Answers on their way, so that a row is written by consecutive lanes. Columns are turned against
// one another, which spreads those of a query over the banks of shared memory.
struct AnswerSpace {
  double distance[COLUMNS][GROUP];

  static __device__ __forceinline__ u32 place(u32 column, u32 query) {
    return (query + column) % GROUP;
  }
};

// The walk is over: its table of leaves and its queue, which takes rows, stay; the rest makes room.
template <class Real>
union Scratch {
  static_assert(sizeof(AnswerSpace) <= SearchSpace<Real>::ROOM_AFTER_SEARCH, "too little room");
  SearchSpace<Real> search;
  AnswerSpace answer;
};

struct Ranked {
  double distance;
  u32 row;

  __device__ __forceinline__ bool after(const Ranked& other) const {
    int same = distance == other.distance;  // no branches
    return int(distance > other.distance) | (same & int(row > other.row));
  }
};

__device__ __forceinline__ void put_in_order(Ranked& a, Ranked& b) {
  bool swap = a.after(b);
  Ranked lesser = swap ? b : a;
  b = swap ? a : b;
  a = lesser;
}

// Ranks the kept points of each lane. Words are nearly in the order of the distances in double: each
// point passes through a window of SPARE + 1 of them, and a query for which this does not put them
// in order is left undecided. Points for places before the first, where k < K, are nearer than any.
template <class Real, u32 K, class Base = NoCounts>
struct Ranking {
  static constexpr u32 SIZE = K + SPARE;
  GroupSearch<Real, K, Base>& search;
  Scratch<Real>& scratch;
  const Answers& answers;
  Vector<double> query;
  u64 start;     // where this lane's row goes
  bool active;   // whether it has one
  double reach;
  float dropped;
  Ranked window[SPARE] = {{-1, 0}, {-1, 0}};
  Ranked last = {-1, 0};  // the one ranked last
  u32 found = 0;
  bool in_order = true;

  // Writes the answers; whether those of this lane are certain.
  __device__ __forceinline__ bool run() {
    dropped = search.nearest.dropped_distance();
    u32 words[SIZE];  // in memory, so that a loop can count them
#pragma unroll
    for (u32 i = 0; i < SIZE; i++) {
      words[i] = search.nearest.word[i];
    }
    u32 word = words[0];
    Record<Real> point = point_of(word, 0);
#pragma unroll 1
    for (u32 i = 0; i < SIZE; i++) {
      u32 column = i - SPARE;
      u32 word_after = words[min(i + 1, SIZE - 1)];
      Record<Real> point_after = point_of(word_after, i + 1);
      Ranked next = ranked(word, i, point);
      word = word_after;
      point = point_after;
      put_in_order(window[1], next);
      put_in_order(window[0], window[1]);
      in_order = in_order && !last.after(window[0]);
      last = window[0];
      window[0] = window[1];
      window[1] = next;
      if (i >= SPARE) {
        hand_out(column);
      }
    }
    return certain();
  }

  // Loaded while the one before is ranked.
  __device__ __forceinline__ Record<Real> point_of(u32 word, u32 i) const {
    if (i < K - search.k || word >= EMPTY) {
      return {};
    }
    u32 leaf = scratch.search.leaves[(word & NUMBER) / LEAF];
    return load(search.index.points, u64(leaf) * LEAF + word % LEAF);
  }

  __device__ __forceinline__ Ranked ranked(u32 word, u32 i, const Record<Real>& point) {
    if (i < K - search.k) {
      return {-1, 0};
    }
    if (word >= EMPTY) {
      return {infinity(), NO_ROW};
    }
    found++;
    return {distance_of(query, point.at, search.frame.exact), point.row};
  }

  // Keeps a column, and writes them when there are enough.
  __device__ __forceinline__ void hand_out(u32 column) {
    static_assert(COLUMNS <= QUEUE, "too little room");
    u32* rows = scratch.search.queue;
    bool within = last.distance <= reach;
    u32 c = column % COLUMNS, place = AnswerSpace::place(c, lane_index());
    rows[c * GROUP + place] = within ? last.row : NO_ROW;
    scratch.answer.distance[c][place] = within ? last.distance : infinity();
    if (c < COLUMNS - 1 && column < K - 1) {
      return;
    }
    __syncwarp();
    u32 mine = lane_index() % COLUMNS, leading = K - search.k;
    u32 at = column - c + mine;
    bool there = at >= leading && (K % COLUMNS == 0 || mine <= c);
    for (u32 q = lane_index() / COLUMNS; q < GROUP; q += 32 / COLUMNS) {
      u64 of_row = __shfl_sync(FULL_WARP, start, q);
      bool wanted = __shfl_sync(FULL_WARP, active, q);
      u32 from = AnswerSpace::place(mine, q);
      if (wanted && there) {
        answers.put(of_row + at - leading, rows[mine * GROUP + from],
                    scratch.answer.distance[mine][from]);
      }
    }
    __syncwarp();
  }

  // Whether no other point can belong among the first K, within reach.
  __device__ __forceinline__ bool certain() const {
    const Frame<Real>& frame = search.frame;
    double farthest = min(last.distance, reach) * double(frame.space.scale);
    bool all_seen = found >= min(u64(search.k), search.index.count) || search.threshold < LARGEST;
    return in_order && !search.gave_up && all_seen && frame.holds(sqrtf(search.threshold)) &&
           (isinf(dropped) || farthest < double(dropped - frame.margin(dropped)));
  }
};
