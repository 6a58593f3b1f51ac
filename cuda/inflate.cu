// Undoes deflate by libdeflate, for org.jzfof.hdf5.filters.LibDeflate, through JNI.
//
// The library of the system is looked for as the program runs, here and beside this one; nothing of
// it is needed to build. Arrays are copied in pieces of their own: a thread that holds on to one
// keeps the collector of garbage waiting.
#include <dlfcn.h>
#include <jni.h>

#include <cstddef>
#include <memory>
#include <new>

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

// Bytes that a thread keeps from one call to the next, unless they are many.
class Bytes {
 public:
  // Null where there is no room.
  jbyte* of(size_t length) {
    if (length > size) {
      bytes.reset(new (std::nothrow) jbyte[length]);
      size = bytes == nullptr ? 0 : length;
    }
    return bytes.get();
  }

  void keep_few() {
    if (size > MOST_KEPT) {
      bytes.reset();
      size = 0;
    }
  }

 private:
  static constexpr size_t MOST_KEPT = 4 << 20;

  std::unique_ptr<jbyte[]> bytes;
  size_t size = 0;
};

struct Room {
  void* decompressor = functions().allocate();
  Bytes packed;
  Bytes unpacked;

  ~Room() {
    if (decompressor != nullptr) {
      functions().free(decompressor);
    }
  }
};

bool unpack(JNIEnv* env, Room& room, jbyteArray data, jint from, jint length, jbyteArray target,
            jint to, jint count) {
  jbyte* packed = room.packed.of(size_t(length) + 1);  // of nothing as well
  jbyte* unpacked = room.unpacked.of(size_t(count) + 1);
  if (room.decompressor == nullptr || packed == nullptr || unpacked == nullptr) {
    return false;
  }
  env->GetByteArrayRegion(data, from, length, packed);
  if (env->ExceptionCheck() ||
      functions().decompress(room.decompressor, packed, size_t(length), unpacked, size_t(count),
                             nullptr) != 0) {
    return false;
  }
  env->SetByteArrayRegion(target, to, count, unpacked);
  return true;
}

}  // namespace

extern "C" {

JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_isFound(JNIEnv*, jclass) {
  return functions().found();
}

// Whether the bytes are exactly `count` ones that deflate has packed, with the right checksum; no
// where there is no memory to find out.
JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_unpack(
    JNIEnv* env, jclass, jbyteArray data, jint from, jint length, jbyteArray target, jint to,
    jint count) {
  thread_local Room room;
  bool done = unpack(env, room, data, from, length, target, to, count);
  room.packed.keep_few();
  room.unpacked.keep_few();
  return done;
}

}  // extern "C"
