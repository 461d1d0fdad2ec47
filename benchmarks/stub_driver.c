/* A libcuda.so.1 without a GPU: Triton's own binder, compiler, launcher and loader run on it, and a launch does nothing.
 *
 * It answers as an H100 (sm_90) would, refuses what that would refuse (grids, threads, shared memory, tensor maps), and
 * appends a line of JSON for each launch to the file that PATTERNC_LAUNCHES names.
 */
#include "cuda.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kernel {
  char name[256];
  int shared;
};

static const int most_shared = 232448, most_threads = 1024;

CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = error == CUDA_ERROR_INVALID_VALUE ? "invalid argument" : "unknown error";
  return CUDA_SUCCESS;
}

CUresult cuInit(unsigned flags) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int *version) { return *version = 13000, CUDA_SUCCESS; }
CUresult cuDeviceGet(CUdevice *device, int number) { return *device = number, CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int *count) { return *count = 1, CUDA_SUCCESS; }

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = most_shared; break;
  case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: *value = 65536; break;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 132; break;
  case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
  case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1980000; break;
  case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: *value = 2619000; break;
  case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: *value = 5120; break;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 9; break;
  default: *value = 0;
  }
  return CUDA_SUCCESS;
}

static CUcontext only_context = (CUcontext)1;
CUresult cuCtxGetCurrent(CUcontext *context) { return *context = only_context, CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext context) { return CUDA_SUCCESS; }
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) { return *value = 1 << 20, CUDA_SUCCESS; }
CUresult cuCtxSetLimit(CUlimit limit, size_t value) { return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  return *context = only_context, CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) { return *module = (CUmodule)1, CUDA_SUCCESS; }
CUresult cuModuleUnload(CUmodule module) { return CUDA_SUCCESS; }

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  struct kernel *found = calloc(1, sizeof *found); /* lives as long as the process, as Triton's own do */
  strncpy(found->name, name, sizeof found->name - 1);
  *function = (CUfunction)found;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? most_threads : 0;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_SUCCESS;
  if (value > most_shared) return CUDA_ERROR_INVALID_VALUE;
  ((struct kernel *)function)->shared = value;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) { return CUDA_SUCCESS; }
CUresult cuOccupancyMaxActiveClusters(int *count, CUfunction function, const CUlaunchConfig *config) {
  return *count = 1, CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments, void **extra) {
  const struct kernel *launched = (const struct kernel *)function;
  unsigned x = config->gridDimX, y = config->gridDimY, z = config->gridDimZ;
  unsigned threads = config->blockDimX * config->blockDimY * config->blockDimZ, shared = config->sharedMemBytes;
  if (!x || !y || !z || x > 2147483647u || y > 65535 || z > 65535) return CUDA_ERROR_INVALID_VALUE;
  if (!threads || threads > most_threads) return CUDA_ERROR_INVALID_VALUE;
  if (shared > (launched->shared ? launched->shared : 49152)) return CUDA_ERROR_INVALID_VALUE;
  const char *path = getenv("PATTERNC_LAUNCHES");
  if (!path) return CUDA_SUCCESS;
  char line[512];
  int size = snprintf(line, sizeof line, "{\"kernel\": \"%s\", \"grid\": [%u, %u, %u], \"threads\": %u, \"shared\": %u}\n",
                      launched->name, x, y, z, threads, shared);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
  if (file < 0) return CUDA_ERROR_UNKNOWN;
  ssize_t written = write(file, line, size); /* at once: several processes may append */
  close(file);
  return written == size ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  return *(CUdeviceptr *)value = pointer, CUDA_SUCCESS; /* every address is the device's */
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  if (!rank || rank > 5 || (cuuint64_t)address % 16) return CUDA_ERROR_INVALID_VALUE;
  for (cuuint32_t i = 0; i < rank; i++)
    if (!sizes[i] || sizes[i] > 1ull << 32 || !box[i] || box[i] > 256 || (i + 1 < rank && strides[i] % 16))
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

