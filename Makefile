# Everything a person types. The virtual environment is made on first use from python3 alone.
.DEFAULT_GOAL := help
SHELL := bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/stamp
# The oldest Triton that modules take, in an environment of its own: what kernels compile to differs from version to version.
OLDEST_TRITON := 3.6.0
OLDEST ?= .venv-triton-$(OLDEST_TRITON)
OLDEST_TORCH := 2.7.0
WITH_OLDEST_TORCH ?= .venv-torch-$(OLDEST_TORCH)
# What depends on torch's version most: calls, layers, compiled and exported programs, rings.
TORCH_TESTS := torch_backend modules module_edges module_layers module_ranks direct_calls dynamic_length flops nonfinite_tensors \
	excluded_keys imports ring ring_compile ring_failures ring_processes ring_training
# Without a hash: which file of a version is installed depends on the machine, and with it torch's own dependencies.
TORCH := 2.13.0
UV := 0.13.8
# Of these packages' thousands of modules few are imported: Python compiles those at their first import.
INSTALL_LOCK := -m pip install --quiet --no-compile --no-deps --require-hashes --requirement requirements.lock
BENCH_ARGS ?=
AOT_ARGS ?= --table --diff
GPU_ARGS ?=
BUDGET ?= 540
PYTEST_ARGS ?=
MARKS ?= not long and not slow and not gpu
# One test process per core (WORKERS=2: two processes, WORKERS=0: only this one); idle ones take tests from busy ones.
WORKERS ?= auto
PYTEST := $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

# Test processes start the compiler some hundred times: its bytecode is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-long test-slow test-oldest test-browser lint goldens bench aot aot-versions gpu-check gpu-pack gpu-bench gpu-all vscode figures screenshots docs dist changelog lock clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Torch, and the packages of the lock beside it; then what the torch of this machine needs besides.
$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-deps torch==$(TORCH) & torch=$$!; $(BIN)/python $(INSTALL_LOCK) && wait $$torch
	$(BIN)/python -m pip install --quiet torch==$(TORCH)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

$(OLDEST)/stamp: requirements.lock
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python $(INSTALL_LOCK)
	$(OLDEST)/bin/python -m pip install --quiet torch==$(TORCH)
	$(OLDEST)/bin/python -m pip install --quiet --no-deps triton==$(OLDEST_TRITON)
	$(OLDEST)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# It replaces Triton by its own, which is older than any that modules take.
$(WITH_OLDEST_TORCH)/stamp: requirements.lock
	$(PYTHON) -m venv $(WITH_OLDEST_TORCH)
	$(WITH_OLDEST_TORCH)/bin/python $(INSTALL_LOCK)
	$(WITH_OLDEST_TORCH)/bin/python -m pip install --quiet torch==$(OLDEST_TORCH)
	$(WITH_OLDEST_TORCH)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

lock:  ## write requirements.lock anew from requirements.in, with hashes
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv==$(UV)
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11.5 --no-deps --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --output-file requirements.lock requirements.in

demo: $(STAMP)  ## compile longnet, verify it, draw its mask, time it against dense attention
	examples/demo.sh $(BIN)

test: $(STAMP)  ## the tests, without those that take longest: five to twenty minutes on two cores, by the CPU
	$(PYTEST) -m "$(MARKS)" $(PYTEST_ARGS)

test-long: $(STAMP)  ## the tests that take seconds each
	$(PYTEST) -m "long and not slow and not gpu" $(PYTEST_ARGS)

test-slow: $(STAMP)  ## the tests that take minutes, or are very many
	$(PYTEST) -m "slow and not gpu" $(PYTEST_ARGS)

test-oldest: $(WITH_OLDEST_TORCH)/stamp  ## torch modules with the oldest torch that they take (a download of gigabytes)
	$(WITH_OLDEST_TORCH)/bin/python -m pytest --numprocesses $(WORKERS) --dist worksteal \
		-m "not slow and not gpu and not interpreter" -k "not triton and not kernel" \
		$(foreach test,$(TORCH_TESTS),$(wildcard tests/*/test_$(test).py)) $(PYTEST_ARGS)

test-browser: $(STAMP)  ## the page of `patternc show --html` in a real browser (Debian: apt-get install chromium chromium-driver)
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || \
		{ echo "install a browser and its driver first: apt-get install chromium chromium-driver" >&2; exit 1; }
	$(BIN)/python -m pytest -m browser $(PYTEST_ARGS)

lint: $(STAMP)  ## ruff and the strict type checker
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

goldens: $(STAMP)  ## regenerate generated/ and every other golden file
	$(BIN)/python -m pytest -q --update-goldens

bench: $(STAMP)  ## the benchmark suite on this machine's CPU (BENCH_ARGS="--help" lists its options)
	$(BIN)/python benchmarks/harness --device cpu --out build/bench $(BENCH_ARGS)

aot: $(STAMP)  ## compile every Triton kernel for every GPU target; no GPU needed
	$(BIN)/python benchmarks/aot.py

aot-versions: $(STAMP) $(OLDEST)/stamp  ## what kernels compile to with the oldest Triton and with this one: no figure may be worse
	$(OLDEST)/bin/python benchmarks/aot.py $(AOT_ARGS); oldest=$$?; $(BIN)/python benchmarks/aot.py $(AOT_ARGS) && exit $$oldest

# The next four need torch and triton, and all but gpu-pack a GPU. They build modules at first use; where the compiler
# can't run, they take those of gpu-pack (GPU_ARGS="--cache FILE").
gpu-check:  ## check the Triton modules of tests/patterns on this machine's GPU (GPU_ARGS="--help" lists its options)
	$(PYTHON) benchmarks/gpu_check.py $(GPU_ARGS)

gpu-pack: $(STAMP)  ## build modules and compile the kernels of gpu-check beforehand, for this PYTHON's version and triton
	$(BIN)/python benchmarks/built_modules.py triton cuda
	$(PYTHON) benchmarks/gpu_pack.py $(GPU_ARGS)

gpu-bench:  ## the benchmark suite on this machine's GPU
	$(PYTHON) benchmarks/harness --device cuda --out build/gpu-bench $(BENCH_ARGS)

gpu-all:  ## gpu-check, gpu-bench and tuning within BUDGET seconds; run again, it goes on (GPU_ARGS="--cache FILE")
	$(PYTHON) benchmarks/gpu_all.py --budget $(BUDGET) $(GPU_ARGS)

docs: $(STAMP)  ## the documentation as a site for a server, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

docs-offline: $(STAMP)  ## the documentation as a site that is read from a disk, in build/site-offline
	NO_MKDOCS_2_WARNING=1 SITE_OFFLINE=true $(BIN)/mkdocs build --quiet --site-dir build/site-offline

changelog: $(STAMP)  ## what changed since the last release, from changes/
	$(BIN)/towncrier build --draft --version Unreleased

# Built twice: the same commit gives the same bytes.
dist: $(STAMP)  ## wheel and source archive, in dist
	rm -rf dist build/dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --no-isolation --outdir dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --no-isolation --outdir build/dist
	cd dist && sha256sum * | (cd ../build/dist && sha256sum --check)

vscode:  ## test the extension for Visual Studio Code and package it (needs npm)
	cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run package

figures: $(STAMP)  ## draw the pictures of the README and the gallery of presets again
	$(BIN)/python docs/draw_masks.py
	$(BIN)/python docs/draw_gallery.py
	$(BIN)/python docs/draw_models.py

screenshots: $(STAMP)  ## take the pictures of docs/show.md again (needs what test-browser needs)
	$(BIN)/python docs/take_screenshots.py

clean:  ## remove what make made, except the virtual environment
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
