// Memory of a GPU as the buffers of messages, for MessageMemory of org.jzfof.backend.cuda, through
// JNI.
#include <dlfcn.h>
#include <jni.h>

extern "C" {

// Whether the MPI library in this process, if there is one, was built to take memory of GPUs. Open
// MPI's bindings load it for all to see.
JNIEXPORT jboolean JNICALL Java_org_jzfof_exchange_cuda_MessageMemory_takenByMpi(JNIEnv*, jclass) {
  auto query = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
  return query != nullptr && query() == 1;
}

// A direct buffer over memory of a GPU: nobody may look into it but MPI.
JNIEXPORT jobject JNICALL Java_org_jzfof_exchange_cuda_MessageMemory_over(JNIEnv* env, jclass,
                                                                        jlong address,
                                                                        jint bytes) {
  return env->NewDirectByteBuffer(reinterpret_cast<void*>(address), bytes);
}

}  // extern "C"
