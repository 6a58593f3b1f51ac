// The calls of MPI that NativeMpi of org.jzfof.comm.mpi makes, on MPI_COMM_WORLD, through JNI. Compiled by
// scripts/build-mpi.sh with the mpicc of the machine. Only one thread at a time makes a call.
#define _GNU_SOURCE // dladdr
#include <dlfcn.h>
#include <jni.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANY_RANK = -1, PENDING = -1, CANCELLED = -2 };

// Parts that MPI loads later, and a question whether it takes memory of GPUs, find its functions among those that
// all libraries see; Java loads libraries each for itself.
JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* reserved) {
  Dl_info mpi;
  (void)vm;
  (void)reserved;
  if (dladdr((void*)MPI_Init_thread, &mpi) != 0) {
    dlopen(mpi.dli_fname, RTLD_LAZY | RTLD_GLOBAL | RTLD_NOLOAD);
  }
  return JNI_VERSION_1_8;
}

static void fail(JNIEnv* env, const char* message) {
  jclass type = (*env)->FindClass(env, "org/jzfof/comm/mpi/MpiException");
  if (type != NULL) {
    (*env)->ThrowNew(env, type, message);
  }
}

// Whether a call succeeded; else there is an exception with MPI's description.
static int succeeded(JNIEnv* env, int code) {
  char message[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  if (code == MPI_SUCCESS) {
    return 1;
  }
  if (MPI_Error_string(code, message, &length) != MPI_SUCCESS) {
    snprintf(message, sizeof message, "error %d", code);
  }
  fail(env, message);
  return 0;
}

JNIEXPORT jstring JNICALL Java_org_jzfof_comm_mpi_NativeMpi_version(JNIEnv* env, jobject mpi) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  int length = 0;
  (void)mpi;
  if (!succeeded(env, MPI_Get_library_version(version, &length))) {
    return NULL;
  }
  return (*env)->NewStringUTF(env, version);
}

JNIEXPORT void JNICALL Java_org_jzfof_comm_mpi_NativeMpi_start(JNIEnv* env, jobject mpi) {
  int level = MPI_THREAD_SINGLE;
  (void)mpi;
  if (!succeeded(env, MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level))) {
    return;
  }
  if (level < MPI_THREAD_SERIALIZED) {
    char message[100];
    snprintf(message, sizeof message, "its thread level is %d, not MPI_THREAD_SERIALIZED", level);
    fail(env, message);
    return;
  }
  succeeded(env, MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
}

