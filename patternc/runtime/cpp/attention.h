// The library of attention programs: everything that a generated file uses.
#pragma once

#include "vectors.h"

#include "bfloat16.h"
#include "few_rows.h"
#include "kernels.h"
#include "mixing.h"
#include "modifiers.h"
#include "positions.h"
#include "products.h"
#include "programs.h"
#include "softmax.h"
#include "tiles.h"
#include "values.h"
