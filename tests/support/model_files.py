"""Pattern files that tests of models register, and torch modules for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from patternc.integrations.transformers import register

PATTERNS = {
    "local": "pattern local(left=5) {\n    attend window(left, 0)\n}\n",
    "global": "pattern everything {\n    attend causal\n}\n",
    "near": "pattern near(side=4) {\n    attend window(side)\n}\n",
    "all": "pattern every_key {\n    attend full\n}\n",
    "chunk": "pattern chunks {\n    attend segment(8) & causal\n}\n",
    "sinks": "pattern first_keys {\n    attend first(2) | window(3, 0)\n    where causal\n}\n",
}


@pytest.fixture(scope="module")
def torch_modules() -> Iterator[None]:
    """Compiling C++ modules for all these calls takes minutes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXX", "none")
        yield


def registered(folder: Path) -> dict[str, Path]:
    """The pattern files in a folder, and their names: as the models have them, in all layers, and with first keys."""
    found = {name: folder / f"{name}.pat" for name in PATTERNS}
    for name, path in found.items():
        path.write_text(PATTERNS[name])
    kinds = {"sliding_attention": "local", "full_attention": "global", "chunked_attention": "chunk"}
    register("own_layers", {kind: found[name] for kind, name in kinds.items()}, left=5)
    register("causal", found["global"])
    register("encoder", {"sliding_attention": found["near"], "full_attention": found["all"]}, side=4)
    register("nearest", found["near"], side=1)
    register("local_only", found["local"], left=5)
    register("first_keys", found["sinks"])
    return found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What `registered` writes and registers."""
    return registered(tmp_path_factory.mktemp("patterns"))
