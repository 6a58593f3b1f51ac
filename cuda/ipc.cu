// Memory and events shared between processes on one host, for IpcMemory and IpcEvents of
// org.jzfof.backend.cuda, through JNI.
//
// A handle is an opaque structure of 64 bytes; it travels as eight 64-bit numbers. Results below 0
// are CUDA error codes, negated.
#include <cuda_runtime_api.h>
#include <jni.h>

#include <cstring>

namespace {
constexpr int handle_longs = sizeof(cudaIpcMemHandle_t) / sizeof(jlong);
static_assert(sizeof(cudaIpcEventHandle_t) == sizeof(cudaIpcMemHandle_t), "one size of handles");

template <class Handle>
void tell(JNIEnv* env, const Handle& opaque, jlongArray handle) {
  jlong numbers[handle_longs];
  std::memcpy(numbers, &opaque, sizeof opaque);
  env->SetLongArrayRegion(handle, 0, handle_longs, numbers);
}

template <class Handle>
Handle told(JNIEnv* env, jlongArray handle) {
  jlong numbers[handle_longs];
  env->GetLongArrayRegion(handle, 0, handle_longs, numbers);
  Handle opaque;
  std::memcpy(&opaque, numbers, sizeof opaque);
  return opaque;
}
}  // namespace

extern "C" {

// Writes the handle of memory from cudaMalloc to handle[0..7].
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcMemory_handleOf(JNIEnv* env, jclass,
                                                                         jlong address,
                                                                         jlongArray handle) {
  cudaIpcMemHandle_t opaque;
  cudaError_t error = cudaIpcGetMemHandle(&opaque, reinterpret_cast<void*>(address));
  if (error == cudaSuccess) {
    tell(env, opaque, handle);
  }
  return -jlong(error);
}

// The address at which this process sees the memory of another one.
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcMemory_map(JNIEnv* env, jclass,
                                                                    jlongArray handle) {
  void* address = nullptr;
  cudaError_t error = cudaIpcOpenMemHandle(&address, told<cudaIpcMemHandle_t>(env, handle),
                                           cudaIpcMemLazyEnablePeerAccess);
  return error != cudaSuccess ? -jlong(error) : reinterpret_cast<jlong>(address);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcMemory_unmap(JNIEnv*, jclass,
                                                                      jlong address) {
  return -jlong(cudaIpcCloseMemHandle(reinterpret_cast<void*>(address)));
}

// Lets the current device read the memory of another one of this process.
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcMemory_enablePeer(JNIEnv*, jclass,
                                                                           jint device) {
  cudaError_t error = cudaDeviceEnablePeerAccess(device, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    error = cudaSuccess;
  }
  return -jlong(error);
}

// Writes the handle of an event that was made for several processes to handle[0..7].
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcEvents_handleOf(JNIEnv* env, jclass,
                                                                         jlong event,
                                                                         jlongArray handle) {
  cudaIpcEventHandle_t opaque;
  cudaError_t error = cudaIpcGetEventHandle(&opaque, reinterpret_cast<cudaEvent_t>(event));
  if (error == cudaSuccess) {
    tell(env, opaque, handle);
  }
  return -jlong(error);
}

// The event of another process as one of this process.
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcEvents_open(JNIEnv* env, jclass,
                                                                     jlongArray handle) {
  cudaEvent_t event = nullptr;
  cudaError_t error = cudaIpcOpenEventHandle(&event, told<cudaIpcEventHandle_t>(env, handle));
  return error != cudaSuccess ? -jlong(error) : reinterpret_cast<jlong>(event);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcEvents_destroy(JNIEnv*, jclass,
                                                                        jlong event) {
  return -jlong(cudaEventDestroy(reinterpret_cast<cudaEvent_t>(event)));
}

// What comes later in the stream waits for what the event stands for now.
JNIEXPORT jlong JNICALL Java_org_jzfof_exchange_cuda_IpcEvents_await(JNIEnv*, jclass, jlong stream,
                                                                      jlong event) {
  return -jlong(cudaStreamWaitEvent(reinterpret_cast<cudaStream_t>(stream),
                                    reinterpret_cast<cudaEvent_t>(event), 0));
}
}