JNIEXPORT jint JNICALL Java_org_jzfof_comm_mpi_NativeMpi_rank(JNIEnv* env, jobject mpi) {
  int rank = -1;
  (void)mpi;
  succeeded(env, MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}

JNIEXPORT jint JNICALL Java_org_jzfof_comm_mpi_NativeMpi_size(JNIEnv* env, jobject mpi) {
  int size = 0;
  (void)mpi;
  succeeded(env, MPI_Comm_size(MPI_COMM_WORLD, &size));
  return size;
}

JNIEXPORT jint JNICALL Java_org_jzfof_comm_mpi_NativeMpi_awaitedBytes(JNIEnv* env, jobject mpi, jint from,
                                                                      jint tag) {
  MPI_Status status;
  int bytes = 0;
  (void)mpi;
  if (succeeded(env, MPI_Probe(from, tag, MPI_COMM_WORLD, &status))) {
    succeeded(env, MPI_Get_count(&status, MPI_BYTE, &bytes));
  }
  return bytes;
}

JNIEXPORT void JNICALL Java_org_jzfof_comm_mpi_NativeMpi_abort(JNIEnv* env, jobject mpi, jint code) {
  (void)mpi;
  succeeded(env, MPI_Abort(MPI_COMM_WORLD, code));
}

// Whether MPI_Finalize may wait for ever. In MPICH before 4.2 over UCX, a rank that has closed its connections waits
// in a barrier of the launcher, where it answers nothing, and others cannot close theirs (MPICH's pull request 6596). It
// happens on several hosts with TCP in half of all runs.
static int finalize_may_hang(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  int length = 0, major = 0, minor = 0, size = 0;
  const char* here = getenv("MPI_LOCALNRANKS");
  MPI_Get_library_version(version, &length);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return sscanf(version, "MPICH Version: %d.%d", &major, &minor) == 2 && (major < 4 || (major == 4 && minor < 2)) &&
         strstr(version, "ch4:ucx") != NULL && (here == NULL || atoi(here) != size);
}

// Tells the launcher, in the words of PMI-1, that this process ends without having crashed, and nothing to the other
// ranks, which have received all messages or will. Returns whether there is such a launcher.
static int leave(void) {
  static const char finalize[] = "cmd=finalize\n";
  char answer[100];
  const char* launcher = getenv("PMI_FD");
  if (launcher == NULL) {
    return 0;
  }
  double start = MPI_Wtime();
  while (MPI_Wtime() - start < 0.1) { // messages may still be in the hands of the library
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  int socket = atoi(launcher);
  return write(socket, finalize, sizeof finalize - 1) == sizeof finalize - 1 && read(socket, answer, sizeof answer) > 0;
}

JNIEXPORT void JNICALL Java_org_jzfof_comm_mpi_NativeMpi_end(JNIEnv* env, jobject mpi) {
  (void)mpi;
  if (!finalize_may_hang() || !leave()) {
    succeeded(env, MPI_Finalize());
  }
}

// A request in memory of its own, whose address Java keeps; NULL with an exception.
static MPI_Request* new_request(JNIEnv* env) {
  MPI_Request* request = malloc(sizeof *request);
  if (request == NULL) {
    fail(env, "no memory for a request");
  }
  return request;
}

// The address of a request that was started, or 0 with an exception.
static jlong started(JNIEnv* env, MPI_Request* request, int code) {
  if (!succeeded(env, code)) {
    free(request);
    return 0;
  }
  return (jlong)request;
}

JNIEXPORT jlong JNICALL Java_org_jzfof_comm_mpi_NativeMpi_startSend(JNIEnv* env, jclass type, jobject message,
                                                                    jint bytes, jint to, jint tag) {
  MPI_Request* request = new_request(env);
  (void)type;
  if (request == NULL) {
    return 0;
  }
  void* start = (*env)->GetDirectBufferAddress(env, message);
  return started(env, request, MPI_Isend(start, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, request));
}

JNIEXPORT jlong JNICALL Java_org_jzfof_comm_mpi_NativeMpi_startReceive(JNIEnv* env, jclass type, jobject room,
                                                                       jint bytes, jint from, jint tag) {
  MPI_Request* request = new_request(env);
  (void)type;
  if (request == NULL) {
    return 0;
  }
  void* start = (*env)->GetDirectBufferAddress(env, room);
  int source = from == ANY_RANK ? MPI_ANY_SOURCE : from;
  return started(env, request, MPI_Irecv(start, bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, request));
}

// Sender and length of a message whose request has completed, which ends here.
static jlong arrival(JNIEnv* env, MPI_Request* request, int code, MPI_Status* status) {
  int bytes = 0;
  free(request);
  if (!succeeded(env, code)) {
    return 0;
  }
  MPI_Get_count(status, MPI_BYTE, &bytes); // of a message that was sent it means nothing
  return (jlong)(((unsigned long long)(unsigned)status->MPI_SOURCE << 32) | (unsigned)(bytes < 0 ? 0 : bytes));
}

static MPI_Request* request_at(jlong address) { return (MPI_Request*)address; }

// What a send leaves unset.
static MPI_Status no_status(void) {
  MPI_Status status;
  memset(&status, 0, sizeof status);
  return status;
}

JNIEXPORT jlong JNICALL Java_org_jzfof_comm_mpi_NativeMpi_test(JNIEnv* env, jclass type, jlong address) {
  MPI_Status status = no_status();
  int done = 0;
  (void)type;
  int code = MPI_Test(request_at(address), &done, &status);
  if (code == MPI_SUCCESS && !done) {
    return PENDING;
  }
  return arrival(env, request_at(address), code, &status);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_comm_mpi_NativeMpi_await(JNIEnv* env, jclass type, jlong address) {
  MPI_Status status = no_status();
  (void)type;
  int code = MPI_Wait(request_at(address), &status);
  return arrival(env, request_at(address), code, &status);
}

JNIEXPORT jlong JNICALL Java_org_jzfof_comm_mpi_NativeMpi_cancel(JNIEnv* env, jclass type, jlong address) {
  MPI_Status status = no_status();
  int cancelled = 0;
  (void)type;
  int code = MPI_Cancel(request_at(address));
  if (code == MPI_SUCCESS) {
    code = MPI_Wait(request_at(address), &status);
  }
  if (code == MPI_SUCCESS) {
    code = MPI_Test_cancelled(&status, &cancelled);
  }
  jlong arrived = arrival(env, request_at(address), code, &status);
  return code == MPI_SUCCESS && cancelled ? CANCELLED : arrived;
}
