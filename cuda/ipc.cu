// Memory shared between processes on one host, for org.jzfof.backend.cuda.SharedMemory, through JNI.
//
// A handle is an opaque structure of 64 bytes; it travels as eight 64-bit numbers. Results below 0
// are CUDA error codes, negated.
#include <cuda_runtime_api.h>
#include <jni.h>

#include <cstring>

namespace {
constexpr int handle_longs = sizeof(cudaIpcMemHandle_t) / sizeof(jlong);
}

extern "C" {

// Writes the handle of memory from cudaMalloc to handle[0..7].
JNIEXPORT jlong JNICALL Java_org_jzfof_backend_cuda_SharedMemory_handleOf(JNIEnv* env, jclass,
                                                                         jlong address,
                                                                         jlongArray handle) {
  cudaIpcMemHandle_t opaque;
  cudaError_t error = cudaIpcGetMemHandle(&opaque, reinterpret_cast<void*>(address));
  if (error == cudaSuccess) {
    jlong numbers[handle_longs];
    std::memcpy(numbers, &opaque, sizeof opaque);
    env->SetLongArrayRegion(handle, 0, handle_longs, numbers);
  }
  return -jlong(error);
}

// The address at which this process sees the memory of another one.
JNIEXPORT jlong JNICALL Java_org_jzfof_backend_cuda_SharedMemory_map(JNIEnv* env, jclass,
                                                                    jlongArray handle) {
  jlong numbers[handle_longs];
  env->GetLongArrayRegion(handle, 0, handle_longs, numbers);
  cudaIpcMemHandle_t opaque;
  std::memcpy(&opaque, numbers, sizeof opaque);
  void* address = nullptr;
  cudaError_t error = cudaIpcOpenMemHandle(&address, opaque, cudaIpcMemLazyEnablePeerAccess);
  return error != cudaSuccess ? -jlong(error) : reinterpret_cast<jlong>(address);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_backend_cuda_SharedMemory_unmap(JNIEnv*, jclass,
                                                                      jlong address) {
  return -jlong(cudaIpcCloseMemHandle(reinterpret_cast<void*>(address)));
}

// Lets the current device read the memory of another one of this process.
JNIEXPORT jlong JNICALL Java_org_jzfof_backend_cuda_SharedMemory_enablePeer(JNIEnv*, jclass,
                                                                           jint device) {
  cudaError_t error = cudaDeviceEnablePeerAccess(device, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    error = cudaSuccess;
  }
  return -jlong(error);
}
}
