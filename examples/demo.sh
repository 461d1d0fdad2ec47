#!/usr/bin/env bash
# Compile a pattern file, compare it with its reference, draw its mask and time it. Run it with `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
bin="${1:-.venv/bin}"
out=build/demo
backend=torch
if command -v "${CXX:-c++}" >/dev/null; then backend=cpp; fi  # which is faster on a CPU

say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; "$@"; }

say cat patternc/presets/longnet.pat
say "$bin/patternc" build patternc/presets/longnet.pat -o "$out" --backend all
say "$bin/patternc" verify patternc/presets/longnet.pat --backend "$backend" --dtype float32
say "$bin/patternc" verify patternc/presets/longnet.pat --backend triton --dtype float32 -n 67
say "$bin/patternc" show patternc/presets/longnet.pat -n 16384
say "$bin/python" benchmarks/harness --module "$out/longnet_$backend.py" -n 8192 --heads 4 --peers sdpa-mask sdpa --repeats 3
