// The library of attention programs for GPUs: everything that a generated file uses.
#pragma once

#include "device.cuh"

#include "values.h"
#include "positions.h"
#include "scores.h"

#include "elements.cuh"
#include "layouts.cuh"
#include "tiles.cuh"
#if PATTERNC_TENSOR_CORES
#include "tensor_cores.cuh"
#if PATTERNC_TENSOR_CORES == 8
#include "products_m8n8k4.cuh"
#else
#include "products_m16n8.cuh"
#endif
#else
#include "products.cuh"
#endif
#include "softmax.cuh"
#include "kernels.cuh"
#include "mixing.h"
#include "programs.cuh"
