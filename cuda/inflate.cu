// Undoes deflate by libdeflate, for org.jzfof.hdf5.filters.LibDeflate, through JNI.
//
// The library of the system is looked for as the program runs, here and beside this one; nothing of
// it is needed to build. Arrays are copied in pieces of their own: a thread that holds on to one
// keeps the collector of garbage waiting.
#include <dlfcn.h>
#include <jni.h>

#include <cstddef>
#include <vector>

namespace {

struct Functions {
  void* (*allocate)() = nullptr;
  int (*decompress)(void*, const void*, size_t, void*, size_t, size_t*) = nullptr;
  void (*free)(void*) = nullptr;

  Functions() {
    void* library = dlopen("libdeflate.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      allocate = reinterpret_cast<decltype(allocate)>(
          dlsym(library, "libdeflate_alloc_decompressor"));
      decompress = reinterpret_cast<decltype(decompress)>(
          dlsym(library, "libdeflate_zlib_decompress"));
      free = reinterpret_cast<decltype(free)>(dlsym(library, "libdeflate_free_decompressor"));
    }
  }

  bool found() const { return allocate != nullptr && decompress != nullptr && free != nullptr; }
};

const Functions& functions() {
  static const Functions found;
  return found;
}

// What a thread keeps from one call to the next.
struct Room {
  void* decompressor = functions().allocate();
  std::vector<jbyte> packed;
  std::vector<jbyte> unpacked;

  ~Room() { functions().free(decompressor); }
};

}  // namespace

extern "C" {

JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_isFound(JNIEnv*, jclass) {
  return functions().found();
}

// Whether the bytes are exactly `count` ones that deflate has packed, with the right checksum.
JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_unpack(
    JNIEnv* env, jclass, jbyteArray data, jint from, jint length, jbyteArray target, jint to,
    jint count) {
  thread_local Room room;
  room.packed.resize(size_t(length));
  room.unpacked.resize(size_t(count));
  env->GetByteArrayRegion(data, from, length, room.packed.data());
  if (env->ExceptionCheck() || room.decompressor == nullptr) {
    return false;
  }
  int result = functions().decompress(room.decompressor, room.packed.data(), size_t(length),
                                      room.unpacked.data(), size_t(count), nullptr);
  if (result == 0) {
    env->SetByteArrayRegion(target, to, count, room.unpacked.data());
  }
  return result == 0;
}

}  // extern "C"
