// Starts kernels for org.jzfof.device.cuda.Launch, through JNI: with plain numbers as arguments a
// launch takes this thread a few microseconds, with an object for each of them 10 and more.
#include <cuda.h>
#include <dlfcn.h>
#include <jni.h>

namespace {
constexpr int MAX_WORDS = 512;  // the driver takes no more than 4 KiB of arguments

using LaunchKernel = decltype(&cuLaunchKernel);

// The driver is there or not, so that this library must not need it to be loaded.
LaunchKernel launch_of_driver() {
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
  return driver == nullptr ? nullptr
                           : reinterpret_cast<LaunchKernel>(dlsym(driver, "cuLaunchKernel"));
}
}  // namespace

// Argument i begins at words[starts[i]]. Returns a CUDA error code.
extern "C" JNIEXPORT jint JNICALL Java_org_jzfof_device_cuda_Launch_start(
    JNIEnv* env, jclass, jlong function, jint blocks, jint threads, jlong stream,
    jlongArray words, jint word_count, jintArray starts, jint count) {
  static const LaunchKernel launch = launch_of_driver();
  if (launch == nullptr) {
    return CUDA_ERROR_NOT_INITIALIZED;
  }
  if (word_count > MAX_WORDS || count > word_count) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  jlong values[MAX_WORDS];
  jint begins[MAX_WORDS];
  void* arguments[MAX_WORDS];
  env->GetLongArrayRegion(words, 0, word_count, values);
  env->GetIntArrayRegion(starts, 0, count, begins);
  for (int i = 0; i < count; i++) {
    arguments[i] = values + begins[i];
  }
  return launch(reinterpret_cast<CUfunction>(function), unsigned(blocks), 1, 1, unsigned(threads),
                1, 1, 0, reinterpret_cast<CUstream>(stream), arguments, nullptr);
}
