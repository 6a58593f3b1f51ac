// Device-wide sorts and scans of CUB for org.jzfof.device.cuda.Primitives, through JNI.
//
// Memory and streams are made by the caller in the device's primary context, which the runtime
// library inside CUB shares. Every function is called twice: with `temp` 0 it returns the bytes of
// temporary memory that it needs, then it works. A negative result is a CUDA error code, negated.
#include <jni.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/cstdint>
#include <thrust/iterator/transform_iterator.h>

#include "common.cuh"

namespace {

template <class T>
T* at(jlong address) {
  return reinterpret_cast<T*>(address);
}

struct Call {
  void* temp;
  size_t bytes;
  cudaStream_t stream;

  Call(jlong temp, jlong bytes, jlong stream)
      : temp(at<void>(temp)), bytes(size_t(bytes)), stream(at<CUstream_st>(stream)) {}

  // Bytes needed, or `done` when the work was started.
  jlong result(cudaError_t error, jlong done) const {
    return error != cudaSuccess ? -jlong(error) : temp == nullptr ? jlong(bytes) + 1 : done;
  }
};

// 0 or 1: which of the two buffers holds the sorted keys and values.
template <class Key>
jlong sort_keys(Call call, jlong keys, jlong other_keys, jlong n, int begin, int end) {
  cub::DoubleBuffer<Key> k(at<Key>(keys), at<Key>(other_keys));
  cudaError_t error = cub::DeviceRadixSort::SortKeys(call.temp, call.bytes, k, i64(n), begin, end,
                                                     call.stream);
  return call.result(error, k.selector);
}

template <class Key, class Value>
jlong sort_pairs(Call call, jlong keys, jlong other_keys, jlong values, jlong other_values, jlong n,
                 int begin, int end) {
  cub::DoubleBuffer<Key> k(at<Key>(keys), at<Key>(other_keys));
  cub::DoubleBuffer<Value> v(at<Value>(values), at<Value>(other_values));
  cudaError_t error = cub::DeviceRadixSort::SortPairs(call.temp, call.bytes, k, v, i64(n), begin,
                                                      end, call.stream);
  return call.result(error, k.selector);
}

struct ComesBefore {
  __device__ bool operator()(const OrderKey& a, const OrderKey& b) const {
    if (a.length != b.length) {
      return a.length > b.length;
    }
    return a.smallest_id != b.smallest_id ? a.smallest_id < b.smallest_id : a.group < b.group;
  }
};

struct Widen {
  __host__ __device__ u64 operator()(u32 value) const { return value; }
};

}  // namespace

extern "C" {

JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_sortKeys64(
    JNIEnv*, jclass, jlong keys, jlong other_keys, jlong n, jint begin, jint end, jlong temp,
    jlong bytes, jlong stream) {
  return sort_keys<u64>({temp, bytes, stream}, keys, other_keys, n, begin, end);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_sortPairs3232(
    JNIEnv*, jclass, jlong keys, jlong other_keys, jlong values, jlong other_values, jlong n,
    jint begin, jint end, jlong temp, jlong bytes, jlong stream) {
  return sort_pairs<u32, u32>({temp, bytes, stream}, keys, other_keys, values, other_values, n,
                              begin, end);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_sortPairs6432(
    JNIEnv*, jclass, jlong keys, jlong other_keys, jlong values, jlong other_values, jlong n,
    jint begin, jint end, jlong temp, jlong bytes, jlong stream) {
  return sort_pairs<u64, u32>({temp, bytes, stream}, keys, other_keys, values, other_values, n,
                              begin, end);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_sortPairs3264(
    JNIEnv*, jclass, jlong keys, jlong other_keys, jlong values, jlong other_values, jlong n,
    jint begin, jint end, jlong temp, jlong bytes, jlong stream) {
  return sort_pairs<u32, u64>({temp, bytes, stream}, keys, other_keys, values, other_values, n,
                              begin, end);
}

// Sorts OrderKeys in place.
JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_sortOrderKeys(
    JNIEnv*, jclass, jlong keys, jlong n, jlong temp, jlong bytes, jlong stream) {
  Call call(temp, bytes, stream);
  return call.result(cub::DeviceMergeSort::SortKeys(call.temp, call.bytes, at<OrderKey>(keys),
                                                    i64(n), ComesBefore(), call.stream),
                     0);
}

// sums[i] = counts before i, in 64 bits.
JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_scanCounts(
    JNIEnv*, jclass, jlong counts, jlong sums, jlong n, jlong temp, jlong bytes, jlong stream) {
  Call call(temp, bytes, stream);
  auto wide = thrust::make_transform_iterator(at<const u32>(counts), Widen());
  return call.result(cub::DeviceScan::ExclusiveSum(call.temp, call.bytes, wide, at<u64>(sums),
                                                   i64(n), call.stream),
                     0);
}

// sums[i] = values before i, in 64 bits; may be in place.
JNIEXPORT jlong JNICALL Java_org_jzfof_device_cuda_Primitives_scanSums(
    JNIEnv*, jclass, jlong values, jlong sums, jlong n, jlong temp, jlong bytes, jlong stream) {
  Call call(temp, bytes, stream);
  return call.result(cub::DeviceScan::ExclusiveSum(call.temp, call.bytes, at<const u64>(values),
                                                   at<u64>(sums), i64(n), call.stream),
                     0);
}
}
