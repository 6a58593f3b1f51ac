// Undoes deflate by libdeflate, and shuffle with it, for org.jzfof.hdf5.filters.LibDeflate, through
// JNI.
//
// The library of the system is looked for as the program runs, here and beside this one; nothing of
// it is needed to build. Arrays are copied in pieces of their own: a thread that holds on to one
// keeps the collector of garbage waiting.
#include <dlfcn.h>
#include <jni.h>

#include <cstddef>
#include <cstring>
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
  Bytes values;

  ~Room() {
    if (decompressor != nullptr) {
      functions().free(decompressor);
    }
  }
};

// Puts the bytes of n values back, of which all first ones stand before all second ones.
template <size_t WIDTH>
void join(const jbyte* __restrict__ shuffled, size_t n, jbyte* __restrict__ values) {
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < WIDTH; k++) {
      values[WIDTH * i + k] = shuffled[k * n + i];
    }
  }
}

// As Shuffles.bytes in Java: bytes at the end that do not fill a value stay as they are.
void unshuffle(const jbyte* shuffled, size_t count, size_t width, jbyte* values) {
  size_t n = count / width;
  if (width == 4) {
    join<4>(shuffled, n, values);
  } else if (width == 8) {
    join<8>(shuffled, n, values);
  } else {
    for (size_t i = 0; i < n; i++) {
      for (size_t k = 0; k < width; k++) {
        values[width * i + k] = shuffled[k * n + i];
      }
    }
  }
  memcpy(values + n * width, shuffled + n * width, count - n * width);
}

bool unpack(JNIEnv* env, Room& room, jbyteArray data, jint from, jint length, jbyteArray target,
            jint to, jint count, jint width) {
  jbyte* packed = room.packed.of(size_t(length) + 1);  // of nothing as well
  jbyte* unpacked = room.unpacked.of(size_t(count) + 1);
  jbyte* values = width > 1 ? room.values.of(size_t(count) + 1) : unpacked;
  if (room.decompressor == nullptr || packed == nullptr || unpacked == nullptr ||
      values == nullptr) {
    return false;
  }
  env->GetByteArrayRegion(data, from, length, packed);
  if (env->ExceptionCheck() ||
      functions().decompress(room.decompressor, packed, size_t(length), unpacked, size_t(count),
                             nullptr) != 0) {
    return false;
  }
  if (width > 1) {
    unshuffle(unpacked, size_t(count), size_t(width), values);
  }
  env->SetByteArrayRegion(target, to, count, values);
  return true;
}

}  // namespace

extern "C" {

JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_isFound(JNIEnv*, jclass) {
  return functions().found();
}

// Whether the bytes are exactly `count` ones that deflate has packed, with the right checksum; no
// where there is no memory to find out. With a width above 1 they are values that were shuffled.
JNIEXPORT jboolean JNICALL Java_org_jzfof_hdf5_filters_LibDeflate_unpack(
    JNIEnv* env, jclass, jbyteArray data, jint from, jint length, jbyteArray target, jint to,
    jint count, jint width) {
  thread_local Room room;
  bool done = unpack(env, room, data, from, length, target, to, count, width);
  room.packed.keep_few();
  room.unpacked.keep_few();
  room.values.keep_few();
  return done;
}

}  // extern "C"
